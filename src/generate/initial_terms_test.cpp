#include "generate/initial_terms.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "term/print.h"

namespace ineq {
namespace {

TEST(InitialTermsTest, AllTermsOfADegreeAreEquallyFrequent) {
  const InitialTerms terms(2);
  for (const auto& [degree, count] :
       {std::pair<std::size_t, std::size_t>{0, 3}, {1, 27}, {2, 405}}) {
    Rng rng(1);
    std::map<std::string, int> seen;
    const int draws = static_cast<int>(count) * 200;
    for (int i = 0; i < draws; ++i) {
      Bank bank;
      ++seen[to_string(bank, terms.draw(rng, bank, degree))];
    }
    EXPECT_EQ(seen.size(), count);
    for (const auto& [text, times] : seen) EXPECT_NEAR(times, 200, 5 * 14.2) << text;
  }
}

TEST(InitialTermsTest, SomeOfEachDegreeAreDrawnWithoutRepetition) {
  const InitialTerms terms(3);
  Rng rng(1);
  Bank bank;
  std::vector<Term> drawn;
  terms.draw_some(rng, bank, 10, drawn);
  EXPECT_EQ(drawn.size(), 3u + 10 + 10 + 10);
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), drawn.size());
}

}  // namespace
}  // namespace ineq
