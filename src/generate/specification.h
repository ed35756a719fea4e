#pragma once
// Which theorems are wanted: one plain struct, and one list of its fields (files/fields.h) that the
// command line, specification files and Python use.
//
// A specification file is a JSON object with any of the fields; missing ones have their defaults.
// The paths in it are relative to the folder it is in.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "base/streams.h"
#include "files/fields.h"
#include "generate/order.h"
#include "proof/rule_set_field.h"

namespace ineq {

// The random stream that theorems are drawn from. Sets from different streams have nothing in
// common even if everything else in their specifications is the same.
enum class Stream : std::uint8_t { kDataset, kTest, kValidation };
Purpose purpose_of(Stream stream);
std::string_view to_string(Stream stream);  // dataset, test, validation

template <>
inline constexpr std::size_t kEnumerators<AxiomSet> = 2;
template <>
inline constexpr std::size_t kEnumerators<GoalKind> = 3;
template <>
inline constexpr std::size_t kEnumerators<Stream> = 3;

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

inline constexpr std::size_t kMainFields = 7;  // the first ones, which files always have
template <typename SpecificationOrConst, typename Visit>
requires FieldsOf<SpecificationOrConst, Specification>
void visit_fields(SpecificationOrConst& s, const Visit& visit) {
  visit("k", s.k, "Number of distinct axioms");
  visit("l", s.l, "Number of steps of the proof");
  visit("axioms", s.axioms, "The axioms to draw from: field or ordered-field");
  visit("rules", s.rules,
        "The rule set: standard; int-2021, which the original program uses; or full, with the "
        "transformations of the paper's Appendix C");
  visit("degree", s.degree, "Maximum number of operators of the initial term");
  visit("goal", s.goal, "The kind of statement to prove: any, equality or inequality");
  visit("seed", s.seed, "Different seeds give different theorems");
  visit("stream", s.stream,
        "The random stream to draw from: dataset, or test or validation for sets to evaluate on");
  visit("orders", s.orders,
        "A file of axiom orders to use, in the format of `ineq orders` and INT");
  visit("combinations", s.combinations,
        "A file of axiom combinations; each theorem takes a new order of one of them");
  visit("list_size", s.list_size, "Use only the first N entries of that file (default: all)");
  visit("order_trials", s.order_trials,
        "Without a file, use the distinct orders among N random ones; 0: draw a new order for each "
        "theorem");
  visit("early_repeats", s.early_repeats,
        "Allow axioms to repeat before all have occurred, as in the paper's [A, A, B]");
  visit("exclude", s.exclude,
        "A file of theorems whose goals are not made, up to renaming of variables; can be given "
        "several times");
  visit("transform", s.transform, "Whether to use transformations at all");
  visit("no_transform", s.no_transform, "Probability of extending where a transformation applies");
  visit("longest_sample", s.longest_sample,
        "Maximum length of a sampled term, in characters of INT's prefix notation");
  visit("initial_per_degree", s.initial_per_degree,
        "Number of initial terms of each degree to choose from");
  visit("most_variables", s.most_variables, "Maximum number of variables of a theorem");
  visit("most_nodes", s.most_nodes, "Maximum number of nodes of all statements in an attempt");
  visit("min_shortest", s.min_shortest,
        "Keep only theorems that are proven to have no proof of fewer than N steps (default: any)");
  visit("shortest_nodes", s.shortest_nodes,
        "Maximum number of states to expand for that; theorems that take more are not kept");
}

inline constexpr std::size_t kMaxSteps = 25;
inline constexpr std::size_t kMaxDegree = 20;
inline constexpr std::size_t kMaxInitialTerms = 1000;  // per degree
inline constexpr std::size_t kMaxAttempts = 100'000;   // per theorem
inline constexpr std::size_t kMaxTooEasy = 1000;       // attempts that took a search, per theorem

// The numbers that a field accepts, if they are limited.
std::optional<WholeRange> range_of(std::string_view field);

// Throws Error with the reason if no theorem can meet it.
void require_possible(const Specification& specification);

// One field per line. Fields with their default values are left out, except for the main ones.
std::string write_specification(const Specification& specification);
Specification read_specification(std::string_view text);  // throws Error
Specification load_specification(const std::string& path);

}  // namespace ineq
