#include "agents/program.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace ineq {
namespace {

using Words = std::vector<std::string>;

TEST(ProgramTest, CommandsAreSplitAsAShellSplitsThem) {
  EXPECT_EQ(split_command(""), Words());
  EXPECT_EQ(split_command("  python3  my_agent.py "), Words({"python3", "my_agent.py"}));
  EXPECT_EQ(split_command("a 'b c' \"d e\" f\\ g"), Words({"a", "b c", "d e", "f g"}));
  EXPECT_EQ(split_command("a'b'\"c\"d ''"), Words({"abcd", ""}));
  EXPECT_EQ(split_command(R"("a\"b\\c\n" 'a\"b')"), Words({"a\"b\\c\\n", "a\\\"b"}));
  EXPECT_EQ(split_command("x,y $HOME *"), Words({"x,y", "$HOME", "*"}));
  for (const char* bad : {"a 'b", "a \"b\\\"", "a\\"}) EXPECT_THROW(split_command(bad), Error);
}

TEST(ProgramTest, IntroductionsAreRead) {
  const auto read = [](const char* text) {
    return read_identity(nlohmann::ordered_json::parse(text));
  };
  const ProgramIdentity policy = read(
      R"({"protocol": 1, "name": "n", "version": "2", "mode": "policy", "views": ["text", "graph"],
          "values": true, "batch": 8, "more": {}})");
  EXPECT_EQ(policy.name, "n");
  EXPECT_EQ(policy.version, "2");
  EXPECT_TRUE(policy.text && policy.graph && policy.values);
  EXPECT_EQ(policy.batch, 8u);
  EXPECT_FALSE(policy.pointer || policy.actions || policy.skips_illegal);
  const ProgramIdentity prover =
      read(R"({"protocol": 1, "name": "n", "version": "2", "mode": "prover"})");
  EXPECT_EQ(prover.mode, ProgramIdentity::Mode::kProver);
  for (const char* bad :
       {R"({})", R"({"protocol": 2, "name": "n", "version": "2", "mode": "prover"})",
        R"({"protocol": 1, "version": "2", "mode": "prover"})",
        R"({"protocol": 1, "name": "", "version": "2", "mode": "prover"})",
        R"({"protocol": 1, "name": "a\nb", "version": "2", "mode": "prover"})",
        R"({"protocol": 1, "name": "n", "version": 2, "mode": "prover"})",
        R"({"protocol": 1, "name": "n", "version": "2", "mode": "oracle"})",
        R"({"protocol": 1, "name": "n", "version": "2", "mode": "policy"})",
        R"({"protocol": 1, "name": "n", "version": "2", "mode": "policy", "views": []})",
        R"({"protocol": 1, "name": "n", "version": "2", "mode": "policy", "views": ["pixels"]})",
        R"({"protocol": 1, "name": "n", "version": "2", "mode": "policy", "views": ["text"],
            "batch": 0})"}) {
    EXPECT_THROW(read(bad), Error) << bad;
  }
}

}  // namespace
}  // namespace ineq
