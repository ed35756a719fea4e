#include "search/move_finder.h"

#include <unordered_set>

namespace ineq {

MoveFinder::Listed MoveFinder::list(const State& state, Scope scope, std::vector<LegalAction>& out,
                                    std::size_t bytes) {
  Listed listed{.taken = 0, .bytes = 0};
  std::unordered_set<std::uint64_t> seen;
  out.clear();
  listed.taken = for_each(state, scope, [&](const Action& action, const State& next) {
    if (!seen.insert(next.hash()).second) return false;
    out.push_back({action, next});
    listed.bytes += sizeof(Action) + bytes_of(next);
    return listed.bytes > bytes;
  });
  return listed;
}

}  // namespace ineq
