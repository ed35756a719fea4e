#include "agents/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/printable.h"
#include "files/shallow_json.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;  // of questions
using Reply = nlohmann::json;
using AnswerEnd = Program::Answer::End;

constexpr int kMaxStarts = 4;             // in a row, after the program had been started once
constexpr double kUntilKilled = 2;        // seconds between the end of its input and that
constexpr std::size_t kMaxShown = 60;     // bytes of a wrong answer that a message shows
constexpr std::size_t kMaxNameText = 80;  // bytes of a name or a version

std::vector<std::string> find_arguments(const std::string& command) {
  std::vector<std::string> out = split_command(command);
  if (out.empty()) throw Error("exec: expected a command after the colon");
  const std::string name = out[0];
  if (name.find('/') == std::string::npos) {
    const auto path = find_program(name);
    if (!path) throw Error(fmt::format("exec: there is no program '{}' on the PATH", name));
    out[0] = *path;
  } else if (access(name.c_str(), X_OK) != 0) {
    throw Error(fmt::format("exec: there is no program '{}'", name));
  }
  return out;
}

std::string read_name(const Reply& answer, const char* field) {
  const auto found = answer.find(field);
  if (found == answer.end() || !found->is_string()) {
    throw Error(fmt::format("its introduction lacks the text '{}'", field));
  }
  const auto text = found->get<std::string>();
  if (text.empty() || text.size() > kMaxNameText || printable(text) != text) {
    throw Error(fmt::format("its {} is empty, too long or has control characters", field));
  }
  return text;
}

bool read_flag(const Reply& answer, const char* field) {
  const auto found = answer.find(field);
  if (found == answer.end()) return false;
  if (!found->is_boolean()) throw Error(fmt::format("its '{}' is neither true nor false", field));
  return *found;
}

void read_views(const Reply& answer, ProgramIdentity& out) {
  const auto found = answer.find("views");
  if (found == answer.end() || !found->is_array() || found->empty()) {
    throw Error("a policy needs a list 'views' of text, pointer, graph and actions");
  }
  for (const Reply& view : *found) {
    if (view == "text") {
      out.text = true;
    } else if (view == "pointer") {
      out.pointer = true;
    } else if (view == "graph") {
      out.graph = true;
    } else if (view == "actions") {
      out.actions = true;
    } else {
      throw Error("its 'views' are not all text, pointer, graph or actions");
    }
  }
}

// The answer as an object that answers this question. Throws Error.
Reply parse_answer(const std::string& line, std::uint64_t number) {
  Reply out;
  try {
    out = parse_shallow_json<Reply>(line);
  } catch (const Reply::exception&) {
    throw Error(fmt::format("wrote a line that is not JSON: '{}'",
                            printable(std::string_view(line).substr(0, kMaxShown))));
  }
  if (!out.is_object()) throw Error("answered with JSON that is not an object");
  if (out.contains("error") && out["error"].is_string()) {
    const auto text = out["error"].get<std::string>();
    throw Error("reported an error: " + printable(std::string_view(text).substr(0, 400)));
  }
  const auto id = out.find("id");
  if (id == out.end() || *id != number) {
    throw Error(fmt::format("answered with the wrong 'id' (expected {})", number));
  }
  return out;
}

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> out;
  bool in_word = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      in_word = false;
      continue;
    }
    if (!in_word) out.emplace_back();
    in_word = true;
    if (c == '\'' || c == '"') {
      const std::size_t open = i;
      for (++i; i < command.size() && command[i] != c; ++i) {
        const bool is_escaped = c == '"' && command[i] == '\\' && i + 1 < command.size() &&
                                (command[i + 1] == '"' || command[i + 1] == '\\');
        out.back() += command[is_escaped ? ++i : i];
      }
      if (i == command.size()) throw Error(open + 1, "this quotation mark is not closed");
    } else if (c == '\\') {
      if (++i == command.size()) throw Error(i, "expected a character after the backslash");
      out.back() += command[i];
    } else {
      out.back() += c;
    }
  }
  return out;
}

ProgramIdentity read_identity(const Reply& answer) {
  const auto protocol = answer.find("protocol");
  if (protocol == answer.end() || *protocol != kProgramProtocol) {
    throw Error(fmt::format("it does not speak version {} of the protocol", kProgramProtocol));
  }
  ProgramIdentity out{.name = read_name(answer, "name"), .version = read_name(answer, "version")};
  const auto mode = answer.find("mode");
  if (mode != answer.end() && *mode == "prover") {
    out.mode = ProgramIdentity::Mode::kProver;
    return out;
  }
  if (mode == answer.end() || *mode != "policy") {
    throw Error("its 'mode' is neither policy nor prover");
  }
  read_views(answer, out);
  out.values = read_flag(answer, "values");
  out.skips_illegal = read_flag(answer, "skip_illegal");
  if (const auto batch = answer.find("batch"); batch != answer.end()) {
    if (!batch->is_number_integer() || *batch < 1 || *batch > kTogether) {
      throw Error(fmt::format("its 'batch' is not a number from 1 to {}", kTogether));
    }
    out.batch = *batch;
  }
  return out;
}

