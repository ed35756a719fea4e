#pragma once
// Output that is whole or not there: a file is written under a temporary name and renamed when it
// is complete. Compressed with Zstandard where the name ends in .zst.

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace ineq {

class OutputFile {
 public:
  // `-` is standard output. A link is followed; a device or a pipe is written to as it is. Throws
  // Error, as the other functions do, when something cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // without commit: what was there before is there still
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  class Compressor;

  void write_plain(std::string_view bytes);
  [[noreturn]] void fail() const;

  std::string path_;
  std::string target_;     // what commit renames to; empty where nothing is renamed
  std::string temporary_;  // where the bytes go until then
  std::FILE* file_ = nullptr;
  std::unique_ptr<Compressor> compressor_;
};

void write_file(const std::string& path, std::string_view text);

}  // namespace ineq
