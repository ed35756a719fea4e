#include "support/false_statements.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "generate/generator.h"
#include "proof/rules_by_set.h"
#include "search/prove.h"
#include "support/rational.h"

namespace ineq {
namespace {

constexpr int kTries = 20;

Statement changed(Bank& bank, Statement goal, Rng& rng) {
  const Node node = bank[goal];
  if (node.op == Op::kGreaterEqual && rng.below(4) == 0) {
    return bank.statement(node.op, node.right, node.left);
  }
  const std::uint32_t place = 1 + rng.below(node.size - 1);
  const Term term = subterm(bank, goal, place);
  const Op op = bank[term].op;
  Term by;
  if (op == Op::kZero || op == Op::kOne) {
    by = bank.term(op == Op::kZero ? Op::kOne : Op::kZero);
  } else if (op == Op::kNegate) {
    by = bank[term].left;
  } else {
    by = bank.term(Op::kNegate, term);
  }
  return replace(bank, goal, place, by);
}

std::uint32_t last_letter(const Bank& bank, Term term) {
  const Node& node = bank[term];
  if (node.op == Op::kVariable) return node.left.id;
  const std::uint32_t left = arity(node.op) > 0 ? last_letter(bank, node.left) : 0;
  return arity(node.op) > 1 ? std::max(left, last_letter(bank, node.right)) : left;
}

// A point where the premises of a generated theorem usually hold. It can be found because the last
// letter of each premise is linear and does not occur in earlier premises.
Point point_of(const Bank& bank, const Theorem& theorem, Rng& rng) {
  Point point = random_point(rng);
  for (const Statement premise : theorem.premises) {
    const Node& node = bank[premise];
    if (node.op == Op::kNonZero) continue;
    const std::uint32_t letter =
        std::max(last_letter(bank, node.left), last_letter(bank, node.right));
    const auto difference = [&](int at) -> Rational {
      point.variable[letter] = at;
      return evaluate(bank, node.left, point) - evaluate(bank, node.right, point);
    };
    const Rational at_zero = difference(0);
    const Rational slope = difference(1) - at_zero;
    const int above = node.op == Op::kEqual ? 0 : static_cast<int>(rng.below(3));
    if (slope != 0) point.variable[letter] = (above - at_zero) / slope;
  }
  return point;
}

struct FalseStatement {
  RuleSet set;
  const Rules& rules;
  const Bank& bank;
  const Theorem& theorem;
  std::size_t l;         // of the theorem it was made from
  std::uint64_t number;  // of that theorem, in its round
};

template <typename Visit>
void for_each_false_statement(std::uint64_t seed, std::uint64_t statements, const Visit& visit) {
  constexpr std::array<std::array<std::size_t, 2>, 5> kSettings = {
      {{3, 3}, {3, 5}, {3, 7}, {5, 7}, {10, 10}}};
  Rng rng(seed);
  std::uint64_t made = 0;
  for (std::uint64_t round = 0; made < statements; ++round) {
    for (const auto& [k, l] : kSettings) {
      Specification specification;
      specification.k = k;
      specification.l = l;
      specification.seed = seed;
      specification.rules = round % 4 == 3 ? RuleSet::kFull : RuleSet::kStandard;
      Generator generator(specification);
      for (std::uint64_t i = 0; i < 50 && made < statements; ++i) {
        const Theorem& theorem = generator.generate(round * 50 + i).theorem();
        const auto wrong = falsified(generator.bank(), theorem, rng);
        if (!wrong) continue;
        ++made;
        visit({specification.rules, generator.rules(), generator.bank(), *wrong, l, i});
      }
    }
  }
}

}  // namespace

std::optional<Theorem> falsified(Bank& bank, const Theorem& theorem, Rng& rng) {
  for (int i = 0; i < kTries; ++i) {
    const Theorem out{.premises = theorem.premises, .goal = changed(bank, theorem.goal, rng)};
    const Point point = point_of(bank, out, rng);
    const auto true_here = [&](Statement s) { return holds(bank, s, point); };
    if (std::ranges::all_of(out.premises, true_here) && !true_here(out.goal)) return out;
  }
  return std::nullopt;
}

void FalseCounts::add(Problem& problem, bool with_countermodel, const ProveResult& result) {
  const bool equation = problem.bank[problem.theorem.goal].op == Op::kEqual;
  ++statements;
  proven += result.proven.has_value();
  counts += result.counts;
  if (with_countermodel && equation) {
    ++equations;
    refuted += result.end == SearchEnd::kRefuted;
  }
}

FalseCounts& FalseCounts::operator+=(const FalseCounts& other) {
  statements += other.statements;
  equations += other.equations;
  refuted += other.refuted;
  proven += other.proven;
  counts += other.counts;
  return *this;
}

FalseCounts search_false_statements(std::uint64_t seed, std::uint64_t statements,
                                    const SearchLimits& limits) {
  FalseCounts out;
  for_each_false_statement(seed, statements, [&](const FalseStatement& wrong) {
    const auto algorithm = static_cast<Algorithm>(out.statements / 4 % std::size(kAlgorithmNames));
    // Without the countermodel, a large state has millions of legal actions.
    const bool many = algorithm == Algorithm::kBreadthFirst && wrong.l > 3;
    const bool with_countermodel = out.statements % 4 == 0 || many;
    const AgentOptions agent{.algorithm = algorithm, .seed = wrong.number};
    Problem problem(wrong.set, wrong.rules, wrong.bank, wrong.theorem, with_countermodel);
    Budget budget(limits);
    out.add(problem, with_countermodel, prove(problem, agent, budget));
  });
  return out;
}

FalseCounts search_false_statements(std::uint64_t seed, std::uint64_t statements,
                                    const SearchLimits& limits, const Network& network,
                                    const NetworkOptions& options) {
  const RulesBySet rules;
  FalseCounts out;
  std::deque<Problem> problems;
  std::deque<Budget> budgets;
  std::vector<PolicyTask> tasks;
  std::uint64_t batches = 0, met = 0;
  const auto try_all = [&] {
    const auto acting = static_cast<Acting>(batches++ % std::size(kActingNames));
    ActingOptions how{.acting = acting};
    if (acting == Acting::kBeam) how.policy.beam = 4;
    std::vector<SearchResult> found = act(network, options, how, tasks);
    for (std::size_t i = 0; i < found.size(); ++i) {
      out.add(problems[i], problems[i].countermodel.refutes(),
              verify(problems[i], std::move(found[i]), limits));
    }
    tasks.clear();
    budgets.clear();
    problems.clear();
  };
  for_each_false_statement(seed, statements, [&](const FalseStatement& wrong) {
    problems.emplace_back(wrong.set, rules[wrong.set], wrong.bank, wrong.theorem, met % 4 == 0);
    budgets.emplace_back(limits);
    tasks.push_back({.problem = &problems.back(), .budget = &budgets.back(), .seed = met++});
    if (tasks.size() == kTogether) try_all();
  });
  if (!tasks.empty()) try_all();
  return out;
}

}  // namespace ineq
