#pragma once
// The specification says which theorems the generator makes. It is a plain struct; one list of its
// fields drives the command line, specification files and the Python package.
//
// A specification file is a JSON object with any of the fields; missing fields have their defaults.
// Paths in it are relative to the folder that contains the file.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "generate/order.h"

namespace ineq {

// The defaults are INT's.
struct Specification {
  AxiomSet axioms = AxiomSet::kOrderedField;
  RuleSet rules = RuleSet::kStandard;
  std::size_t k = 3;
  std::size_t l = 3;
  std::size_t degree = 0;
  GoalKind goal = GoalKind::kAny;
  std::uint64_t seed = 1;

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
  visit("k", s.k, "Number of distinct axioms");
  visit("l", s.l, "Number of steps of the proof");
  visit("axioms", s.axioms, "The axioms to draw from: field or ordered-field");
  visit("rules", s.rules,
        "The rule set: standard; int-2021, that of the original; or full, with the transformations "
        "of the paper's Appendix C");
  visit("degree", s.degree, "Maximum number of operators of the initial term");
  visit("goal", s.goal, "The kind of statement to prove: any, equality or inequality");
  visit("seed", s.seed, "Random seed; each seed gives other theorems");
  visit("orders", s.orders, "A file of axiom orders to use, as `ineq orders` and INT write it");
  visit("combinations", s.combinations,
        "A file of axiom combinations; each theorem uses a new order of one of them");
  visit("list_size", s.list_size, "Use only the first N entries of that file (0: all)");
  visit("order_trials", s.order_trials,
        "Without a file: draw this many random orders and use the distinct ones (0: draw a new "
        "order for each theorem)");
  visit("early_repeats", s.early_repeats,
        "Axioms may be repeated before all have been used, as in the paper's [A, A, B]");
  visit("exclude", s.exclude,
        "A file of theorems whose goals must not be made, up to renaming of variables; may be "
        "given several times");
  visit("transform", s.transform, "Whether transformations are used at all");
  visit("no_transform", s.no_transform,
        "Probability of an extension where a transformation is possible");
  visit("longest_sample", s.longest_sample,
        "Maximum length of a sampled term in INT's prefix notation, in characters");
  visit("initial_per_degree", s.initial_per_degree,
        "Number of initial terms per degree to choose from");
  visit("most_variables", s.most_variables, "Maximum number of variables of a theorem");
  visit("most_nodes", s.most_nodes,
        "Maximum number of nodes of all statements that an attempt makes");
  visit("min_shortest", s.min_shortest,
        "Keep only theorems that are shown to have no proof with fewer steps (0: keep all)");
  visit("shortest_nodes", s.shortest_nodes,
        "Maximum number of states to expand to show that; theorems that need more are not kept");
}

inline constexpr std::size_t kMaxSteps = 25;
inline constexpr std::size_t kMaxDegree = 20;
inline constexpr std::size_t kMaxInitialTerms = 1000;  // per degree
inline constexpr std::size_t kMaxAttempts = 100'000;   // per theorem
inline constexpr std::size_t kMaxTooEasy = 1000;       // rejected as too easy, per theorem

// Sets the field from text, or appends to it if it is a list. Throws Error with the field's name.
void set_field(Specification& specification, std::string_view name, std::string_view text);

// Throws Error, with the reason, if no theorem can meet the specification.
void require_possible(const Specification& specification);

// Writes one field per line. Fields with default values are omitted, except the main ones.
std::string write_specification(const Specification& specification);
Specification read_specification(std::string_view text);  // throws Error
Specification load_specification(const std::string& path);

}  // namespace ineq
