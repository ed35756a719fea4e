#include "cli/problem_options.h"

#include "base/error.h"

namespace ineq {

void add_problems(CLI::App& command, ProblemSelection& problems) {
  CLI::Option* files = command.add_option(
      "--problems", problems.files, "Records, as JSON Lines, plain or .zst; - is standard input");
  command
      .add_option("--set", problems.set,
                  "A frozen set instead, such as v1/iid/k3l5/test; `ineq split --list` prints "
                  "the names")
      ->type_name("NAME")
      ->excludes(files);
}

void require_problems(const CLI::App& command, const ProblemSelection& problems) {
  if (problems.files.empty() && problems.set.empty()) {
    throw Error("expected --problems or --set (see ineq " + command.get_name() + " --help)");
  }
}

}  // namespace ineq
