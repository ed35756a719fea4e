#include "cli/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "files/fields.h"

namespace ineq {

std::size_t screen_columns(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  std::uint64_t columns = 0;
  if (const char* text = std::getenv("COLUMNS")) {
    try {
      read_value(std::string(text), columns);
    } catch (const Error&) {  // it is not a number
    }
  }
  return columns > 0 ? columns : 80;
}

TableStyle table_style(bool markdown) {
  return {.markdown = markdown || isatty(STDOUT_FILENO) != 1,
          .width = screen_columns(STDOUT_FILENO)};
}

}  // namespace ineq
