#pragma once
// An event file of TensorBoard: named numbers over the steps of a run. TensorBoard shows every file
// with `tfevents` in its name, such as events.out.tfevents.run, as curves, also while it grows.
//
// The file is a sequence of records in TensorFlow's framing: length, checksum of the length, bytes,
// checksum of the bytes. The bytes of a record are an `Event` in Protocol Buffers. Only scalars are
// written; there are no histograms, images or graphs, and nothing is read.
//
// The file grows in place, because TensorBoard reads it meanwhile. A run that was killed may leave
// records after its last checkpoint, or a part of one. Whoever resumes the run states the size at
// the checkpoint, and what follows is cut off.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace ineq {

class EventFile {
 public:
  // Continues after the first `size` bytes, the size that `flush` has returned; 0 begins a new file
  // and overwrites an old one. All functions throw Error if something cannot be written.
  EventFile(const std::string& path, std::uint64_t size);

  // Adds one event with all scalars. The wall time is in seconds since 1970. TensorBoard stores
  // scalars as float: a double is rounded, and too large a number becomes infinite.
  void add(std::uint64_t step, double wall_time,
           std::span<const std::pair<std::string, double>> scalars);

  // Hands all bytes to the operating system, so that TensorBoard sees them and they survive the end
  // of this process. Returns the size of the file in bytes.
  std::uint64_t flush();

 private:
  void write_record(const std::string& bytes);
  [[noreturn]] void fail() const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t size_ = 0;  // with the bytes that are not yet flushed
};

}  // namespace ineq
