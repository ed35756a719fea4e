#include "proof/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"

namespace ineq {

void write_file(const std::string& path, std::string_view text) {
  const bool standard = path == "-";
  const std::string temporary = path + ".tmp";
  std::FILE* file = standard ? stdout : std::fopen(temporary.c_str(), "wb");
  bool good = file && std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
              std::fflush(file) == 0;
  if (!standard) {
    if (file) good = std::fclose(file) == 0 && good;
    good = good && std::rename(temporary.c_str(), path.c_str()) == 0;
  }
  if (good) return;
  const std::string reason = std::strerror(errno);
  if (!standard) std::remove(temporary.c_str());
  throw Error((standard ? "standard output" : path) + ": " + reason);
}

}  // namespace ineq
