// `ineq orders`: lists of axiom orders or combinations, made, counted and split.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/specification_options.h"
#include "files/output.h"
#include "generate/axiom_lists.h"
#include "generate/order_file.h"

namespace ineq {
namespace {

struct OrdersOptions {
  SpecificationOptions specification;
  ListRequest request;
  bool combinations = false;
  bool count = false;
  std::string from;
  std::string out = "-";
  std::size_t head = 0;
  std::string rest;
  bool force = false;
};

std::vector<Order> list(const OrdersOptions& options, const Specification& s) {
  if (!options.from.empty()) {
    return options.combinations ? load_combinations(options.from, s.k)
                                : load_orders(options.from, s.k, s.l);
  }
  return options.combinations ? draw_combinations(s, options.request)
                              : draw_orders(s, options.request);
}

void write(const OrdersOptions& options, const Specification& s, const std::string& path,
           const std::vector<Order>& values) {
  write_file(path, options.combinations ? write_combinations(values, s.k)
                                        : write_orders(values, s.k, s.l));
}

int orders(const OrdersOptions& options) {
  Specification s = options.specification.specification();
  if (options.combinations) s.l = std::max(s.l, s.k);  // a combination has no length
  if (!options.from.empty() && (options.count || options.request.count > 0)) {
    throw Error("--from cannot be combined with --count or -n");
  }
  if (options.count) {
    require_possible(s);
    fmt::print("{:.0f}\n", options.combinations
                               ? count_combinations(s.axioms, s.k, s.goal)
                               : count_orders(s.axioms, s.k, s.l, s.goal, s.early_repeats));
    return 0;
  }
  if (options.out == options.rest) throw Error("--out and --rest name the same file");
  if (options.rest.empty() != (options.head == 0)) {
    throw Error("--head and --rest require each other");
  }
  if (!options.force) {
    require_absent(options.out);
    require_absent(options.rest);
  }
  std::vector<Order> values = list(options, s);
  if (options.head > values.size()) {
    throw Error(fmt::format("the list has {} elements, not {}", values.size(), options.head));
  }
  if (options.head > 0) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(options.head);
    write(options, s, options.rest, {middle, values.end()});
    values.resize(options.head);
  }
  write(options, s, options.out, values);
  return 0;
}

}  // namespace

void add_orders(CLI::App& app, Command& run) {
  const auto options = std::make_shared<OrdersOptions>();
  CLI::App* command = app.add_subcommand("orders", "List axiom orders or combinations");
  options->specification.add_to(*command, {.only = {"k", "l", "axioms", "goal", "early_repeats"}});
  command->add_flag("--combinations", options->combinations, "List combinations instead of orders");
  add_count(*command, "-n", options->request.count,
            "Draw until there are N distinct ones; 0: take the distinct ones among the trials");
  add_count(*command, "--trials", options->request.trials, "Number of random draws if -n is 0");
  add_count(*command, "--seed", options->request.seed,
            "Seed of the draws; 0 gives the list that `ineq generate` uses without a file");
  command->add_flag("--count", options->count, "Only print how many exist");
  command->add_option("--from", options->from,
                      "Read the list from this file instead of drawing it");
  command->add_option("--out", options->out, "Write the list to this file; - is standard output")
      ->capture_default_str();
  add_count(*command, "--head", options->head,
            "Write only the first N entries to --out; needs --rest");
  command->add_option("--rest", options->rest,
                      "Write the entries after the first N of --head to this file");
  add_force(*command, options->force);
  command->footer(
      "The files are those of INT: {\"k3l5\": [[\"AdditionZero\", …], …]}.\n"
      "Examples:\n"
      "  ineq orders -k 3 -l 5 -n 6000 --out all.json\n"
      "  ineq orders -l 5 --from all.json --head 5000 --out train.json --rest test.json\n"
      "  ineq orders -k 5 --combinations -n 600 --out combinations.json\n"
      "  ineq orders -k 3 -l 3 --count");
  command->callback([options, &run] { run = [options] { return orders(*options); }; });
}

}  // namespace ineq
