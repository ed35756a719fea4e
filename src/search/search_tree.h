#pragma once
// The tree of a search, for people to read: it observes a search and prints the states that were
// expanded, each below the state from which it was reached.
//
// A line shows the depth of the state, the action that leads to it, as INT writes it, and what is
// known about it: the visits, prior and mean value of the action if the search was a Monte-Carlo
// tree search, and the steps that the evaluator expected to be left. The states of the proof are
// marked with an asterisk. It keeps a copy of every expanded state, so it is not for long searches.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/observer.h"
#include "search/search.h"

namespace ineq {

class SearchTree : public SearchObserver {
 public:
  explicit SearchTree(Problem& problem) : problem_(problem) {}  // refers to it

  void expanded(const Expansion& expansion) override;
  void explored(const MoveGraph& graph) override;
  void ended(const SearchResult& result) override;

  // Prints at most this number of states: those with most visits if visits are known, otherwise
  // those that were expanded first, and always with the states before them. If states are left out,
  // the last line says how many are shown.
  std::string print(std::size_t lines) const;

 private:
  struct Visits {
    std::uint32_t count;
    double prior;
    double mean;
  };
  struct Node {
    StateId parent;
    std::string action;  // empty for the theorem
    std::optional<double> steps_left;
    State state;
    std::size_t number;  // in the order of the expansions
    std::optional<Visits> visits = {};
    bool is_in_proof = false;
  };

  void print_node(StateId id, const Node& node, std::size_t depth, std::string& out) const;

  Problem& problem_;
  std::map<StateId, Node> nodes_;
  // The last step of the proof leads to a state that is not expanded.
  std::optional<StateId> last_in_proof_;
  std::string last_action_;
};

}  // namespace ineq