ProgramFamily::ProgramFamily(const ProgramOptions& options)
    : options_(options), arguments_(find_arguments(options.command)) {}

void ProgramFamily::count_fault(const std::string& why) {
  const std::lock_guard lock(mutex_);
  ++faults_;
  last_fault_ = why;
}

std::string ProgramFamily::remark() const {
  const std::lock_guard lock(mutex_);
  if (faults_ == 0) return "";
  return fmt::format("exec:{} broke the protocol {} time{}; the last time, it {}", options_.command,
                     faults_, faults_ == 1 ? "" : "s", last_fault_);
}

Program::Program(std::shared_ptr<ProgramFamily> family) : family_(std::move(family)) {
  std::optional<ProgramIdentity> identity;
  if (const auto why = start(identity)) {
    throw Error(
        fmt::format("exec:{} did not start as an agent: {}", family_->options().command, *why));
  }
  identity_ = *identity;
}

Program::Program(std::shared_ptr<ProgramFamily> family, ProgramIdentity identity)
    : family_(std::move(family)), identity_(std::move(identity)) {}

Program::~Program() {
  if (process_) process_->finish(kUntilKilled);
}

std::optional<std::string> Program::start(std::optional<ProgramIdentity>& identity) {
  const ProgramOptions& options = family_->options();
  process_ = std::make_unique<LineProcess>(
      family_->starter(), LineProcessOptions{.arguments = family_->arguments(),
                                             .memory = options.memory,
                                             .interrupt = options.interrupt,
                                             .is_interrupted = options.is_interrupted});
  questions_ = 0;
  Answer answer =
      exchange({{"type", "hello"}, {"protocol", kProgramProtocol}, {"options", options.greeting}},
               options.answer_seconds);
  if (answer.end == AnswerEnd::kInterrupted) throw Interrupted();
  if (answer.end != AnswerEnd::kAnswer) return "it " + answer.why;
  try {
    identity = read_identity(answer.json);
  } catch (const Error& error) {
    process_.reset();
    return error.what();
  }
  return std::nullopt;
}

void Program::restart() {
  for (int attempt = 1;; ++attempt) {
    std::optional<ProgramIdentity> identity;
    std::optional<std::string> why = start(identity);
    if (!why && *identity == identity_) return;
    process_.reset();
    if (!why) {
      throw Error(fmt::format("exec:{} introduced itself differently when it was started again",
                              family_->options().command));
    }
    if (attempt == kMaxStarts) {
      throw Error(
          fmt::format("exec:{} could not be started again, {} times in a row; the last "
                      "time, {}",
                      family_->options().command, kMaxStarts, *why));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100) * attempt);
  }
}

void Program::ensure_started() {
  try {
    if (!process_) restart();
  } catch (const Interrupted&) {
    process_.reset();
  }
}

Program::Answer Program::ask(const Json& question, std::optional<double> limit) {
  ensure_started();
  if (!process_) return {.end = AnswerEnd::kInterrupted};
  Answer out = exchange(question, limit.value_or(family_->options().answer_seconds));
  const bool is_late = out.end == AnswerEnd::kSeconds && !limit;
  if (out.end == AnswerEnd::kFault || is_late) family_->count_fault(out.why);
  return out;
}

void Program::reject(const std::string& why) {
  family_->count_fault(why);
  process_.reset();
}

Program::Answer Program::exchange(const Json& question, double seconds) {
  const std::uint64_t number = questions_++;
  Json message = {{"id", number}};
  message.update(question);
  const bool was_fresh = number == 1;  // after the greeting
  LineProcess::Answer answer = process_->ask(message.dump(), seconds);
  Answer out{.was_fresh = was_fresh};
  switch (answer.end) {
    case LineProcess::End::kLine:
      try {
        out.json = parse_answer(answer.line, number);
        return out;
      } catch (const Error& error) {
        out.end = AnswerEnd::kFault;
        out.why = error.what();
      }
      break;
    case LineProcess::End::kInterrupted:
      out.end = AnswerEnd::kInterrupted;
      break;
    case LineProcess::End::kSeconds:
      out.end = AnswerEnd::kSeconds;
      out.why = process_->explain(answer.end, seconds);
      break;
    case LineProcess::End::kExited:
    case LineProcess::End::kTooLong:
      out.end = AnswerEnd::kFault;
      out.why = process_->explain(answer.end, seconds);
      break;
  }
  process_.reset();
  return out;
}

}  // namespace ineq
