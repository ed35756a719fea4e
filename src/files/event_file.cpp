#include "files/event_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <string_view>

#include "base/error.h"
#include "files/crc32c.h"
#include "files/file_error.h"

namespace ineq {
namespace {

// The fields of TensorFlow's messages Event, Summary and Summary.Value.
constexpr int kEventWallTime = 1, kEventStep = 2, kEventFileVersion = 3, kEventSummary = 5;
constexpr int kSummaryValue = 1;
constexpr int kValueTag = 1, kValueSimpleValue = 2;

// Appends the number in `size` bytes, lowest first.
void append_bytes(std::string& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

// A message of Protocol Buffers. A field is its number and wire type, followed by its value.
class Message {
 public:
  void add_double(int field, double value) {
    begin(field, kFixed64);
    append_bytes(bytes_, std::bit_cast<std::uint64_t>(value), 8);
  }
  void add_float(int field, float value) {
    begin(field, kFixed32);
    append_bytes(bytes_, std::bit_cast<std::uint32_t>(value), 4);
  }
  void add_integer(int field, std::uint64_t value) {
    begin(field, kVarint);
    add_varint(value);
  }
  void add_text(int field, std::string_view text) {  // or the bytes of a message
    begin(field, kLengthDelimited);
    add_varint(text.size());
    bytes_ += text;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  enum WireType { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

  void begin(int field, WireType type) {
    add_varint(static_cast<std::uint64_t>(field << 3 | type));
  }
  void add_varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

// TensorFlow changes checksums in this way because the checksum of bytes that end in their own
// checksum is always the same.
std::uint32_t masked_crc(std::string_view bytes) {
  constexpr std::uint32_t kMaskDelta = 0xa282ead8;
  return std::rotr(crc32c(bytes), 15) + kMaskDelta;
}

}  // namespace

EventFile::EventFile(const std::string& path, std::uint64_t size)
    : path_(path), file_(std::fopen(path.c_str(), size == 0 ? "wbe" : "r+be")), size_(size) {
  if (!file_) fail();
  if (size == 0) return;
  struct stat status;
  if (fstat(fileno(file_.get()), &status) != 0) fail();
  if (static_cast<std::uint64_t>(status.st_size) < size) {
    throw Error(fmt::format("{}: the file has fewer than the expected {} bytes", path_, size));
  }
  if (ftruncate(fileno(file_.get()), static_cast<off_t>(size)) != 0) fail();
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) fail();
}

void EventFile::add(std::uint64_t step, double wall_time,
                    std::span<const std::pair<std::string, double>> scalars) {
  // The version is written with the first event and not before, for TensorBoard sorts runs by the
  // wall time of their first record.
  if (size_ == 0) {
    Message version;
    version.add_double(kEventWallTime, wall_time);
    version.add_text(kEventFileVersion, "brain.Event:2");
    write_record(version.bytes());
  }
  Message summary;
  for (const auto& [tag, scalar] : scalars) {
    Message value;
    value.add_text(kValueTag, tag);
    value.add_float(kValueSimpleValue, static_cast<float>(scalar));
    summary.add_text(kSummaryValue, value.bytes());
  }
  Message event;
  event.add_double(kEventWallTime, wall_time);
  event.add_integer(kEventStep, step);
  event.add_text(kEventSummary, summary.bytes());
  write_record(event.bytes());
}

std::uint64_t EventFile::flush() {
  if (std::fflush(file_.get()) != 0) fail();
  return size_;
}

void EventFile::write_record(const std::string& bytes) {
  std::string record;
  append_bytes(record, bytes.size(), 8);
  append_bytes(record, masked_crc(record), 4);
  record += bytes;
  append_bytes(record, masked_crc(bytes), 4);
  if (std::fwrite(record.data(), 1, record.size(), file_.get()) != record.size()) fail();
  size_ += record.size();
}

void EventFile::fail() const { throw FileError(path_, errno); }

}  // namespace ineq
