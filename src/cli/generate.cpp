// `ineq generate`: theorems with proofs; the result does not depend on the number of threads.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/specification_options.h"
#include "cli/values.h"
#include "files/lines.h"
#include "files/output.h"
#include "generate/card.h"
#include "generate/dataset_writer.h"
#include "generate/finished_dataset.h"
#include "proof/history.h"
#include "proof/show.h"

namespace ineq {
namespace {

struct GenerateOptions {
  SpecificationOptions specification;
  DatasetRequest request;
  std::string format = "jsonl";
  std::vector<std::string> with;
  std::string card;
  bool force = false;
};

void show(Generator& generator, std::uint64_t index) {
  const Generated& generated = generator.generate(index);
  Bank& bank = generator.bank();
  const History history(bank, generated.proven);
  fmt::print("{}\n", show_proof(bank, history, theorem_id(generator.specification(), index)));
}

// Returns whether the file was there already, complete, so that there is nothing to do. Throws
// Error if anything would be overwritten.
bool is_complete(const DatasetRequest& request, bool force) {
  namespace fs = std::filesystem;
  if (fs::exists(request.out + ".checkpoint")) return false;  // it is for the unfinished run
  const bool comparable = request.format == Format::kJsonLines && !request.distinct;
  if (!request.resume || force || !comparable || !fs::is_regular_file(request.out)) {
    for (const std::string& path : dataset_paths(request)) {
      if (!force) require_absent(path);
    }
    return false;
  }
  const FinishedDataset found = compare_finished(request);
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("{}: {}; --force overwrites it", request.out, why));
  };
  if (!found.is_same) refuse("the file is finished and has other theorems");
  if (found.theorems > request.count) {
    refuse(fmt::format("the file is finished and has {} theorems", found.theorems));
  }
  if (found.theorems < request.count) {
    refuse(fmt::format(
        "the file is finished, and without its checkpoint the {} theorems in it cannot be "
        "extended; --first {} -n {} writes the others to another file",
        found.theorems, request.first + found.theorems, request.count - found.theorems));
  }
  return true;
}

void report_interrupted(const DatasetRequest& request, std::uint64_t kept) {
  if (kept > 0) {
    fmt::print(stderr,
               "interrupted: {} of {} theorems are kept; the same command with --resume continues "
               "from there\n",
               kept, request.count);
  } else {
    fmt::print(stderr, "interrupted: nothing is kept, because {}\n",
               request.distinct ? "a run with --distinct has no checkpoints"
                                : "there was no checkpoint yet");
  }
}

// Returns the exit code.
int write(DatasetRequest request) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  if (request.out != "-") request.interrupt = &catch_interrupt();
  std::optional<Progress> progress;
  const DatasetReport report = write_dataset(request, [&](std::uint64_t made, std::uint64_t now) {
    if (!progress) {
      progress.emplace("generating",
                       Progress::Options{.total = request.count, .earlier = made - now});
    }
    progress->update(made, made);
  });
  progress.reset();
  if (!report.is_finished) {
    report_interrupted(request, report.kept);
    return 1;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const auto made = static_cast<double>(report.attempts.accepted);
  const std::uint64_t written = request.distinct ? request.count : report.attempts.accepted;
  if (report.resumed_at > 0)
    fmt::print(stderr, "{} theorems were already written; ", report.resumed_at);
  fmt::print(stderr, "{} theorems in {:.1f} s, {:.0f} per second; {:.0f} % of the attempts kept",
             written, seconds, static_cast<double>(written) / std::max(seconds, 1e-9),
             100 * made / std::max(1.0, static_cast<double>(report.attempts.all())));
  if (report.attempts.too_easy > 0) {
    fmt::print(stderr, ", {} too easy", report.attempts.too_easy);
  }
  fmt::print(stderr, "\n");
  return 0;
}

