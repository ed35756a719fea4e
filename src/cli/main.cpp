#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/say.h"
#include "cli/values.h"
#include "files/standard_output.h"
#include "proof/rule_set_field.h"

namespace ineq {
namespace {

// If the program is started without standard streams, the first files that it opens would take
// their place. This opens /dev/null instead: for reading in place of standard output, so that the
// loss of a result is an error, and for writing in place of standard error, where messages may be
// lost.
void open_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 2 ? O_WRONLY : O_RDONLY);
  }
}

void add_commands(CLI::App& app, Command& run) {
  app.name("ineq");
  app.set_version_flag("-V,--version", std::string("ineq ") + INEQ_VERSION,
                       "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.formatter(make_help_formatter(help_width()));
  app.footer("`ineq help COMMAND` prints the options of a command and examples.");
  add_generate(app, run);
  add_orders(app, run);
  add_split(app, run);
  add_stats(app, run);
  add_check(app, run);
  add_prove(app, run);
  add_evaluate(app, run);
  add_score(app, run);
  add_train(app, run);
  add_experiment(app, run);
  add_export(app, run);
  add_play(app, run);
  add_episode(app, run);
  add_axioms(app, run);
  for (CLI::App* command : app.get_subcommands({})) command->group("Commands");
}

// Returns the exit code. Throws Error, and what the system refuses: memory, a full disk.
int run_program(const std::vector<std::string>& arguments) {
  CLI::App app{
      "Inequality theorems with proofs, and the assistant that checks them (the INT benchmark of "
      "Wu, Jiang, Ba and Grosse, ICLR 2021)."};
  Command run;
  add_commands(app, run);
  try {
    std::vector<std::string> prepared = prepare_arguments(app, arguments);
    std::ranges::reverse(prepared);  // as CLI11 takes them
    app.parse(std::move(prepared));
    refuse_empty_values(app);
  } catch (const CLI::CallForVersion& version) {
    run = [text = std::string(version.what())] {
      fmt::print("{}\n", text);
      return 0;
    };
  } catch (const CLI::CallForHelp&) {
    run = [&app] {
      fmt::print("{}", app.help());
      return 0;
    };
  } catch (const CLI::ParseError& error) {
    throw Error(describe(app, error));
  }
  int code = 0;
  try {
    code = run();
  } catch (const std::system_error& error) {  // fmt does not say what it could not write to
    if (std::ferror(stdout) != 0) fail_standard_output(error.code().value());
    throw;
  }
  flush_output();
  return code;
}

}  // namespace

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_standard_output(errno);
}

void refuse_overwriting(const std::string& input, const std::string& output) {
  std::error_code error;
  if (input != "-" && std::filesystem::equivalent(input, output, error)) {
    throw Error(output + ": this is the input, it would be written over");
  }
}

void refuse_same_file(const std::string& option, const std::string& path,
                      const std::string& other_option, const std::string& other_path) {
  const auto whole = [](const std::string& name) {
    std::error_code unknown;
    return std::filesystem::weakly_canonical(name, unknown);
  };
  if (!path.empty() && !other_path.empty() && whole(path) == whole(other_path)) {
    throw Error(option + " and " + other_option + " name the same file");
  }
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& help, const WholeRange& range) {
  return command.add_option(name, value, help)
      ->check(whole_number(range))
      ->type_name("NUMBER")
      ->capture_default_str();
}

void add_threads(CLI::App& command, unsigned& threads, const std::string& help) {
  threads = std::max(1u, std::thread::hardware_concurrency());
  command.add_option("--threads", threads, help)
      ->check(whole_number({.min = 1, .max = 1024}))
      ->type_name("NUMBER")
      ->capture_default_str();
}

void add_force(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Overwrite existing files");
}

void add_markdown(CLI::App& command, bool& markdown) {
  command.add_flag("--markdown", markdown,
                   "Print the tables in Markdown also on a terminal, where they otherwise are "
                   "aligned columns");
}

CLI::Option* add_rules_option(CLI::App& command, std::string& name, const std::string& help) {
  return command.add_option("--rules", name, help)
      ->check(one_of(enumerator_names<RuleSet>()))
      ->type_name("NAME");
}

}  // namespace ineq

int main(int argc, char** argv) {
  ineq::open_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that becomes too large is an error of the write
  try {
    return ineq::run_program({argv + std::min(argc, 1), argv + argc});
  } catch (const std::filesystem::filesystem_error& error) {
    ineq::say_error(error.path1().string() + ": " + error.code().message());
  } catch (const ineq::Error& error) {
    ineq::say_error(error.what());
  } catch (const std::bad_alloc&) {
    ineq::say_error("there is not enough memory");
  } catch (const std::exception& error) {
    // Errors of libtorch list the functions that were running after the first line.
    const std::string what = error.what();
    ineq::say_error(what.substr(0, what.find('\n')));
  }
  return 2;
}
