#include "proof/history.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

class HistoryTest : public Fixture {
 protected:
  Outcome step(History& history, std::string_view text) {
    return history.apply(bank_, rules_, action(history.state(), text));
  }
};

TEST_F(HistoryTest, RemembersTheActionsAndStatesOfAProof) {
  const Theorem proved = theorem({}, "(a+a)+b=b+(a+a)");
  History history(bank_, proved);
  EXPECT_EQ(step(history, "add_cmmt | (a+a) in obj"), Outcome::kNothing);
  EXPECT_EQ(step(history, "mul_cmmt | (a+a) in obj"), Outcome::kNoMatch);
  EXPECT_EQ(step(history, "add_assc | ((a+a)+b) in obj"), Outcome::kChanged);
  EXPECT_EQ(step(history, "add_assc | (a+(a+b)) in obj"), Outcome::kChanged);
  EXPECT_EQ(step(history, "add_cmmt | ((a+a)+b) in obj"), Outcome::kProven);
  EXPECT_EQ(history.apply(bank_, rules_, {}), Outcome::kClosed);
  EXPECT_EQ(history.actions().size(), 4u);
  EXPECT_EQ(history.states().size(), 5u);
  EXPECT_TRUE(history.state().proven());
  EXPECT_EQ(history.theorem().goal, proved.goal);
  EXPECT_TRUE(check(bank_, rules_, proved, history.actions()).proven);
}

TEST_F(HistoryTest, UndoGoesBackOneActionAtATimeUntilTheTheorem) {
  History history(bank_, theorem({"a=b"}, "a+b=c"));
  EXPECT_FALSE(history.undo());
  std::vector<std::uint64_t> hashes{history.state().hash()};
  for (const char* text : {"equ_dbl_ineq | a in a=b, b in a=b", "add_cmmt | (a+b) in obj",
                           "equ_dbl_ineq | a in a=b, b in a=b"}) {
    EXPECT_LE(step(history, text), Outcome::kNothing);
    hashes.push_back(history.state().hash());
  }
  while (!history.actions().empty()) {
    EXPECT_EQ(history.state().hash(), hashes.back());
    hashes.pop_back();
    EXPECT_TRUE(history.undo());
  }
  EXPECT_EQ(history.state().hash(), hashes.front());
  EXPECT_FALSE(history.undo());
  EXPECT_EQ(texts(history.state().facts()), Texts{"a=b"});
  EXPECT_EQ(step(history, "add_cmmt | (a+b) in obj"), Outcome::kChanged);
}

}  // namespace
}  // namespace ineq
