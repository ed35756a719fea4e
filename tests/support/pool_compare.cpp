#include "support/pool_compare.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace ineq {
namespace {

auto arrays(const GraphBatch& b) {
  return std::tie(b.type, b.statement, b.edge, b.slot, b.root, b.is_goal, b.occurrence,
                  b.node_offset, b.edge_offset, b.statement_offset, b.occurrence_offset);
}

void check_offsets(const std::vector<std::int64_t>& offsets, std::size_t states, std::size_t end) {
  expect(offsets.size() == states + 1 && offsets[0] == 0, "one offset per state and one more");
  expect(std::ranges::is_sorted(offsets), "offsets go down");
  expect(offsets.back() == static_cast<std::int64_t>(end), "offsets and array differ");
}

}  // namespace

void expect(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

bool equal(const Views& x, const Views& y) {
  if (x.graph.has_value() != y.graph.has_value()) return false;
  if (x.sequence.has_value() != y.sequence.has_value()) return false;
  return (!x.graph || arrays(*x.graph) == arrays(*y.graph)) &&
         (!x.sequence ||
          (x.sequence->token == y.sequence->token && x.sequence->offset == y.sequence->offset));
}

bool equal(const PoolBatch& x, const PoolBatch& y) {
  const auto rows = [](const PoolBatch& b) {
    return std::tie(b.environment, b.reward, b.terminated, b.truncated, b.outcome, b.steps,
                    b.episode, b.nodes, b.hash, b.goal_hash, b.final_row);
  };
  return rows(x) == rows(y) && equal(x.views, y.views) && equal(x.final_views, y.final_views);
}

void check_arrays(const Views& views, std::size_t states) {
  if (views.graph) {
    const GraphBatch& g = *views.graph;
    expect(g.states() == states, "graphs are missing");
    check_offsets(g.node_offset, states, g.type.size());
    check_offsets(g.edge_offset, states, g.slot.size());
    check_offsets(g.statement_offset, states, g.root.size());
    check_offsets(g.occurrence_offset, states, g.occurrence.size());
    expect(g.statement.size() == g.type.size() && g.edge.size() == 2 * g.slot.size() &&
               g.is_goal.size() == g.root.size(),
           "columns of different length");
    for (std::size_t s = 0; s < states; ++s) {
      const auto within = [s](const std::vector<std::int64_t>& numbers, std::size_t each,
                              const std::vector<std::int64_t>& rows,
                              const std::vector<std::int64_t>& range) {
        for (auto i = each * static_cast<std::size_t>(rows[s]);
             i < each * static_cast<std::size_t>(rows[s + 1]); ++i) {
          expect(numbers[i] >= range[s] && numbers[i] < range[s + 1], "a number of another state");
        }
      };
      within(g.edge, 2, g.edge_offset, g.node_offset);
      within(g.root, 1, g.statement_offset, g.node_offset);
      within(g.occurrence, 1, g.occurrence_offset, g.node_offset);
      within(g.statement, 1, g.node_offset, g.statement_offset);
    }
    const auto is_type = [](std::int32_t type) {
      return type >= 0 && static_cast<std::size_t>(type) < kNodeTypes;
    };
    expect(std::ranges::all_of(g.type, is_type), "an unknown type");
  }
  if (views.sequence) {
    check_offsets(views.sequence->offset, states, views.sequence->token.size());
  }
}

void check_arrays(const PoolBatch& batch, std::size_t rows) {
  for (const std::size_t size :
       {batch.reward.size(), batch.terminated.size(), batch.truncated.size(), batch.outcome.size(),
        batch.steps.size(), batch.episode.size(), batch.nodes.size(), batch.hash.size(),
        batch.goal_hash.size()}) {
    expect(size == rows, "one row per environment is expected");
  }
  check_arrays(batch.views, rows);
  check_arrays(batch.final_views, batch.final_row.size());
}

}  // namespace ineq
