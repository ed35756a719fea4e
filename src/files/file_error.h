#pragma once
// What the operating system says about a file that cannot be opened, read or written. The message
// is that of an Error; the code lets Python raise the matching OSError, such as FileNotFoundError.

#include <cstring>
#include <string>

#include "base/error.h"

namespace ineq {

class FileError : public Error {
 public:
  // `code` is a value of errno.
  FileError(const std::string& name, int code)
      : Error(name + ": " + std::strerror(code)), name_(name), code_(code) {}

  const std::string& name() const { return name_; }  // of the file
  int code() const { return code_; }

 private:
  std::string name_;
  int code_;
};

}  // namespace ineq
