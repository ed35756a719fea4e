#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"

namespace ineq {

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw Error(std::string("standard output: ") + std::strerror(errno));
  }
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& help) {
  return command.add_option(name, value, help)
      ->check([](const std::string& text) {
        const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
        return std::string(digits ? "" : "expected a whole number, found '" + text + "'");
      })
      ->type_name("NUMBER")
      ->capture_default_str();
}

CLI::Option* add_rules_option(CLI::App& command, std::string& name, const std::string& help) {
  std::vector<std::string> names;
  for (const RuleSet set : kRuleSets) names.emplace_back(to_string(set));
  return command.add_option("--rules", name, help)->check(CLI::IsMember(names));
}

}  // namespace ineq

int main(int argc, char** argv) {
  CLI::App app{
      "ineq: inequality theorems with proofs, and the assistant that checks them\n"
      "(the INT benchmark of Wu, Jiang, Ba and Grosse, ICLR 2021)"};
  app.name("ineq");
  app.set_version_flag("--version", std::string("ineq ") + INEQ_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  ineq::Command run;
  ineq::add_generate(app, run);
  ineq::add_orders(app, run);
  ineq::add_split(app, run);
  ineq::add_stats(app, run);
  ineq::add_check(app, run);
  ineq::add_prove(app, run);
  ineq::add_evaluate(app, run);
  ineq::add_play(app, run);
  ineq::add_episode(app, run);
  ineq::add_axioms(app, run);
  try {
    app.parse(argc, argv);
    const int code = run();
    ineq::flush_output();
    return code;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (
      const std::exception& error) {  // Error, and what the system refuses: memory, a full disk
    std::fflush(stdout);
    std::fprintf(stderr, "ineq: %s\n", error.what());
    return 2;
  }
}
