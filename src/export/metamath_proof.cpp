#include "export/metamath_proof.h"

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <utility>

namespace ineq {
namespace {

constexpr std::size_t kBlock = 70;  // number of letters between two blanks

// Numbers start from 1. The last digit is one of A … T, the digits before it are U … Y:
// A, …, T, UA, …, YT, UUA, …
void write_number(std::size_t number, std::string& out) {
  std::string digits(1, static_cast<char>('A' + (number - 1) % 20));
  for (std::size_t rest = (number - 1) / 20; rest > 0; rest = (rest - 1) / 5) {
    digits += static_cast<char>('U' + (rest - 1) % 5);
  }
  out.append(digits.rbegin(), digits.rend());
}

}  // namespace

MetamathProof::Step MetamathProof::add(std::string_view label, std::vector<Step> from) {
  nodes_.push_back({.label = std::string(label), .from = std::move(from)});
  return static_cast<Step>(nodes_.size() - 1);
}

std::string MetamathProof::compressed(Step last, std::span<const std::string> hypotheses) const {
  std::vector<std::uint32_t> uses(last + 1);
  uses[last] = 1;
  for (Step step = last + 1; step-- > 0;) {
    if (uses[step] == 0) continue;
    for (const Step used : nodes_[step].from) ++uses[used];
  }

  std::unordered_map<std::string_view, std::size_t> numbers;
  for (const std::string& label : hypotheses) numbers.emplace(label, numbers.size() + 1);
  std::string out = "(";
  for (Step step = 0; step <= last; ++step) {
    const std::string& label = nodes_[step].label;
    if (uses[step] > 0 && numbers.emplace(label, numbers.size() + 1).second) out += " " + label;
  }
  out += " )";

  std::string letters;
  std::vector<std::size_t> known(last + 1);  // numbers of the steps that Z has saved; 0: not saved
  std::size_t next = numbers.size() + 1;
  std::vector<std::pair<Step, bool>> stack{{last, false}};  // true: its operands are written
  while (!stack.empty()) {
    const auto [step, is_ready] = stack.back();
    stack.pop_back();
    const auto& [label, from] = nodes_[step];
    if (known[step] > 0) {
      write_number(known[step], letters);
    } else if (is_ready || from.empty()) {
      write_number(numbers.at(label), letters);
      if (uses[step] == 1 || from.empty()) continue;
      letters += 'Z';
      known[step] = next++;
    } else {
      stack.emplace_back(step, true);
      for (const Step used : std::views::reverse(from)) stack.emplace_back(used, false);
    }
  }
  for (std::size_t i = 0; i < letters.size(); i += kBlock) out += " " + letters.substr(i, kBlock);
  return out;
}

}  // namespace ineq
