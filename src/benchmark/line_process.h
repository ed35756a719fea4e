#pragma once
// A program that is asked line by line: a line to its standard input, a line from its standard
// output. Whatever it does, asking it ends in time and takes a bounded amount of memory.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/child.h"
#include "benchmark/child_starter.h"

namespace ineq {

struct LineProcessOptions {
  std::vector<std::string> arguments;            // arguments[0] is a path
  std::size_t memory = std::size_t{4} << 30;     // maximum number of bytes of its address space
  const std::atomic<bool>* interrupt = nullptr;  // once true, asking ends soon
  std::function<bool()> is_interrupted = {};     // likewise, once this returns true
};

class LineProcess {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{16} << 20;  // bytes of an answer

  // The starter must outlive the process. Throws Error if the system cannot start it.
  LineProcess(ChildStarter& starter, const LineProcessOptions& options);
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  enum class End : std::uint8_t {
    kLine,         // it has answered
    kExited,       // it has closed its output, because it has ended or is about to
    kSeconds,      // time is up
    kTooLong,      // its answer is longer than kMaxLine
    kInterrupted,  // asking was interrupted
  };
  struct Answer {
    End end;
    std::string line = {};  // kLine: without its end
  };
  // Sends a line, whose end is added, and waits for the answer. After anything but kLine, the
  // process must not be asked again.
  Answer ask(std::string_view line, double seconds);

  // What went wrong, as the end of a sentence that begins with the program: "exited with code 1 …",
  // with the last lines that it wrote on its standard error. For kExited, waits a moment for the
  // end of the process.
  std::string explain(End end, double seconds);

  // Closes the program's standard input and gives it this time to end. Then, or when this object is
  // destroyed, it is killed.
  void finish(double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  bool has_line() const { return line_end_ != std::string::npos; }
  std::string take_line();
  void send(std::string_view& unsent);
  void receive();        // what there is of its output, up to the first end of a line
  void receive_error();  // what there is of its standard error
  void wait_for_end(double seconds);
  std::string last_words() const;

  bool is_interrupted() const;

  const std::atomic<bool>* interrupt_;
  const std::function<bool()> is_interrupted_;  // may be empty
  Pipe input_, output_, error_;
  std::string received_;  // of its output, and not taken yet
  std::size_t line_end_ = std::string::npos;
  std::string error_text_;  // the end of what it wrote on its standard error
  bool output_is_open_ = true;
  bool error_is_open_ = true;
  std::unique_ptr<Child> child_;
};

}  // namespace ineq
