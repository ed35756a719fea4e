#pragma once
// New theorems for environments: the source (env/theorem_source.h) that never runs dry. The seed
// of the specification gives way to that of the environment, so that environment and
// `ineq generate --seed` make the same theorems.

#include <memory>

#include "env/theorem_source.h"
#include "generate/generator.h"

namespace ineq {

class GeneratorSource : public TheoremSource {
 public:
  explicit GeneratorSource(const Specification& specification)
      : GeneratorSource(specification, load_axiom_lists(specification)) {}
  GeneratorSource(const Specification& specification, std::shared_ptr<const AxiomLists> lists)
      : lists_(std::move(lists)), generator_(specification, lists_) {}

  Drawn draw(std::uint64_t seed, std::uint64_t number) override {
    return {generator_.bank(), generator_.generate(seed, number).theorem()};
  }
  std::unique_ptr<TheoremSource> clone() const override {
    return std::make_unique<GeneratorSource>(generator_.specification(), lists_);
  }
  std::optional<RuleSet> rules() const override { return generator_.specification().rules; }

 private:
  std::shared_ptr<const AxiomLists> lists_;
  Generator generator_;
};

}  // namespace ineq
