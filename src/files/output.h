#pragma once
// Writes files atomically: the bytes go to a file whose name has .partial appended, which is
// renamed when it is complete. A reader sees either the old file or the whole new one. The output
// is compressed with Zstandard if the name ends in .zst.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ineq {

class OutputFile {
 public:
  // `-` is standard output. Symbolic links are followed. Devices and pipes are written to directly.
  // All functions throw Error if something cannot be written.
  explicit OutputFile(const std::string& path) : OutputFile(path, 0) {}
  // Continues the partial file that an earlier run has left, after its first `size` bytes; 0 starts
  // a new file.
  OutputFile(const std::string& path, std::uint64_t size);
  ~OutputFile();  // without commit, a file that existed before is unchanged
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  // Hands all bytes to the operating system, so that they survive the end of this process. Bytes
  // may remain in the compressor.
  void flush();
  // Writes everything to disk and keeps the partial file even if the run ends without commit.
  // Returns its size in bytes, or nothing if there is no partial file (a device, a pipe or standard
  // output). Compressed output begins a new frame.
  std::optional<std::uint64_t> checkpoint();
  void discard() { kept_ = false; }                        // undoes the keeping by checkpoint()
  const std::string& partial() const { return partial_; }  // path of the partial file; may be empty
  void commit();

 private:
  class Compressor;

  void open_partial(std::uint64_t size);
  void sync();
  void write_plain(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::string path_;
  std::string target_;      // the name after commit; empty if nothing is renamed
  std::string partial_;     // the name until then
  bool kept_ = false;       // the partial file stays if the run ends
  bool open_frame_ = true;  // a frame must still be ended; an empty file needs one, too
  struct Close {
    void operator()(std::FILE* file) const;
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<Compressor> compressor_;
};

void write_file(const std::string& path, std::string_view text);

// Throws Error if there is a regular file at the path, which would be overwritten. `-` and an empty
// path name no file.
void require_absent(const std::string& path);

}  // namespace ineq
