#pragma once
// About how many steps a goal is from its proof: a hand-written guess, read off its structure.
//
// Two terms of an equation are compared from the root down. Where their parts have the same values
// at the point of the countermodel, part by part, the distance is that of the parts. Elsewhere, or
// where that takes more than a step, the rows of the axioms are tried at the root, on either side;
// what a row leaves open is taken from the other side, and premises add their distances. A row that
// makes the term smaller is always tried, any other one only where its result lines up with the
// other side, and at most `fuel` times on the way down. Rows are matched by value, so `x*y+z*w` has
// the common factor y when w has the same value, at the price of making them equal. Of an
// inequality the rows that conclude one are tried. Nothing here knows the axioms: it reads their
// rows.
//
// The distance is neither a lower nor an upper bound. Where no way is seen it grows with the size
// of the terms.

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernel/kernel.h"
#include "search/search.h"
#include "term/pattern.h"

namespace ineq {

// Steps, and how many of them stand for a way that is seen. (Of a part where none is seen, a few.)
struct Cost {
  float steps = 0;
  float seen = 0;

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
    int fuel = 2;      // rows on the way down to a part that do not make their term smaller
    int pairs = 5000;  // of terms that are compared for a goal; then no way is seen
  };

  // Of goals that follow from the premises of the problem's theorem. Fills its bank. Where the
  // time is up, distances are worth nothing.
  Distance(Problem& problem, Budget& budget, const Options& options);
  Distance(Problem& problem, Budget& budget) : Distance(problem, budget, Options{}) {}

  Cost operator()(const State& state);  // the sum over its goals
  Cost operator()(Statement goal);

  std::size_t bytes() const;  // of what it remembers, about

 private:
  struct Guess {
    Cost cost;
    std::int8_t fuel;  // it was made with
    bool exact;        // otherwise the cost is at least so much
  };

  // Each gives up, with a cost of at least `bound`, where there is no less.
  Cost statement(Statement goal, int fuel, float bound);
  Cost inequality(Term left, Term right, int fuel, float bound);
  Cost nonzero(Term term, float bound);
  Cost equal(Term left, Term right, int fuel, float bound);
  Cost compare(Term left, Term right, int fuel, float bound);
  Cost premises(const Row& row, const Bindings& bindings, int fuel, float bound);
  // From the root of one term, the least of `best` and the ways by one of the rows.
  Cost rewrite(Term from, Term to, int fuel, Cost best);
  // Adds what it takes to make `term` an instance of the pattern; false where no way is seen.
  bool fit(Term pattern, Term term, Bindings& bindings, Cost& cost, int fuel, float bound);

  // The instance of the pattern and the term have parts of the same values.
  bool lines_up(Term pattern, const Bindings& bindings, Term term) const;
  Cost unseen(Term left, Term right) const;
  bool same_value(Term left, Term right);

  Bank& bank_;
  const Rules& rules_;
  Countermodel& countermodel_;
  Budget& budget_;
  const Options options_;
  const std::vector<Statement> facts_;
  std::array<std::vector<const Row*>, std::size(kArity)> rewriting_;  // by the operator of `at`
  std::vector<const Row*> concluding_;
  int pairs_ = 0;                                       // that are left for the goal under way
  std::unordered_map<std::uint64_t, Guess> terms_;      // by the two of them
  std::unordered_map<std::uint32_t, Cost> statements_;  // by the goal
};

}  // namespace ineq
