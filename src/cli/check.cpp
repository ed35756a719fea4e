// `ineq check`: reads records, checks every proof on all cores, and says which ones it rejects and
// why.
//
// The lines are read in batches, checked by as many threads as asked, and reported in the order of
// the file: the output does not depend on the number of threads.

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "proof/action_text.h"
#include "proof/lines.h"
#include "proof/record.h"
#include "proof/show.h"

namespace ineq {
namespace {

struct Options {
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
  std::vector<Rejection> rejections;
  std::string shown;
};

using Batch = std::vector<std::pair<std::size_t, std::string>>;  // line numbers and lines
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

class Checker {
 public:
  explicit Checker(const Options& options) : options_(options) {
    for (const RuleSet set : {RuleSet::kStandard, RuleSet::kInt2021, RuleSet::kFull}) {
      rules_.push_back(make_rules(set));
    }
  }

  Report check(const Batch& batch) const {
    Report report;
    Bank bank;
    for (const auto& [number, line] : batch) {
      bank.reset();
      Rejection rejection{.line = number, .id = {}, .reason = {}, .readable = false};
      try {
        const Record record = read_record(line);
        rejection.id = record.id;
        const Rules& rules = rules_for(record);
        const RecordVerdict verdict = check_record(bank, rules, record);
        if (options_.show) report.shown += show(bank, rules, record);
        if (verdict.accepted) {
          ++report.accepted;
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
  const Rules& rules_for(const Record& record) const {
    const RuleSet set = options_.rules.empty() ? record.rules.value_or(RuleSet::kStandard)
                                               : *find_rule_set(options_.rules);
    return rules_[static_cast<std::size_t>(set)];
  }

  // The proof as far as it goes.
  static std::string show(Bank& bank, const Rules& rules, const Record& record) {
    History history(bank, read_theorem(bank, record));
    for (const std::string& text : record.proof) {
      try {
        const Reading reading = read_action(bank, history.state(), text);
        if (!reading.action) break;
        if (history.apply(bank, rules, *reading.action) > Outcome::kNothing) break;
      } catch (const Error&) {
        break;  // reported by the check
      }
    }
    return show_proof(bank, history, record.id) + "\n";
  }

  const Options& options_;
  std::vector<Rules> rules_;  // by RuleSet
};

struct Totals {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  bool bad_input = false;
  nlohmann::ordered_json rejections = nlohmann::ordered_json::array();
};

void report_to(const Options& options, const std::string& file, const Report& report,
               Totals& totals) {
  totals.accepted += report.accepted;
  totals.rejected += report.rejections.size();
  if (!report.shown.empty()) fmt::print("{}", report.shown);
  for (const Rejection& r : report.rejections) {
    totals.bad_input |= !r.readable;
    if (options.json) {
      totals.rejections.push_back({{"file", file},
                                   {"line", r.line},
                                   {"id", r.id},
                                   {"reason", r.reason},
                                   {"readable", r.readable}});
    } else {
      fmt::print("{}:{}: rejected{}{}: {}\n", file, r.line, r.id.empty() ? "" : " ", r.id,
                 r.reason);
    }
  }
}

void check_file(const Options& options, const Checker& checker, const std::string& path,
                Totals& totals) {
  LineReader lines(path);
  std::error_code no_size;
  const auto bytes = std::filesystem::file_size(path, no_size);
  Progress progress("checking", no_size ? 0 : bytes);
  const std::string name = path == "-" ? "standard input" : path;
  const std::size_t before = totals.accepted + totals.rejected;

  std::deque<std::future<Report>> running;
  const auto finish_one = [&] {
    const Report report = running.front().get();
    running.pop_front();
    if (!report.rejections.empty() || !report.shown.empty()) progress.wipe();
    report_to(options, name, report, totals);
    progress.update(lines.bytes_read(), totals.accepted + totals.rejected - before);
  };
  Batch batch;
  std::size_t batch_bytes = 0;
  const auto start_batch = [&] {
    if (running.size() >= options.threads) finish_one();
    running.push_back(std::async(std::launch::async, [&checker, lines_of = std::move(batch)] {
      return checker.check(lines_of);
    }));
    batch.clear();
    batch_bytes = 0;
  };
  const auto finish_all = [&] {
    if (!batch.empty()) start_batch();
    while (!running.empty()) finish_one();
  };
  try {
    for (std::string_view line; lines.next(line);) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      batch.emplace_back(lines.number(), line);
      batch_bytes += line.size();
      if (batch_bytes >= kBatchBytes) start_batch();
    }
  } catch (const Error&) {
    finish_all();  // what was read before the fault is still reported
    throw;
  }
  finish_all();
  if (totals.accepted + totals.rejected == before)
    throw Error(name + ": there are no records in it");
}

int check(const Options& options) {
  const Checker checker(options);
  Totals totals;
  for (const std::string& path : options.files) {
    try {
      check_file(options, checker, path, totals);
    } catch (const Error& error) {
      std::fflush(stdout);
      fmt::print(stderr, "ineq: {}\n", error.what());
      totals.bad_input = true;
    }
  }
  if (options.json) {
    const nlohmann::ordered_json summary = {{"accepted", totals.accepted},
                                            {"rejected", totals.rejected},
                                            {"rejections", totals.rejections}};
    fmt::print("{}\n", summary.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("accepted {}, rejected {}\n", totals.accepted, totals.rejected);
  }
  return totals.bad_input ? 2 : totals.rejected > 0 ? 1 : 0;
}

}  // namespace

void add_check(CLI::App& app, Command& run) {
  const auto options = std::make_shared<Options>();
  options->threads = std::max(1u, std::thread::hardware_concurrency());
  CLI::App* command = app.add_subcommand("check", "Check the proofs of records");
  command->add_option("files", options->files, "JSON Lines, plain or .zst; - is standard input")
      ->required();
  add_rules_option(*command, options->rules, "Check under this set, whatever the records say");
  command->add_option("--threads", options->threads, "Threads")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
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
