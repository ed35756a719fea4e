#pragma once
// Reads the lines of a file or of standard input (`-`). Input compressed with Zstandard is
// decompressed. Memory does not grow with the size of the file: a line has at most kMaxLine bytes.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "files/file_error.h"

namespace ineq {

inline constexpr std::size_t kMaxLine = std::size_t{16} << 20;  // bytes

class LineReader {
 public:
  explicit LineReader(const std::string& path);  // throws FileError if it cannot be opened
  ~LineReader();

  // Reads the next line, without its line ending; `line` is valid until the next call. Returns
  // false at the end of the file. Throws Error if the line is longer than kMaxLine or if the file
  // cannot be read or decompressed.
  bool next(std::string_view& line);
  const std::string& name() const { return name_; }  // of the file, for messages
  std::size_t number() const { return number_; }     // of the last line read, from 1
  // The number of bytes of the lines read so far, before decompression; of a compressed file,
  // approximately.
  std::size_t bytes_read() const;

 private:
  class Source;
  [[noreturn]] void fail_too_long() const;

  std::string name_;
  std::unique_ptr<Source> source_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the next line in buffer_
  std::size_t number_ = 0;
};

// Returns the whole file, without decompressing it. Throws Error if it cannot be read or is larger
// than 64 MiB. The limit keeps endless input, such as /dev/zero, and trees of JSON, which are up to
// twenty times as large as their text, from filling the memory.
std::string read_file(const std::string& path);

inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

// Returns call(); an Error gets the file and the number of the line last read in front of it. A
// FileError, such as that of a full disk, is about another file and stays as it is.
template <typename Call>
auto at_line(const LineReader& lines, Call call) {
  try {
    return call();
  } catch (const FileError&) {  // the fault of another file
    throw;
  } catch (const Error& error) {
    throw Error(lines.name() + ":" + std::to_string(lines.number()) + ": " + error.what());
  }
}

// Calls visit(line) for each line that is not blank, until visit returns false, if it returns
// anything. Its Errors name the file and the line. Throws Error if all lines are blank: every
// command treats input without records in this way.
template <typename Visit>
void for_each_line(LineReader& lines, Visit visit) {
  bool any = false;
  for (std::string_view line; lines.next(line);) {
    if (is_blank(line)) continue;
    any = true;
    if constexpr (std::is_void_v<std::invoke_result_t<Visit&, std::string_view>>) {
      at_line(lines, [&] { visit(line); });
    } else {
      if (!at_line(lines, [&] { return visit(line); })) return;
    }
  }
  if (!any) throw Error(lines.name() + ": there are no records in it");
}

}  // namespace ineq
