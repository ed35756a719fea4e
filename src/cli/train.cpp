// `ineq train`: behaviour cloning of a network, in a run directory that can be resumed.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "agents/run_directory.h"
#include "agents/trainer.h"
#include "base/error.h"
#include "benchmark/setting.h"
#include "cli/commands.h"
#include "cli/field_options.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/search_options.h"
#include "cli/specification_options.h"
#include "cli/values.h"

namespace ineq {
namespace {

constexpr int kInterruptedCode = 3;
// The value network of the paper's Section 4.4.
constexpr std::size_t kPaperValueLayers = 2, kPaperValueWidth = 256;

struct TrainCommand {
  std::string agent = "dag";
  std::string preset = "small";
  std::string config;
  std::string out;
  std::vector<std::string> mix;
  std::vector<std::string> files;
  SpecificationOptions specification;
  std::vector<std::pair<std::string, std::string>> given;  // fields of the other options
  double minutes = 0;
  bool resume = false;
  bool has_run_options = false;  // any that config.json keeps
  bool include_held_out = false;
  std::string device = kDefaultDevice;
  unsigned threads = 1;

  // The last value given for a field, or null.
  const std::string* value_of(std::string_view field) const {
    const auto found = std::ranges::find(given.rbegin(), given.rend(), field,
                                         &std::pair<std::string, std::string>::first);
    return found == given.rend() ? nullptr : &found->second;
  }
};

// Sets a field of whichever of the options has it.
void set_any(TrainConfig& config, const std::string& field, const std::string& text) {
  visit_options(config, [&](auto& options) {
    if (has_field(options, field)) set_from_option(options, field, text);
  });
}

// A part of a mixture without its weight: a specification file, or a setting such as k3l7, k3l7d1
// (of degree 1) or field/k3l7 (with the axioms of fields). The options take precedence over a file.
// A setting changes `base`, which has the options already.
Specification read_setting(const std::string& name, const SpecificationOptions& options,
                           const Specification& base) {
  if (name.ends_with(".json")) {
    Specification out = load_specification(name);
    options.apply_to(out);
    return out;
  }
  const std::size_t slash = name.find('/');
  Specification out = base;
  if (!apply_setting(slash == std::string::npos ? name : name.substr(slash + 1), out)) {
    throw Error(
        "expected a setting such as k3l7, k3l7d1 or field/k3l7, or a specification file (.json)");
  }
  if (slash != std::string::npos) read_value(name.substr(0, slash), out.axioms);
  return out;
}

// Reads a part of a mixture, such as k3l7 or k3l7:2, with its weight.
WeightedSpecification read_part(const std::string& text, const SpecificationOptions& options,
                                const Specification& base) {
  const std::size_t colon = text.rfind(':');
  WeightedSpecification out;
  try {
    out.specification = read_setting(text.substr(0, colon), options, base);
    if (colon != std::string::npos) read_value(text.substr(colon + 1), out.weight);
    require_possible(out.specification);
  } catch (const Error& error) {
    throw Error(fmt::format("--mix: '{}': {}", text, error.what()));
  }
  return out;
}

// Files are found from any folder later.
void make_absolute(std::string& path) {
  if (!path.empty()) path = std::filesystem::absolute(path).lexically_normal();
}

void make_absolute(Specification& specification) {
  make_absolute(specification.orders);
  make_absolute(specification.combinations);
  for (std::string& path : specification.exclude) make_absolute(path);
}

// Theorems of the file are not generated for training.
void leave_out(const std::string& file, std::vector<WeightedSpecification>& from) {
  if (file.empty()) return;
  for (auto& [weight, specification] : from) {
    std::vector<std::string>& files = specification.exclude;
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  }
}

TrainConfig config_of_run(const std::string& option, const std::string& folder) {
  const RunDirectory run(folder);
  if (!run.is_run()) throw Error(option + ": " + folder + " is not a run");
  return load_train_config(run.config());
}

// Options that would change nothing are refused.
void require_used(const TrainCommand& command, const TrainConfig& config) {
  const auto refuse = [&](bool is_used, std::string_view what,
                          std::initializer_list<const char*> fields) {
    for (const char* field : fields) {
      if (is_used || command.value_of(field) == nullptr) continue;
      throw Error(fmt::format("{} {}", option_name(field), what));
    }
  };
  const bool is_value = !config.training.value.empty();
  refuse(is_value, "requires --value", {"episodes", "episode_steps"});
  refuse(config.search.from_search > 0, "requires --from-search",
         {"theorems", "search_nodes", "search_steps", "window", "known_proofs"});
  refuse(config.samples.options.problems > 0, "requires --problems", {"epochs"});
  refuse(!is_value, "does not go with --value, which changes no action of the agent",
         {"validations", "validation_problems", "validation_steps", "validation_file"});
}

TrainConfig make_config(const TrainCommand& command) {
  TrainConfig out;
  if (!command.config.empty()) {
    if (command.specification.any()) {
      throw Error(
          "--config takes the theorems from the file: options for theorems do not go with it");
    }
    out = load_train_config(command.config);
  } else {
    const NetworkKind kind = *find_network(command.agent);
    out.network = command.preset == "paper" ? paper_network(kind) : small_network(kind);
    if (const std::string* start = command.value_of("start")) {
      out.network = config_of_run("--start", *start).network;
    }
    std::optional<TrainConfig> valued;  // the agent whose value is trained
    if (const std::string* run = command.value_of("value")) {
      valued = config_of_run("--value", *run);
      if (valued->samples.specifications.empty() && !command.specification.any()) {
        throw Error("--value: " + *run +
                    " was trained on files: say with -k and -l, --mix or --spec what theorems its "
                    "episodes are about");
      }
      out.network = valued->network;
      out.network.value_layers = kPaperValueLayers;
      out.network.value_width = kPaperValueWidth;
    }
    const Specification base = command.specification.specification();
    if (!command.files.empty()) {
      out.samples.files = command.files;
      for (std::string& file : out.samples.files) make_absolute(file);
    } else if (!command.mix.empty()) {
      for (const std::string& part : command.mix) {
        out.samples.specifications.push_back(read_part(part, command.specification, base));
      }
    } else if (valued && !command.specification.any()) {
      out.samples.specifications = valued->samples.specifications;
    } else {
      out.samples.specifications = {
          {.weight = 1, .specification = command.specification.specification()}};
    }
    for (auto& [weight, specification] : out.samples.specifications) make_absolute(specification);
    out.samples.hold_out = !command.include_held_out;
  }
  for (const auto& [field, text] : command.given) set_any(out, field, text);
  require_used(command, out);
  make_absolute(out.training.validation_file);
  make_absolute(out.training.start);
  make_absolute(out.training.value);
  if (out.samples.hold_out) leave_out(out.training.validation_file, out.samples.specifications);
  out.samples.seed = out.training.seed;
  require_possible(out);
  return out;
}

// With --resume, options can be left out, or be those of the start again, so that one command line
// starts a run and continues it.
void require_same(const TrainCommand& command, const TrainConfig& stored, const std::string& path) {
  TrainConfig given = make_config(command);
  if (command.minutes > 0) given.training.states = stored.training.states;
  const auto difference = nlohmann::json::diff(to_json(stored), to_json(given));
  if (difference.empty()) return;
  throw Error(
      fmt::format("{}: this run was started with other options (other value of {}); with "
                  "--resume, give the same ones again, or none",
                  path, difference.front().at("path").get<std::string>()));
}

std::string percent(double share) { return share < 0 ? "–" : fmt::format("{:.1f} %", 100 * share); }

void print_validation(const TrainProgress& now) {
  if (now.states == 0) {  // an agent that is trained further, before that
    fmt::print("{:>12} states {:>8.0f} s   validation {:>7}\n", 0, now.cpu_seconds,
               percent(now.validation));
    return flush_output();
  }
  fmt::print("{:>12} states {:>8.0f} s   loss {:6.3f}   accuracy {:>7}   validation {:>7}\n",
             now.states, now.cpu_seconds, now.losses.total, percent(now.losses.accuracy),
             percent(now.validation));
  flush_output();
}

void print_round(const RoundSummary& round) {
  fmt::print("round {}: the agent proves {} of {} theorems, in {:.2f} steps on average\n",
             round.round + 1, percent(round.success()), round.theorems, round.length());
  flush_output();
}

int train(const TrainCommand& command) {
  const RunDirectory run(command.out);
  TrainRequest request{.config = {},
                       .folder = command.out,
                       .resume = command.resume && run.is_run(),
                       .device = command.device,
                       .threads = command.threads,
                       .interrupt = &catch_interrupt({SIGINT, SIGTERM, SIGUSR1})};
  if (command.resume && !request.resume && !command.has_run_options) {
    throw Error(command.out + ": there is no run to continue");
  }
  if (request.resume) {
    request.config = load_train_config(run.config());
    if (command.has_run_options) require_same(command, request.config, run.config());
    if (!std::filesystem::exists(run.last())) {
      say(stderr, "{}: there is no checkpoint, so the run begins again\n", command.out);
    }
  } else {
    request.config = make_config(command);
    if (command.minutes > 0) {
      if (request.config.search.from_search > 0 || !request.config.training.value.empty()) {
        throw Error("--minutes does not go with --from-search and --value: give --states");
      }
      say(stderr, "measuring how many states {} CPU minutes are\n", command.minutes);
      request.config.training.states =
          affordable_states(request.config, command.device, command.minutes);
      if (*request.interrupt) {
        say(stderr, "interrupted: no run was started\n");
        return kInterruptedCode;
      }
    }
  }
  if (!request.config.training.value.empty()) {
    say(stderr, "playing {} episodes of {}\n", request.config.samples.options.episodes,
        request.config.training.value);
  }
  std::optional<Progress> bar;
  std::uint64_t last_row = 0;
  std::optional<std::uint64_t> last_round;
  const TrainProgress end = train(request, [&](const TrainProgress& now) {
    if (!bar) {
      bar.emplace("training", Progress::Options{.total = now.total, .earlier = now.earlier});
    }
    bar->set_note(
        fmt::format("loss {:.3f}, accuracy {}", now.losses.total, percent(now.losses.accuracy)));
    bar->update(now.states, now.states);
    const bool has_row = now.validations != last_row;
    const bool has_round = now.round && now.round->round != last_round;
    if (has_row || has_round) bar->wipe();
    if (has_row) print_validation(now);
    if (has_round) print_round(*now.round);
    last_row = now.validations;
    if (now.round) last_round = now.round->round;
  });
  bar.reset();
  const bool is_finished = end.states == end.total;
  if (!request.config.training.value.empty()) {
    say(stderr, "loss of the value: {:.3f}\n", end.losses.value);
  }
  say(stderr, "{} {} of {} states, {:.0f} s of CPU time; best validation {}\n",
      is_finished ? "finished:" : "interrupted after", end.states, end.total, end.cpu_seconds,
      percent(end.best_validation));
  if (!is_finished) say(stderr, "ineq train --resume --out {} continues\n", command.out);
  return is_finished ? 0 : kInterruptedCode;
}

}  // namespace

void add_train(CLI::App& app, Command& run) {
  const auto options = std::make_shared<TrainCommand>();
  CLI::App* command = app.add_subcommand(
      "train",
      "Train an agent to imitate proofs (behaviour cloning), or to learn from its own searches");
  command->add_option("--out", options->out, "The run directory")->required()->type_name("FOLDER");
  command->add_option("--agent", options->agent, "The network to train")
      ->check(one_of({std::begin(kNetworkNames), std::end(kNetworkNames)}))
      ->type_name("NAME")
      ->capture_default_str();
  static const std::vector<std::string_view> kPresets = {"small", "paper"};
  command
      ->add_option("--preset", options->preset,
                   "The sizes of the network: small, for a CPU, or those of the paper")
      ->check(one_of(kPresets))
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option(
          "--minutes", options->minutes,
          "Learn from as many states as this many CPU minutes allow: the speed is measured "
          "for a few seconds, and --states set accordingly")
      ->check(CLI::PositiveNumber)
      ->type_name("NUMBER");
  CLI::Option* config = command->add_option(
      "--config", options->config,
      "Repeat the run with this config.json; options for sizes, training, optimiser and samples "
      "take precedence over it");
  command->add_flag("--resume", options->resume,
                    "Continue the run in the folder, if there is one; the options of its start can "
                    "be given again or left out");
  command
      ->add_option("--mix", options->mix,
                   "Instead of -k and -l: several settings with weights, such as "
                   "k3l7:2,k15l15d1:0.5 (of degree 1), field/k3l5 (with the axioms of fields), or "
                   "specification files")
      ->type_name("SETTING")
      ->delimiter(',');
  command
      ->add_option(
          "--data", options->files,
          "Learn from the proofs in these files of records instead of generated ones; there is no "
          "validation, unless --validation-file is given")
      ->type_name("FILE");
  command->add_flag("--include-held-out", options->include_held_out,
                    "Also learn from theorems of the frozen test and validation sets");
  command
      ->add_option("--threads", options->threads,
                   "Number of threads that prepare samples; 1: the thread that trains")
      ->check(whole_number({.min = 1, .max = 1024}))
      ->type_name("NUMBER")
      ->capture_default_str();
  add_device(*command, options->device);
  options->specification.add_to(*command, {.except = {"seed", "stream"}});
  const auto store = [options = options.get()](const std::string& field, const std::string& text) {
    options->given.emplace_back(field, text);
  };
  const auto group = [](const std::vector<CLI::Option*>& list, const char* name) {
    for (CLI::Option* option : list) option->group(name);
  };
  add_field_options(*command, TrainOptions(), store);
  group(add_field_options(*command, NetworkOptions(), store, {.except = {"network"}}), "Network");
  group(add_field_options(*command, OptimizerOptions(), store), "Optimiser");
  group(add_field_options(*command, SampleOptions(), store), "Samples");
  group(add_field_options(*command, SearchRoundOptions(), store), "Learning from search");
  command->footer(
      "The same options give the same weights, byte for byte, on the CPU of one machine; the "
      "number\n"
      "of threads and interruptions change nothing. By default, theorems with goals of the frozen\n"
      "test and validation sets are not generated. Files (--data) are not searched for such "
      "goals.\n"
      "Ctrl-C, SIGTERM and SIGUSR1 save the run and end it; --resume continues it, also after the\n"
      "program was killed.\n"
      "Exit code: 0 finished, 2 bad input, 3 interrupted and saved.\n"
      "Examples:\n"
      "  ineq train -k 3 -l 7 --minutes 10 --out runs/a\n"
      "  ineq train --agent gin -k 3 -l 5 --states 1000000 --out runs/gin\n"
      "  ineq train --mix k3l3,k3l5,k3l7:2,k5l7,k15l15 --minutes 30 --out runs/mix\n"
      "  ineq train --spec splits/orders/k3l5/train-100.json --minutes 2 --out runs/o\n"
      "  ineq train --start runs/o --from-search 5 --spec orders.json --out runs/expert\n"
      "  ineq train --value runs/gin --rate 1e-3 --states 50000 --out runs/gin-value\n"
      "  ineq train --resume --out runs/a\n"
      "  ineq evaluate --problems splits/iid/k3l7/test.jsonl --agent runs/a");
  for (const char* name :
       {"--agent", "--preset", "--mix", "--data", "--include-held-out", "--value"}) {
    config->excludes(command->get_option(name));
  }
  for (const char* name : {"--agent", "--preset"}) {
    command->get_option("--start")->excludes(command->get_option(name));
    command->get_option("--value")->excludes(command->get_option(name));
  }
  command->get_option("--data")->excludes(command->get_option("--mix"));
  for (const char* name : {"-k", "-l"}) {
    command->get_option("--mix")->excludes(command->get_option(name));
  }
  command->callback([options, command, &run] {
    static const std::vector<std::string_view> kOfASession = {"--out", "--resume", "--threads",
                                                              "--device"};
    options->has_run_options =
        std::ranges::any_of(command->get_options(), [](const CLI::Option* option) {
          return option->count() > 0 &&
                 std::ranges::find(kOfASession, option->get_name()) == kOfASession.end();
        });
    run = [options] { return train(*options); };
  });
}

}  // namespace ineq
