#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <thread>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "files/fields.h"

namespace ineq {
namespace {

std::string refuse_unless_whole(const std::string& text) {
  try {
    std::uint64_t number = 0;
    read_value(text, number);
    return "";
  } catch (const Error& error) {
    return fmt::format("{}, found '{}'", error.what(), text);
  }
}

// Otherwise the first file that is opened becomes the standard output or error of a program that
// was started without them.
void open_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (fcntl(stream, F_GETFD) == -1) open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY);
  }
}

}  // namespace

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw Error(std::string("standard output: ") + std::strerror(errno));
  }
}

void refuse_overwriting(const std::string& input, const std::string& output) {
  std::error_code error;
  if (input != "-" && std::filesystem::equivalent(input, output, error)) {
    throw Error(output + ": this is the input, it would be written over");
  }
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(path + ": " + error.message());
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& help) {
  return command.add_option(name, value, help)
      ->check(refuse_unless_whole)
      ->type_name("NUMBER")
      ->capture_default_str();
}

void add_threads(CLI::App& command, unsigned& threads, const std::string& help) {
  threads = std::max(1u, std::thread::hardware_concurrency());
  command.add_option("--threads", threads, help)
      ->check(CLI::Range(1u, 1024u))
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
  ineq::open_standard_streams();
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
  ineq::add_export(app, run);
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
