#include "benchmark/prover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "support/exported.h"

namespace ineq {
namespace {

class ProverTest : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    if (!find_program(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
  }

  SearchEnd ask(const Texts& premises, const std::string& goal, const SearchLimits& limits) {
    const TestProblem problem{
        .record = {.id = {}, .rules = {}, .premises = premises, .goal = goal, .proof = {}}};
    const ProblemResult result = Prover(GetParam(), lemmas_).prove(problem, limits);
    EXPECT_TRUE(result.answer_only);
    EXPECT_TRUE(result.proof.empty());
    EXPECT_GT(result.seconds, 0);
    return result.end;
  }

  const Lemmas lemmas_;
};

INSTANTIATE_TEST_SUITE_P(All, ProverTest, testing::ValuesIn(kProverNames),
                         [](const auto& it) { return std::string(it.param); });

TEST_P(ProverTest, ProvesWhatIsTrue) {
  const SearchLimits limits{.seconds = 60};
  EXPECT_EQ(ask({}, "a*b+c=c+b*a", limits), SearchEnd::kProven);
  EXPECT_EQ(ask({"a>=b"}, "a+c>=b+c", limits), SearchEnd::kProven);
  EXPECT_EQ(ask({"a!=0"}, "a*(1/a)=1", limits), SearchEnd::kProven);
  EXPECT_EQ(ask({}, "a^2>=0", limits), SearchEnd::kProven);
}

// A false statement: z3 and cvc5 see that it is, E only finds no proof.
TEST_P(ProverTest, DoesNotProveWhatIsFalse) {
  const SearchEnd end = ask({"a>=b"}, "b>=a", {.seconds = 2});
  if (GetParam() == "eprover") {
    EXPECT_NE(end, SearchEnd::kProven);
    EXPECT_NE(end, SearchEnd::kRefuted);
  } else {
    EXPECT_EQ(end, SearchEnd::kRefuted);
  }
}

TEST_P(ProverTest, LimitsHold) {
  const std::string hard = "(a*b+c*d)*(e*f+a)>=(a*a*a*b+c*d*d*d)*f*f*e*e*e*(a+b+c+d+e+f)*(1+a*b*c)";
  const Texts premises = {"a*b*c*d*e>=1+a^2*f", "f*f*f*e*d>=c+a*b", "a^2*b^2*c*f=d^2*e^2*b+1"};
  EXPECT_NE(ask(premises, hard, {.seconds = 0.05}), SearchEnd::kProven);
  // The program itself hardly begins.
  EXPECT_NE(ask(premises, hard, {.seconds = 2, .memory = std::size_t{60} << 20}),
            SearchEnd::kProven);
  std::atomic<bool> interrupt = true;
  EXPECT_EQ(ask(premises, hard, {.seconds = 20, .interrupt = &interrupt}), SearchEnd::kInterrupted);
}

TEST_P(ProverTest, ProvesGeneratedTheorems) {
  const Prover prover(GetParam(), lemmas_);
  std::size_t proven = 0;
  for (const Record& record : generated_records(3, 3, 5)) {
    const SearchEnd end = prover.prove({.record = record}, {.seconds = 3}).end;
    EXPECT_NE(end, SearchEnd::kRefuted) << record.goal;
    proven += end == SearchEnd::kProven ? 1 : 0;
  }
  EXPECT_GE(proven, 2u);
}

TEST(MissingProverTest, IsAnError) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const Lemmas lemmas;
  const std::string said = error_of([&] { Prover("z3", lemmas); });
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(said, "z3 is not installed: there is no program z3 on the PATH");
}

}  // namespace
}  // namespace ineq
