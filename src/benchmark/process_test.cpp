#include "benchmark/process.h"

#include <gtest/gtest.h>

#include <thread>

namespace ineq {
namespace {

using End = ProcessResult::End;

ProcessResult run_shell(const std::string& script, const ProcessLimits& limits = {},
                        std::string_view input = "") {
  return run_process({"/bin/sh", "-c", script}, input, limits);
}

TEST(ProcessTest, TakesInputAndGivesOutput) {
  const std::string text(300'000, 'x');  // more than a pipe holds
  const ProcessResult result = run_shell("wc -c; echo oops >&2", {}, text);
  EXPECT_EQ(result.end, End::kExited);
  EXPECT_NE(result.output.find("300000"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("oops"), std::string::npos) << result.output;
  EXPECT_GT(result.bytes, 100'000u);
}

TEST(ProcessTest, RunsInAFolderAndTellsItsExitCode) {
  const ProcessResult result = run_shell("pwd; exit 3", {.folder = "/"});
  EXPECT_EQ(result.output, "/\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(run_shell("", {.folder = "/nowhere"}).exit_code, 127);
  EXPECT_EQ(run_shell("kill -9 $$").exit_code, std::nullopt);
}

TEST(ProcessTest, IsKilledWhenItsTimeIsOver) {
  const ProcessResult result = run_shell("echo begun; sleep 60", {.seconds = 0.3});
  EXPECT_EQ(result.end, End::kSeconds);
  EXPECT_EQ(result.output, "begun\n");
  EXPECT_GE(result.seconds, 0.3);
  EXPECT_LT(result.seconds, 30);
}

TEST(ProcessTest, ItsChildrenAreKilledWithIt) {
  const ProcessResult result = run_shell("sleep 60 & echo $!; wait", {.seconds = 0.5});
  ASSERT_EQ(result.end, End::kSeconds);
  const std::string child = result.output.substr(0, result.output.find('\n'));
  // It may take a moment, and may stay as a zombie where nobody waits for it.
  std::string state = "S";
  for (int i = 0; i < 100 && !state.empty() && state[0] != 'Z'; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    state = run_shell("cut -d ' ' -f 3 /proc/" + child + "/stat 2>/dev/null").output;
  }
  EXPECT_TRUE(state.empty() || state[0] == 'Z') << state;
}

TEST(ProcessTest, AnInterruptEndsIt) {
  std::atomic<bool> interrupt = false;
  std::jthread presses([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupt = true;
  });
  const ProcessResult result = run_shell("sleep 60", {.seconds = 50, .interrupt = &interrupt});
  EXPECT_EQ(result.end, End::kInterrupted);
  EXPECT_LT(result.seconds, 30);
}

TEST(ProcessTest, MemoryIsLimited) {
  const std::string script = "x=1234567890; while :; do x=$x$x; done";
  const ProcessResult result = run_shell(script, {.seconds = 60, .memory = std::size_t{50} << 20});
  EXPECT_EQ(result.end, End::kExited);
#if !defined(__SANITIZE_ADDRESS__)  // which makes this process large, and so its child at first
  EXPECT_LT(result.bytes, std::size_t{60} << 20);
#endif
}

TEST(ProcessTest, ProgramsAreFoundAsAShellFindsThem) {
  const auto shell = find_program("sh");
  ASSERT_TRUE(shell);
  EXPECT_TRUE(shell->ends_with("/sh"));
  EXPECT_FALSE(find_program("there-is-no-such-program"));
}

}  // namespace
}  // namespace ineq
