#pragma once
// Output that is whole or not there: a file grows under its name with .partial behind it and is
// renamed when it is complete. Compressed with Zstandard where the name ends in .zst.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ineq {

class OutputFile {
 public:
  // `-` is standard output. A link is followed; a device or a pipe is written to as it is. Throws
  // Error, as the other functions do, when something cannot be written.
  explicit OutputFile(const std::string& path) : OutputFile(path, 0) {}
  // Goes on after the first `size` bytes that an earlier run has left; 0 starts anew.
  OutputFile(const std::string& path, std::uint64_t size);
  ~OutputFile();  // without commit: what was there before is there still
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  // From now on the unfinished file outlives the run, with everything written so far. Returns its
  // size in bytes, or nothing if the output is not a regular file. Compressed data starts a new
  // frame.
  std::optional<std::uint64_t> checkpoint();
  void discard() { kept_ = false; }  // the unfinished file does not outlive this object after all
  const std::string& partial() const { return partial_; }  // where it grows
  void commit();

 private:
  class Compressor;

  void open_partial(std::uint64_t size);
  void flush();
  void write_plain(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::string path_;
  std::string target_;      // what commit renames to; empty where nothing is renamed
  std::string partial_;     // where the bytes go until then
  bool kept_ = false;       // the unfinished file stays when the run ends
  bool open_frame_ = true;  // something is to be compressed yet, or the file is empty
  struct Close {
    void operator()(std::FILE* file) const;
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<Compressor> compressor_;
};

void write_file(const std::string& path, std::string_view text);

}  // namespace ineq
