#pragma once
// What theorems are wanted: one plain struct, and one list of its fields that the command line,
// specification files and other languages go by.
//
// A specification file is a JSON object with any of the fields; those that are missing have their
// defaults. The paths in it are relative to the folder it is in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "base/streams.h"
#include "generate/order.h"

namespace ineq {

// The random stream that theorems are drawn from. Sets from different streams have nothing in
// common even if everything else in their specifications is the same.
enum class Stream : std::uint8_t { kDataset, kTest, kValidation };
Purpose purpose_of(Stream stream);
std::string_view to_string(Stream stream);  // dataset, test, validation

// The defaults are INT's.
struct Specification {
  AxiomSet axioms = AxiomSet::kOrderedField;
  RuleSet rules = RuleSet::kStandard;
  std::size_t k = 3;
  std::size_t l = 3;
  std::size_t degree = 0;
  GoalKind goal = GoalKind::kAny;
  std::uint64_t seed = 1;
  Stream stream = Stream::kDataset;

  std::string orders = {};
  std::string combinations = {};
  std::size_t list_size = 0;
  std::size_t order_trials = 100'000;
  bool early_repeats = false;
  std::vector<std::string> exclude = {};

  bool transform = true;
  double no_transform = 0;
  std::size_t longest_sample = 20;
  std::size_t initial_per_degree = 10;
  std::size_t most_variables = 20;
  std::size_t most_nodes = 2000;

  std::size_t min_shortest = 0;
  std::size_t shortest_nodes = 1000;
};

// Calls visit(name, field, help) for each field, the main ones first.
inline constexpr std::size_t kMainFields = 7;
template <typename SpecificationOrConst, typename Visit>
void visit_fields(SpecificationOrConst& s, const Visit& visit) {
  visit("k", s.k, "Distinct axioms");
  visit("l", s.l, "Steps of the proof");
  visit("axioms", s.axioms, "The axioms to draw from: field or ordered-field");
  visit("rules", s.rules,
        "standard; int-2021, what the original makes; full, with the transformations of the "
        "paper's Appendix C");
  visit("degree", s.degree, "Operators of the initial term, at most");
  visit("goal", s.goal, "What kind of statement to prove: any, equality or inequality");
  visit("seed", s.seed, "Another seed, other theorems");
  visit("stream", s.stream,
        "The random stream to draw from: dataset, or test or validation for sets to evaluate on");
  visit("orders", s.orders, "A file of axiom orders to use, as `ineq orders` and INT write it");
  visit("combinations", s.combinations,
        "A file of axiom combinations; a new order of one is made up for each theorem");
  visit("list_size", s.list_size, "Use only so many from the beginning of that file; 0: all");
  visit("order_trials", s.order_trials,
        "Without a file: the orders are the distinct ones among so many random ones; 0: each is "
        "made up anew");
  visit("early_repeats", s.early_repeats,
        "Axioms may come again before all have come, as in the paper's [A, A, B]");
  visit("exclude", s.exclude,
        "A file of theorems whose goals are not made, up to renaming of variables; may be given "
        "several times");
  visit("transform", s.transform, "Whether transformations are used at all");
  visit("no_transform", s.no_transform, "Probability of extending where a transformation fits");
  visit("longest_sample", s.longest_sample,
        "Characters of a sampled term in INT's prefix notation, at most");
  visit("initial_per_degree", s.initial_per_degree, "Initial terms of each degree to choose from");
  visit("most_variables", s.most_variables, "Variables of a theorem, at most");
  visit("most_nodes", s.most_nodes, "Nodes of all statements that an attempt makes, at most");
  visit("min_shortest", s.min_shortest,
        "Keep only theorems that are proven to have no proof of fewer steps; 0: any");
  visit("shortest_nodes", s.shortest_nodes,
        "States to expand for that proof, at most; a theorem that takes more is not kept");
}

inline constexpr std::size_t kMaxSteps = 25;
inline constexpr std::size_t kMaxDegree = 20;
inline constexpr std::size_t kMaxInitialTerms = 1000;  // of each degree
inline constexpr std::size_t kMaxAttempts = 100'000;   // at one theorem
inline constexpr std::size_t kMaxTooEasy = 1000;       // of them, where each is searched in

// Sets the field from text, or adds to it where it is a list. Throws Error, with the field's name.
void set_field(Specification& specification, std::string_view name, std::string_view text);

// Throws Error with the reason where no theorem can meet it.
void require_possible(const Specification& specification);

// One field a line; those that have their defaults are left out, but for the main ones.
std::string write_specification(const Specification& specification);
Specification read_specification(std::string_view text);  // throws Error
Specification load_specification(const std::string& path);

}  // namespace ineq
