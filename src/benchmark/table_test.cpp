#include "benchmark/table.h"

#include <gtest/gtest.h>

namespace ineq {
namespace {

Table example() {
  Table out({"", "kind", "success %"});
  out.add({"best-first", "all", "9.5"});
  out.add({"mcts", "proven", "–"});
  return out;
}

TEST(TableTest, Markdown) {
  EXPECT_EQ(example().text({}),
            "| | kind | success % |\n|---|---|---|\n| best-first | all | 9.5 |\n"
            "| mcts | proven | – |\n");
}

TEST(TableTest, NumbersAreAlignedOnTheRightAndTextsOnTheLeft) {
  EXPECT_EQ(example().text({.markdown = false}),
            "            kind    success %\n"
            "best-first  all           9.5\n"
            "mcts        proven          –\n");
}

TEST(TableTest, ATableThatIsTooWideIsTurned) {
  Table table({"", "problems", "success within the budget"});
  table.add({"mcts", "18", "–"});
  EXPECT_EQ(table.text({.markdown = false, .width = 41}),
            "      problems  success within the budget\n"
            "mcts        18                          –\n");
  EXPECT_EQ(table.text({.markdown = false, .width = 40}),
            "                           mcts\n"
            "problems                     18\n"
            "success within the budget     –\n");
  // If that does not help, it stays as it is.
  Table wide({"a", std::string(40, 'x')});
  wide.add({std::string(50, 'y'), "1"});
  EXPECT_EQ(wide.text({.markdown = false, .width = 20}),
            "a" + std::string(51, ' ') + std::string(40, 'x') + "\n" + std::string(50, 'y') +
                std::string(41, ' ') + "1\n");
}

}  // namespace
}  // namespace ineq
