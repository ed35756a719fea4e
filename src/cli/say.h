#pragma once
// Prints messages for a person. Texts from outside, such as ids, file names and arguments, may
// contain characters that a terminal obeys; they are escaped here (base/printable.h), so commands
// print such texts only through these functions. Data, such as JSON, is printed as it is.

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base/printable.h"

namespace ineq {

template <typename Arg>
using Shown =
    std::conditional_t<std::is_convertible_v<const Arg&, std::string_view>, std::string, Arg>;

template <typename Arg>
Shown<Arg> shown(const Arg& arg) {
  if constexpr (std::is_convertible_v<const Arg&, std::string_view>) {
    return printable(arg);
  } else {
    return arg;
  }
}

// Like fmt::print, but escapes the texts among the arguments, including their line feeds.
template <typename... Args>
void say(std::FILE* to, fmt::format_string<Shown<Args>...> format, const Args&... args) {
  fmt::print(to, format, shown(args)...);
}

// Prints `ineq: message` on standard error, after all that was printed on standard output.
inline void say_error(std::string_view message) {
  std::fflush(stdout);
  try {
    say(stderr, "ineq: {}\n", message);
  } catch (const std::system_error&) {  // nowhere to say it, but the exit code remains
  }
}

}  // namespace ineq
