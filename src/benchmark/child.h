#pragma once
// A child process: started without a shell, killed and waited for at the end.

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ineq {

struct ChildSetup {
  std::vector<std::string> arguments;  // arguments[0] is a path
  int input;                           // file descriptors that become its standard streams
  int output;
  int error;
  std::size_t memory;                      // maximum number of bytes of its address space
  std::optional<double> cpu_seconds = {};  // then the system kills it
  std::string folder = {};                 // its working directory; empty: ours
};

// How a child ended, and what it used.
struct ChildEnd {
  std::optional<int> exit_code;  // nothing if it was killed
  int signal = 0;                // by this signal
  double cpu_seconds = 0;
  std::size_t bytes = 0;  // peak resident memory
};

// The child is in a process group of its own: Ctrl-C does not reach it, and its children are killed
// with it. It is killed, too, if the thread that started it ends, or this program. If the system
// cannot run the file, the child exits with code 127.
class Child {
 public:
  explicit Child(const ChildSetup& setup);  // throws Error if the system cannot start a process
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool has_ended() const;
  void send(int signal) const;  // to the child alone
  // Kills the child if it is running, and those of its children that are left, and waits for it.
  // Later calls return the same.
  ChildEnd end();

 private:
  pid_t pid_;
  std::optional<ChildEnd> ended_;
};

// The file that a shell would run for this name, if there is one.
std::optional<std::string> find_program(std::string_view name);

// A pipe whose two ends are closed in children, unless they become standard streams, and with this
// object.
class Pipe {
 public:
  Pipe();  // throws Error
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_read_end() { close_end(0); }
  void close_write_end() { close_end(1); }

 private:
  void close_end(std::size_t end);

  int ends_[2];  // -1: closed
};

}  // namespace ineq
