// Lean is not available to the tests, so they only examine the form of the text.

#include <regex>
#include <set>

#include "support/exported.h"

namespace ineq {
namespace {

class LeanTest : public ExportFixture {
 protected:
  static std::vector<std::string> matches(const std::string& text, const char* pattern) {
    const std::regex regex(pattern);
    std::vector<std::string> out;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
      out.push_back((*at)[1]);
    }
    return out;
  }

  // Each name of a premise, a line or a lemma is used only after its definition.
  void expect_defined(const std::string& theorem) {
    std::set<std::string> known;
    for (const Lemma& lemma : lemmas_.all()) known.insert(lemma.name());
    const std::regex word(R"(\b([hs]\d+|[A-Z][A-Za-z]+_\d+)\b( :)?)");
    for (std::sregex_iterator at(theorem.begin(), theorem.end(), word), end; at != end; ++at) {
      const std::string name = (*at)[1];
      if ((*at)[2].matched) {
        EXPECT_TRUE(known.insert(name).second) << name << " is defined twice in " << theorem;
      } else {
        EXPECT_TRUE(known.contains(name)) << name << " is not defined in " << theorem;
      }
    }
  }

  const Exporter exporter_{"lean", lemmas_};
};

TEST_F(LeanTest, EveryRowIsALemma) {
  const std::string library = exporter_.library();
  EXPECT_TRUE(is_balanced(library));
  EXPECT_TRUE(library.starts_with("import Mathlib\n"));
  const auto names = matches(library, R"(\ntheorem (\w+) \()");
  ASSERT_EQ(names.size(), lemmas_.all().size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], lemmas_.all()[i].name());
  EXPECT_EQ(count_of(library, " := by\n  "), names.size());
  EXPECT_EQ(count_of(library,
                     "theorem MultiplicationSimplification_2 (a b : ℝ) (h1 : a = b) (h2 : b ≠ (0 "
                     ": ℝ)) : (a * (b⁻¹)) = (1 : ℝ) := by\n"
                     "  rw [h1]; exact mul_inv_cancel₀ h2\n"),
            1u);
}

TEST_F(LeanTest, ATheoremIsAChainOfLemmas) {
  const ExportTheorem theorem =
      exported({"d>=e"}, "((a+b)+d)>=((b+a)+e)",
               {"ineq_prin_one | ((a+b)+d) in obj, ((b+a)+e) in obj",
                "equ_dbl_ineq | (a+b) in obj, (b+a) in obj", "add_cmmt | (a+b) in obj"});
  EXPECT_EQ(exporter_.theorem(bank_, theorem),
            "\n"
            "theorem it (a b d e : ℝ) (h1 : d ≥ e) :\n"
            "    ((a + b) + d) ≥ ((b + a) + e) := by\n"
            "  have s1 : (a + b) = (b + a) :=\n"
            "    Eq.mpr (congrArg (fun hole : ℝ => hole = (b + a)) (AdditionCommutativity_1 b a)) "
            "(Eq.refl (b + a))\n"
            "  have s2 : (a + b) ≥ (b + a) :=\n"
            "    EquivalenceImpliesDoubleInequality_1 (a + b) (b + a) s1\n"
            "  have s3 : ((a + b) + d) ≥ ((b + a) + e) :=\n"
            "    FirstPrincipleOfInequality_1 (a + b) (b + a) d e s2 h1\n"
            "  exact s3\n");
}

TEST_F(LeanTest, WhatIsKnownNeedsNoLines) {
  const auto proof = [&](const Texts& premises, const char* goal) {
    const std::string text = exporter_.theorem(bank_, exported(premises, goal, {}));
    return text.substr(text.find(":= by\n") + 6);
  };
  EXPECT_EQ(proof({"a>=b"}, "a>=b"), "  exact h1\n");
  EXPECT_EQ(proof({}, "a>=a"), "  exact (le_refl a)\n");
  EXPECT_EQ(proof({}, "1=1"), "  exact (Eq.refl (1 : ℝ))\n");
}

TEST_F(LeanTest, GeneratedProofsHaveTheForm) {
  for (const auto& [k, l] : {std::pair{3, 7}, {15, 15}}) {
    for (const Record& record : generated_records(std::size_t(k), std::size_t(l), 20)) {
      const ExportTheorem theorem = exported(record, rules_);
      const std::string text = exporter_.theorem(bank_, theorem);
      EXPECT_TRUE(is_balanced(text)) << text;
      EXPECT_EQ(count_of(text, "theorem "), 1u);
      EXPECT_EQ(count_of(text, "  have s"), theorem.derivation.lines.size());
      EXPECT_EQ(count_of(text, "\n  exact "), 1u);
      EXPECT_EQ(count_of(text, "unknown"), 0u);
      expect_defined(text);
    }
  }
}

}  // namespace
}  // namespace ineq
