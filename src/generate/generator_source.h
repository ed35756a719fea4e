#pragma once
// Newly generated theorems for environments: a source (env/theorem_source.h) without end. The seed
// of the specification is replaced by that of the environment's stream, so an environment does not
// meet the theorems of a dataset, whatever the seeds of both.

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

  Drawn draw(const EpisodeName& name) override {
    return {generator_.bank(), generator_.generate(name.stream_seed(), name.number).theorem()};
  }
  void set_interrupt(std::function<bool()> is_interrupted) override {
    generator_.set_interrupt(std::move(is_interrupted));
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
