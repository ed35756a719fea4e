// `ineq check`: reads records, checks every proof, and says which ones it rejects and why.
//
// The lines are read in batches, checked by several threads, and reported in the order of the file:
// the output does not depend on the number of threads.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/ordered.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "files/lines.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"
#include "proof/show.h"

namespace ineq {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  std::string rules;
  unsigned threads = 0;
  bool show = false;
  bool json = false;
};

struct Rejection {
  std::size_t line;
  std::string id;
  std::string reason;
  bool readable;
};

struct Report {
  std::size_t accepted = 0;
  std::size_t unsound = 0;  // of these: under int-2021
  std::vector<Rejection> rejections;
  std::string shown;
};

struct Batch {
  std::vector<std::pair<std::size_t, std::string>> lines = {};  // with their numbers
  std::size_t bytes_read = 0;                                   // of the file, with this batch
};
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  Report check(const Batch& batch) const {
    Report report;
    Bank bank;
    for (const auto& [number, line] : batch.lines) {
      bank.reset();
      Rejection rejection{.line = number, .id = {}, .reason = {}, .readable = false};
      try {
        const Record record = read_record(line);
        rejection.id = record.id;
        const RuleSet set = set_for(record);
        const Rules& rules = rules_[set];
        const RecordVerdict verdict = check_record(bank, rules, record);
        if (options_.show) report.shown += show_record(rules, record) + "\n";
        if (verdict.proven) {
          ++report.accepted;
          report.unsound += set == RuleSet::kInt2021;
          continue;
        }
        rejection.readable = verdict.readable;
        rejection.reason = verdict.reason;
      } catch (const Error& error) {
        rejection.reason = error.what();
      }
      report.rejections.push_back(std::move(rejection));
    }
    return report;
  }

 private:
  RuleSet set_for(const Record& record) const {
    return options_.rules.empty() ? rules_for(record) : *find_rule_set(options_.rules);
  }

  const CheckOptions& options_;
  const RulesBySet rules_;
};

// Prints as it goes, so that a file with a million faults takes no memory.
class Printer {
 public:
  explicit Printer(bool json) : json_(json) {
    if (json_) fmt::print("{{\n  \"rejections\": [");
  }

  void add(const std::string& file, const Report& report) {
    accepted_ += report.accepted;
    unsound_ += report.unsound;
    fmt::print("{}", report.shown);
    for (const Rejection& r : report.rejections) {
      bad_input_ |= !r.readable;
      if (json_) {
        const nlohmann::ordered_json row = {{"file", file},
                                            {"line", r.line},
                                            {"id", r.id},
                                            {"reason", r.reason},
                                            {"readable", r.readable}};
        fmt::print("{}\n    {}", rejected_ == 0 ? "" : ",", text_of(row));
      } else {
        say(stdout, "{}:{}: rejected{}{}: {}\n", file, r.line, r.id.empty() ? "" : " ", r.id,
            r.reason);
      }
      ++rejected_;
    }
  }

  void add_error(const std::string& message) {
    say_error(message);
    bad_input_ = true;
    errors_.push_back(message);
  }

  std::size_t checked() const { return accepted_ + rejected_; }

  int finish() const {
    if (json_) {
      fmt::print(
          "{}],\n  \"errors\": {},\n  \"accepted\": {},\n  \"accepted_int_2021\": {},\n  "
          "\"rejected\": {}\n}}\n",
          rejected_ == 0 ? "" : "\n  ", text_of(errors_), accepted_, unsound_, rejected_);
    } else {
      if (unsound_ > 0) {
        fmt::print(
            stderr,
            "note: {} of the accepted proofs are under int-2021, which does not check divisions\n",
            unsound_);
      }
      fmt::print("accepted {}, rejected {}\n", accepted_, rejected_);
    }
    return bad_input_ ? 2 : rejected_ > 0 ? 1 : 0;
  }

 private:
  static std::string text_of(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  bool json_;
  bool bad_input_ = false;
  std::size_t accepted_ = 0;
  std::size_t unsound_ = 0;
  std::size_t rejected_ = 0;
  nlohmann::ordered_json errors_ = nlohmann::ordered_json::array();
};

// Throws Error if the file does not look like records, instead of rejecting every line of it.
void require_some_record(const Batch& batch, const std::string& name) {
  constexpr std::size_t kTried = 10;
  if (batch.lines.size() < 2) return;  // its rejection is the one message
  std::string reason;
  for (std::size_t i = 0; i < std::min(kTried, batch.lines.size()); ++i) {
    try {
      read_record(batch.lines[i].second);
      return;
    } catch (const Error& error) {
      if (i == 0) reason = error.what();
    }
  }
  throw Error(
      fmt::format("{}:{}: {}; the lines after it are no records either, so this file is "
                  "not checked",
                  name, batch.lines.front().first, reason));
}

void check_file(const CheckOptions& options, const Checker& checker, const std::string& path,
                Printer& printer) {
  LineReader lines(path);
  FileProgress progress("checking", path);
  const std::string& name = lines.name();
  const std::size_t before = printer.checked();

  bool is_first = true;
  std::exception_ptr fault;  // of the file; the lines before it are checked first
  const auto next_batch = [&]() -> std::optional<Batch> {
    if (fault) std::rethrow_exception(fault);
    Batch batch;
    std::size_t bytes_in_batch = 0;
    try {
      for (std::string_view line; bytes_in_batch < kBatchBytes && lines.next(line);) {
        if (is_blank(line)) continue;
        batch.lines.emplace_back(lines.number(), line);
        bytes_in_batch += line.size();
      }
    } catch (const Error&) {
      if (batch.lines.empty()) throw;
      fault = std::current_exception();
    }
    if (batch.lines.empty()) return std::nullopt;
    if (is_first) require_some_record(batch, name);
    is_first = false;
    batch.bytes_read = lines.bytes_read();
    return batch;
  };
  const auto make_worker = [&] { return [&](const Batch& batch) { return checker.check(batch); }; };
  const auto print = [&](const Batch& batch, const Report& report) {
    if (!report.rejections.empty() || !report.shown.empty()) progress.wipe();
    printer.add(name, report);
    progress.update(batch.bytes_read, printer.checked() - before);
  };
  for_each_ordered({.threads = options.threads}, next_batch, make_worker, print);
  if (printer.checked() == before) throw Error(name + ": there are no records in it");
}

int check(const CheckOptions& options) {
  const Checker checker(options);
  Printer printer(options.json);
  for (const std::string& path : options.files) {
    try {
      check_file(options, checker, path, printer);
    } catch (const Error& error) {
      printer.add_error(error.what());
    }
  }
  return printer.finish();
}

}  // namespace

void add_check(CLI::App& app, Command& run) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Check the proofs of records");
  command->add_option("files", options->files, "JSON Lines, plain or .zst; - is standard input")
      ->required();
  add_rules_option(*command, options->rules, "Check under this set, whatever the records say");
  add_threads(*command, options->threads, "Number of threads");
  command->add_flag("--show", options->show, "Print every theorem with its proof");
  command->add_flag("--json", options->json, "Print the result as JSON")->excludes("--show");
  command->footer(
      "Exit code: 0 all accepted, 1 some rejected, 2 some could not be read.\n"
      "Examples:\n"
      "  ineq check examples/theorems.jsonl\n"
      "  ineq check --show examples/theorems.jsonl | less\n"
      "  zstd -dc train.jsonl.zst | ineq check --rules int-2021 -");
  command->callback([options, &run] { run = [options] { return check(*options); }; });
}

}  // namespace ineq
