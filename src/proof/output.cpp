#include "proof/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/error.h"

namespace ineq {

namespace {

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

[[noreturn]] void fail(const std::string& name) { throw Error(name + ": " + std::strerror(errno)); }

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  if (path == "-") {
    if (!write_all(stdout, text)) fail("standard output");
    return;
  }
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  const bool replaces =
      kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
  // Through a link it is the file that is replaced; a device or a pipe is written to as it is.
  const std::string target =
      replaces ? std::filesystem::weakly_canonical(path, unknown).string() : path;
  const std::string written = replaces ? target + "." + std::to_string(getpid()) + ".tmp" : path;
  std::FILE* file = std::fopen(written.c_str(), "wb");
  if (!file) fail(path);
  bool good = write_all(file, text);
  good = std::fclose(file) == 0 && good;
  if (replaces) good = good && std::rename(written.c_str(), target.c_str()) == 0;
  if (good) return;
  const int reason = errno;
  if (replaces) std::remove(written.c_str());
  errno = reason;
  fail(path);
}

}  // namespace ineq
