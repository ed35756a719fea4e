#pragma once
// Metamath proofs, and the compressed format in which files store them (appendix B of the Metamath
// book).
//
// A proof is a directed acyclic graph of steps. A step consists of a label and of the steps whose
// results it uses, in the order of the label's hypotheses. A step that several others use is
// written once. Nothing is checked here.

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

  // Returns `( labels ) letters` for a theorem with these mandatory hypotheses. The letters contain
  // blanks where a line may be broken.
  std::string compressed(Step last, std::span<const std::string> hypotheses) const;

 private:
  struct Node {
    std::string label;
    std::vector<Step> from;  // added before this step
  };
  std::vector<Node> nodes_;
};

}  // namespace ineq
