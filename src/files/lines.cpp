#include "files/lines.h"

#include <zstd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.h"
#include "files/file_error.h"

namespace ineq {
namespace {

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::size_t kLargestFile = std::size_t{64} << 20;

}  // namespace

// The bytes of the file. They are decompressed if they begin with Zstandard's magic number or if
// the name ends in .zst.
class LineReader::Source {
 public:
  Source(const std::string& path, const std::string& name) : name_(name) {
    file_.reset(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file_) throw FileError(name_, errno);
    fill();
    if (path.ends_with(".zst") || std::string_view(input_).starts_with(kZstdMagic)) {
      stream_.reset(ZSTD_createDStream());
      INEQ_CHECK(stream_ != nullptr);
    }
  }

  // Appends at least one byte to `out`. Returns false at the end.
  bool read(std::string& out) {
    if (!stream_) {
      if (at_ == input_.size() && !fill()) return false;
      out.append(input_, at_);
      at_ = input_.size();
      return true;
    }
    while (true) {
      if (at_ == input_.size() && !fill()) {
        if (inside_frame_) fail("the compressed file is truncated");
        return false;
      }
      const std::size_t before = out.size();
      out.resize(before + ZSTD_DStreamOutSize());
      ZSTD_inBuffer in{input_.data(), input_.size(), at_};
      ZSTD_outBuffer chunk{out.data() + before, out.size() - before, 0};
      const std::size_t left = ZSTD_decompressStream(stream_.get(), &chunk, &in);
      if (ZSTD_isError(left))
        fail(std::string("cannot be decompressed: ") + ZSTD_getErrorName(left));
      inside_frame_ = left != 0;
      at_ = in.pos;
      out.resize(before + chunk.pos);
      if (chunk.pos > 0) return true;
    }
  }

  bool is_compressed() const { return stream_ != nullptr; }
  std::size_t bytes_read() const { return bytes_read_ - (input_.size() - at_); }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  struct FreeStream {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  [[noreturn]] void fail(const std::string& what) const { throw Error(name_ + ": " + what); }

  bool fill() {
    input_.resize(std::size_t{1} << 17);
    input_.resize(std::fread(input_.data(), 1, input_.size(), file_.get()));
    if (std::ferror(file_.get())) throw FileError(name_, errno);
    at_ = 0;
    bytes_read_ += input_.size();
    return !input_.empty();
  }

  const std::string& name_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::unique_ptr<ZSTD_DStream, FreeStream> stream_;
  std::string input_;
  std::size_t at_ = 0;
  std::size_t bytes_read_ = 0;
  bool inside_frame_ = true;  // at first, so that an empty file counts as truncated
};

LineReader::LineReader(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      source_(std::make_unique<Source>(path, name_)) {}

LineReader::~LineReader() = default;

std::size_t LineReader::bytes_read() const {
  const std::size_t ahead = source_->is_compressed() ? 0 : buffer_.size() - begin_;
  return source_->bytes_read() - ahead;
}

void LineReader::fail_too_long() const {
  throw Error(name_ + ":" + std::to_string(number_ + 1) + ":" + std::to_string(kMaxLine + 1) +
              ": the line is longer than 16 MiB");
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  while (true) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line = std::string_view(buffer_).substr(begin_, end - begin_);
      if (line.size() > kMaxLine) fail_too_long();
      begin_ = end + 1;
      break;
    }
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    if (searched > kMaxLine) fail_too_long();
    if (!source_->read(buffer_)) {
      if (buffer_.empty()) return false;
      line = buffer_;
      begin_ = buffer_.size();
      break;
    }
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++number_;
  return true;
}

std::string read_file(const std::string& path) {
  using Close = decltype([](std::FILE* file) { std::fclose(file); });
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  std::string out, part(std::size_t{1} << 16, '\0');
  if (file) {
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) {
      if (out.size() + size > kLargestFile) throw Error(path + ": the file is larger than 64 MiB");
      out.append(part, 0, size);
    }
  }
  if (!file || std::ferror(file.get())) throw FileError(path, errno);
  return out;
}

}  // namespace ineq