// Writes the dataset and its card. The card is opened first, so that an error is noticed before the
// work begins. A card that already has the same text is left as it is.
int write_with_card(const DatasetRequest& request, const std::string& path, bool force) {
  std::optional<OutputFile> card;
  std::string text;
  if (!path.empty()) {
    for (const std::string& file : dataset_paths(request)) {
      refuse_same_file("--card", path, "--out", file);
    }
    text = dataset_card(request, path);
    const bool is_there = std::filesystem::is_regular_file(path) && read_file(path) == text;
    if (!force && !is_there) require_absent(path);
    if (!is_there) card.emplace(path);
  }
  if (is_complete(request, force)) {
    say(stderr, "{} is complete: it has all {} theorems\n", request.out, request.count);
  } else if (const int code = write(request); code != 0) {
    return code;
  }
  if (card) {
    card->write(text);
    card->commit();
  }
  return 0;
}

int generate(const GenerateOptions& options) {
  DatasetRequest request = options.request;
  request.specification = options.specification.specification();
  read_value(options.format, request.format);
  for (const std::string& part : options.with) set_field(request.parts, part, "true");
  if (request.parts.any() && request.format != Format::kJsonLines) {
    throw Error("--with requires --format jsonl");
  }
  if (request.out == "-" && request.resume) {
    throw Error("--resume requires a file, not standard output");
  }
  if (!request.out.empty()) return write_with_card(request, options.card, options.force);
  if (request.resume) throw Error("--resume requires --out");
  if (request.parts.any()) throw Error("--with requires --out");
  if (!options.card.empty()) throw Error("--card requires --out");
  if (request.distinct) throw Error("--distinct requires --out");
  if (options.force) throw Error("--force requires --out");
  if (request.format != Format::kJsonLines) throw Error("--format requires --out");
  require_numbers(request);
  Generator generator(request.specification);
  for (std::uint64_t i = 0; i < request.count; ++i) show(generator, request.first + i);
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Command& run) {
  const auto options = std::make_shared<GenerateOptions>();
  DatasetRequest& request = options->request;
  CLI::App* command = app.add_subcommand("generate", "Generate theorems with proofs");
  add_count(*command, "-n", request.count, "Number of theorems");
  options->specification.add_to(*command);
  add_count(*command, "--first", request.first, "The number of the first theorem");
  add_threads(*command, request.threads, "Number of threads");
  command->add_option(
      "--out", request.out,
      "Write to this file, compressed if it ends in .zst; - is standard output. seq2seq and "
      "fairseq write NAME.src and NAME.tgt");
  command->add_option("--format", options->format, "The format of the file")
      ->check(one_of(enumerator_names<Format>()))
      ->type_name("NAME")
      ->capture_default_str();
  std::vector<std::string_view> parts;
  visit_fields(request.parts,
               [&](const char* name, bool, const char*) { parts.emplace_back(name); });
  command
      ->add_option("--with", options->with,
                   "What to add to the records for each step, separated by commas")
      ->check(one_of(parts))
      ->type_name("NAME")
      ->delimiter(',');
  command->add_option("--card", options->card,
                      "Also write a dataset card, Markdown with a YAML header, to this file");
  command->add_flag("--resume", request.resume,
                    "Continue the unfinished file of a run that was interrupted, if there is one");
  add_force(*command, options->force);
  command->add_flag(
      "--distinct", request.distinct,
      "Leave out theorems whose goal has occurred before, up to renaming of variables");
  command->footer(
      "Theorem i depends only on the options and on i, not on -n or the number of threads.\n"
      "Without --out the theorems are printed with their proofs.\n"
      "Ctrl-C ends the run at its last checkpoint, from which --resume continues it.\n"
      "Exit code: 0 all theorems were generated, 1 interrupted, 2 bad input.\n"
      "Examples:\n"
      "  ineq generate -k 3 -l 3 -n 5\n"
      "  ineq generate -k 3 -l 7 -n 100000 --out data/train.jsonl --card data/README.md\n"
      "  ineq generate --goal inequality -k 5 -l 5 -n 100 --out - | ineq check -\n"
      "  ineq generate --spec splits/iid/k3l5/train.json -n 10000 --out train.jsonl\n"
      "  ineq generate -l 5 -n 10000 --format fairseq --out train\n"
      "  ineq generate -l 5 -n 100 --min-shortest 5 --out hard.jsonl");
  command->callback([options, &run] { run = [options] { return generate(*options); }; });
}

}  // namespace ineq
