#include "proof/pointer_text.h"

#include <algorithm>
#include <vector>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/observation.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr std::string_view kMarkers = "~!;";

}  // namespace

void print_pointer_state(const Bank& bank, const State& state, std::string& out) {
  for (const Statement goal : state.goals()) {
    out += '#';
    print(bank, goal, Style::kPointer, out);
  }
  if (state.proven()) out += '#';
  bool any = false;
  for (const Statement fact : state.facts()) {
    out += '&';
    print(bank, fact, Style::kPointer, out);
    any = true;
  }
  out += any ? "$" : "&$";
}

std::optional<std::string> print_pointer_action(const Bank& bank, const State& state,
                                                const Action& action) {
  const auto goal = first_goal(state);
  if (!goal) return std::nullopt;
  std::string text;
  std::vector<std::uint32_t> anchors;
  print_anchored(bank, *goal, text, anchors);

  std::vector<std::pair<std::uint32_t, char>> marks;
  for (std::size_t i = 0; i < action.count; ++i) {
    if (action.operands[i].statement != *goal) return std::nullopt;
    marks.emplace_back(anchors[action.operands[i].node], kMarkers[i]);
  }
  std::ranges::stable_sort(marks, {}, &std::pair<std::uint32_t, char>::first);

  std::string out{'@', axioms()[action.axiom].letter};
  std::size_t written = 0;
  for (const auto& [place, marker] : marks) {
    out.append(text, written, place - written);
    out += marker;
    written = place;
  }
  out.append(text, written);
  out += '$';
  return out;
}

Reading read_pointer_action(const Bank& bank, const State& state, std::string_view text) {
  if (!text.starts_with('@')) throw Error(1, "expected '@'");
  const auto axiom = text.size() < 2 ? std::nullopt : find_axiom(text.substr(1, 1));
  if (!axiom) throw Error(2, "expected the letter of an axiom, A to R");
  if (!text.ends_with('$')) throw Error(text.size() + 1, "expected '$' at the end");
  const std::string_view body = text.substr(2, text.size() - 3);

  // The text of the goal without the markers, and the position of each marker in it.
  std::string plain;
  std::array<std::optional<std::size_t>, kMaxOperands> place;
  std::size_t count = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::size_t marker = kMarkers.find(body[i]);
    if (marker == std::string_view::npos) {
      plain += body[i];
    } else if (place[marker]) {
      throw Error(i + 3, std::string("a second marker ") + body[i]);
    } else {
      place[marker] = plain.size();
      count = std::max(count, marker + 1);
    }
  }

  const auto goal = first_goal(state);
  std::string expected;
  std::vector<std::uint32_t> anchors;
  if (!goal) return {.action = std::nullopt, .missing = "there is no goal left"};
  print_anchored(bank, *goal, expected, anchors);
  if (plain != expected) return {.action = std::nullopt, .missing = "the goal is not " + plain};

  Action action{.axiom = static_cast<std::uint8_t>(*axiom),
                .count = static_cast<std::uint8_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const auto node =
        place[i] ? std::find(anchors.begin() + 1, anchors.end(), *place[i]) : anchors.end();
    if (node == anchors.end()) {
      return {.action = std::nullopt,
              .missing = std::string("no node is marked by ") + kMarkers[i]};
    }
    action.operands[i] = {*goal, static_cast<std::uint32_t>(node - anchors.begin())};
  }
  return {.action = action, .missing = {}};
}

Reading read_any_action(Bank& bank, const State& state, std::string_view text) {
  return text.starts_with('@') ? read_pointer_action(bank, state, text)
                               : read_action(bank, state, text);
}

}  // namespace ineq
