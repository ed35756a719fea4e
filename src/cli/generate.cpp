// `ineq generate`: theorems with proofs, as many as wanted, the same for any number of threads.

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "cli/commands.h"
#include "cli/progress.h"
#include "generate/dataset.h"
#include "proof/history.h"
#include "proof/output.h"
#include "proof/show.h"

namespace ineq {
namespace {

struct Options {
  Specification specification;
  std::string axioms = "ordered-field";
  std::string rules = "standard";
  std::string goal = "any";
  std::uint64_t first = 0;
  std::uint64_t count = 10;
  std::string out;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

constexpr std::uint64_t kChunk = 1024;

const std::map<std::string, GoalKind> kGoalKinds = {{"any", GoalKind::kAny},
                                                    {"equality", GoalKind::kEquality},
                                                    {"inequality", GoalKind::kInequality}};

void show(Generator& generator, std::uint64_t index) {
  const Generated& generated = generator.generate(index);
  Bank& bank = generator.bank();
  History history(bank, generated.theorem);
  for (const Action& action : generated.proof) history.apply(bank, generator.rules(), action);
  fmt::print("{}\n", show_proof(bank, history, theorem_id(generator.specification(), index)));
}

// Each round every thread makes a chunk with a generator of its own, and the chunks are written in
// order.
void write_dataset(const Options& options, std::vector<std::unique_ptr<Generator>>& generators) {
  OutputFile file(options.out);
  Progress progress("generating", options.count);
  for (std::uint64_t made = 0; made < options.count;) {
    std::vector<std::future<std::string>> chunks;
    for (const auto& generator : generators) {
      const std::uint64_t size = std::min(kChunk, options.count - made);
      if (size == 0) break;
      const std::uint64_t begin = options.first + made;
      chunks.push_back(std::async(std::launch::async, [&generator, begin, size] {
        std::string text;
        for (std::uint64_t i = begin; i < begin + size; ++i) append_record(*generator, i, text);
        return text;
      }));
      made += size;
    }
    for (auto& chunk : chunks) file.write(chunk.get());
    progress.update(made, made);
  }
  file.commit();
}

int generate(Options options) {
  Specification& specification = options.specification;
  specification.axioms = *find_axiom_set(options.axioms);
  specification.rules = *find_rule_set(options.rules);
  specification.goal = kGoalKinds.at(options.goal);
  const std::vector<Order> orders = orders_of(specification);
  if (options.out.empty()) {
    Generator generator(specification, orders);
    for (std::uint64_t i = 0; i < options.count; ++i) show(generator, options.first + i);
    return 0;
  }
  std::vector<std::unique_ptr<Generator>> generators;
  for (unsigned i = 0; i < options.threads; ++i) {
    generators.push_back(std::make_unique<Generator>(specification, orders));
  }
  write_dataset(options, generators);
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Command& run) {
  const auto options = std::make_shared<Options>();
  Specification& specification = options->specification;
  CLI::App* command = app.add_subcommand("generate", "Generate theorems with proofs");
  command->add_option("-k", specification.k, "Distinct axioms")->capture_default_str();
  command->add_option("-l", specification.l, "Steps of the proof")->capture_default_str();
  command->add_option("-n", options->count, "Theorems")->capture_default_str();
  command->add_option("--axioms", options->axioms, "The axioms to draw from")
      ->check(CLI::IsMember({"field", "ordered-field"}))
      ->capture_default_str();
  command
      ->add_option("--rules", options->rules,
                   "int-2021 makes what the original makes, division unchecked")
      ->check(CLI::IsMember({"standard", "int-2021"}))
      ->capture_default_str();
  command->add_option("--degree", specification.degree, "Of the initial term, at most")
      ->capture_default_str();
  command->add_option("--goal", options->goal, "What kind of statement to prove")
      ->check(CLI::IsMember(kGoalKinds))
      ->capture_default_str();
  command->add_option("--seed", specification.seed, "Another seed, other theorems")
      ->capture_default_str();
  command->add_option("--first", options->first, "The number of the first theorem")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Threads")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  command->add_option(
      "--out", options->out,
      "JSON Lines to this file, compressed if it ends in .zst; - is standard output");
  command->footer(
      "Theorem i depends on the options and i alone, not on the threads or on how many are made.\n"
      "Without --out the theorems are printed with their proofs.\n"
      "Examples:\n"
      "  ineq generate -k 3 -l 3 -n 5\n"
      "  ineq generate -k 3 -l 7 -n 1000000 --seed 7 --out train.jsonl.zst\n"
      "  ineq generate --goal inequality -k 5 -l 5 -n 100 --out - | ineq check -");
  command->callback([options, &run] { run = [options] { return generate(*options); }; });
}

}  // namespace ineq
