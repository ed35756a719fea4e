#pragma once
// Estimates how many steps it takes to prove a goal: a hand-written heuristic that looks at the
// structure of the goal.
//
// The two sides of an equation are compared from the root down. If their parts have pairwise the
// same values at the point of the countermodel, the distance is the sum over the parts. Otherwise,
// or if that takes more than one step, the rows of the axioms are tried at the root, on either
// side; the variables that a row leaves open are taken from the other side, and premises add their
// distances. A row that makes the term smaller is always tried, any other row only if its result
// lines up with the other side, and at most `fuel` times on the way down. Rows are matched by
// value, so `x*y+z*w` has the common factor y if w has the same value, at the cost of making them
// equal. For an inequality, the rows that conclude one are tried. Nothing here knows the axioms: it
// reads their rows.
//
// The distance is neither a lower nor an upper bound. A way is *seen* if it is a concrete sequence
// of rewrites; if none is seen, the distance grows with the size of the terms.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"
#include "search/row_index.h"
#include "search/search.h"
#include "term/pattern.h"

namespace ineq {

struct Cost {
  float steps = 0;  // estimated total
  float seen = 0;   // the part backed by a way that is seen, and a constant for every other part

  Cost& operator+=(Cost other) {
    steps += other.steps;
    seen += other.seen;
    return *this;
  }
  friend bool operator<(Cost a, Cost b) { return a.steps < b.steps; }
};

class Distance {
 public:
  struct Options {
    int fuel = 2;      // maximum number of rows on the way down that do not shrink their term
    int pairs = 5000;  // maximum number of pairs of terms to compare per goal
  };

  // Estimates goals that are to be proven from the premises of the problem's theorem. Adds terms to
  // the problem's bank. Once time is up, distances are meaningless.
  Distance(Problem& problem, Budget& budget, const Options& options);
  Distance(Problem& problem, Budget& budget) : Distance(problem, budget, Options{}) {}

  Cost operator()(const State& state);  // sum over its goals
  Cost operator()(Statement goal);

  std::size_t bytes() const;  // approximate

 private:
  struct Guess {
    Cost cost;
    std::int8_t fuel;  // that the guess was made with
    bool exact;        // otherwise the cost is a lower bound
  };

  // Each returns a cost of at least `bound` if it finds no lower one.
  Cost statement(Statement goal, int fuel, float bound);
  Cost inequality(Term left, Term right, int fuel, float bound);
  Cost nonzero(Term term, float bound);
  Cost equal(Term left, Term right, int fuel, float bound);
  Cost compare(Term left, Term right, int fuel, float bound);
  Cost premises(const Row& row, const Bindings& bindings, int fuel, float bound);
  // The minimum of `best` and the ways that begin with a row at the root of `from`.
  Cost rewrite(Term from, Term to, int fuel, Cost best);
  // Adds the cost of making `term` an instance of the pattern; false if no way is seen.
  bool fit(Term pattern, Term term, Bindings& bindings, Cost& cost, int fuel, float bound);

  // Whether the instance of the pattern and the term have the same operator and their parts have
  // pairwise the same values.
  bool lines_up(Term pattern, const Bindings& bindings, Term term) const;
  Cost unseen(Term left, Term right) const;
  bool same_value(Term left, Term right);

  Bank& bank_;
  const Rules& rules_;
  Countermodel& countermodel_;
  Budget& budget_;
  const Options options_;
  const std::vector<Statement> facts_;
  const RowIndex rows_;
  int pairs_ = 0;                                       // left for the current goal
  std::unordered_map<std::uint64_t, Guess> terms_;      // by pair of terms
  std::unordered_map<std::uint32_t, Cost> statements_;  // by goal
};

}  // namespace ineq
