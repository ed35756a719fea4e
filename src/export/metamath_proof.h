#pragma once
// Metamath's proofs, and the compressed format in which files hold them (appendix B of the Metamath
// book).
//
// A proof is a graph of steps. A step is a label and the steps whose results it takes, in the order
// of the label's hypotheses. What several steps use is written once.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ineq {

class MetamathProof {
 public:
  using Step = std::uint32_t;

  Step add(std::string_view label, std::vector<Step> from = {});

  // `( labels ) letters`, for a theorem with these mandatory hypotheses. There are blanks between
  // letters where a line may end.
  std::string compressed(Step last, std::span<const std::string> hypotheses) const;

 private:
  struct Node {
    std::string label;
    std::vector<Step> from;  // steps that were added before
  };
  std::vector<Node> nodes_;
};

}  // namespace ineq
