#pragma once
// New theorems for environments: the source (env/theorem_source.h) that never runs dry. The seed
// of the environment replaces that of the specification, so an environment and
// `ineq generate --seed` make the same theorems.

#include <memory>

#include "env/theorem_source.h"
#include "generate/generator.h"

namespace ineq {

class GeneratorSource : public TheoremSource {
 public:
  explicit GeneratorSource(const Specification& specification)
      : GeneratorSource(specification, load_sources(specification)) {}
  GeneratorSource(const Specification& specification, std::shared_ptr<const Sources> sources)
      : sources_(std::move(sources)), generator_(specification, sources_) {}

  Drawn draw(std::uint64_t seed, std::uint64_t number) override {
    return {generator_.bank(), generator_.generate(seed, number).theorem()};
  }
  std::unique_ptr<TheoremSource> clone() const override {
    return std::make_unique<GeneratorSource>(generator_.specification(), sources_);
  }
  std::optional<RuleSet> rules() const override { return generator_.specification().rules; }

 private:
  std::shared_ptr<const Sources> sources_;
  Generator generator_;
};

}  // namespace ineq
