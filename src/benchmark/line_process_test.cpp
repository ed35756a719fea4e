#include "benchmark/line_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdio>
#include <string>
#include <thread>

namespace ineq {
namespace {

using LineEnd = LineProcess::End;

class LineProcessTest : public ::testing::Test {
 protected:
  LineProcess start(const std::string& script, const std::atomic<bool>* interrupt = nullptr) {
    return LineProcess(starter_, {.arguments = {"/bin/sh", "-c", script}, .interrupt = interrupt});
  }

  ChildStarter starter_;
};

TEST_F(LineProcessTest, AnswersLineByLine) {
  LineProcess echo = start("while read x; do echo \"<$x>\"; done");
  for (const char* text : {"one", "two three", ""}) {
    const LineProcess::Answer answer = echo.ask(text, 60);
    EXPECT_EQ(answer.end, LineEnd::kLine);
    EXPECT_EQ(answer.line, std::string("<") + text + ">");
  }
}

TEST_F(LineProcessTest, LongLinesGoBothWays) {
  LineProcess echo = start("exec cat");
  const std::string text(3'000'000, 'x');  // more than pipes hold
  EXPECT_EQ(echo.ask(text, 60).line, text);
}

TEST_F(LineProcessTest, SeveralLinesAreSeveralAnswers) {
  LineProcess process = start("while read x; do echo 1; echo 2; done");
  EXPECT_EQ(process.ask("", 60).line, "1");
  EXPECT_EQ(process.ask("", 60).line, "2");
}

TEST_F(LineProcessTest, SaysHowTheProgramEnded) {
  const auto why = [&](const std::string& script, double seconds = 60) {
    LineProcess process = start(script);
    return process.explain(process.ask("", seconds).end, seconds);
  };
  EXPECT_EQ(why("exit 3"), "exited with code 3");
  EXPECT_EQ(why("read x; echo first >&2; echo second >&2; exit 1"),
            "exited with code 1; its last words were: first / second");
  EXPECT_EQ(why("kill -9 $$"), "was killed by SIGKILL");
  EXPECT_EQ(why("sleep 60 & exit 4"), "exited with code 4");  // the sleeper keeps the output open
  EXPECT_EQ(why("sleep 60", 0.2), "did not answer within 0.2 seconds");
  EXPECT_EQ(why("exec >&-; exec sleep 60"), "closed its standard output");
  EXPECT_EQ(why("head -c 100000000 /dev/zero"), "answered with a line of more than 16 MiB");
}

TEST_F(LineProcessTest, FloodsAreNotKept) {
  LineProcess lines = start("yes");
  EXPECT_EQ(lines.ask("", 60).line, "y");
  LineProcess errors = start("yes >&2 & read x; sleep 0.5; echo done; wait");
  EXPECT_EQ(errors.ask("", 60).line, "done");
}

TEST_F(LineProcessTest, OtherFilesAreClosed) {
  std::FILE* file = std::tmpfile();
  LineProcess process = start("read x; ls /proc/self/fd | wc -l");
  EXPECT_EQ(process.ask("", 60).line, "4");  // the standard streams, and the folder
  std::fclose(file);
}

TEST_F(LineProcessTest, AnInterruptEndsAsking) {
  std::atomic<bool> interrupt = true;
  LineProcess process = start("sleep 60", &interrupt);
  EXPECT_EQ(process.ask("", 60).end, LineEnd::kInterrupted);
}

TEST_F(LineProcessTest, AProgramThatDoesNotReadIsNoBrokenPipe) {
  LineProcess process = start("exec <&-; sleep 0.2; echo here");
  EXPECT_EQ(process.ask(std::string(1'000'000, 'x'), 60).line, "here");
  sigset_t pending;
  sigpending(&pending);
  EXPECT_FALSE(sigismember(&pending, SIGPIPE));
}

TEST_F(LineProcessTest, FinishLetsItEndByItself) {
  LineProcess process = start("while read x; do echo $$; done; echo over >&2");
  process.ask("", 60);
  process.finish(60);
  EXPECT_EQ(process.explain(LineEnd::kExited, 60), "exited with code 0; its last words were: over");
}

// A child is killed with the thread that has started it. This one outlives the thread that asks.
TEST_F(LineProcessTest, ThreadsMayEnd) {
  std::unique_ptr<LineProcess> process;
  std::thread([&] {
    process =
        std::make_unique<LineProcess>(starter_, LineProcessOptions{.arguments = {"/bin/cat"}});
  }).join();
  EXPECT_EQ(process->ask("x", 60).line, "x");
}

}  // namespace
}  // namespace ineq
