#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "files/fields.h"

namespace ineq {
namespace {

// How many characters have to be inserted, deleted, replaced or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1,
                             rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

// The name that was probably meant, if any is similar.
std::optional<std::string> nearest(const std::string& typed,
                                   const std::vector<std::string>& names) {
  std::optional<std::string> out;
  std::size_t least = typed.size() / 3 + 2;  // or farther away
  for (const std::string& name : names) {
    const bool is_beginning = typed.size() > 1 && name.starts_with(typed);
    const std::size_t distance = is_beginning ? 0 : edit_distance(typed, name);
    if (distance < least) {
      least = distance;
      out = name;
    }
  }
  return out;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* command : app.get_subcommands({})) out.push_back(command->get_name());
  return out;
}

std::string list_of(const std::vector<std::string>& names) {
  return join_names({names.begin(), names.end()});
}

const CLI::App& find_command(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == name) return *command;
  }
  const std::vector<std::string> names = command_names(app);
  const auto meant = nearest(name, names);
  throw Error(fmt::format("there is no command '{}'{}; expected {}", name,
                          meant ? fmt::format(" (did you mean '{}'?)", *meant) : "",
                          list_of(names)));
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// Whether an argument that begins with a minus sign is a statement. Options of more than one letter
// are not, because variables have one letter and products are written with *.
bool is_statement(std::string_view argument) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (argument.starts_with("--") && argument.size() > 3 && is_letter(argument[2]) &&
      (is_letter(argument[3]) || argument[3] == '-')) {
    return false;
  }
  constexpr std::string_view kRelations[] = {"=", "<", ">", "≥", "≤", "≠", "\\geq", "\\leq"};
  return argument.starts_with('-') && std::ranges::any_of(kRelations, [&](std::string_view sign) {
           return argument.find(sign) != std::string_view::npos;
         });
}

// Sorts the arguments of a command into those that CLI11 may interpret and those that it must take
// as positional.
class Sorter {
 public:
  explicit Sorter(const CLI::App& command)
      : command_(command), takes_goal_(command.get_option_no_throw("goal") != nullptr) {}

  std::vector<std::string> sort(std::span<const std::string> arguments) {
    while (!arguments.empty() && arguments.front() != "--") {
      const std::size_t used = add(arguments);
      arguments = arguments.subspan(used);
    }
    const bool is_marked = !arguments.empty();
    if (is_marked) {
      positional_.insert(positional_.end(), arguments.begin() + 1, arguments.end());
    }
    if (is_marked || !positional_.empty()) out_.emplace_back("--");
    out_.insert(out_.end(), positional_.begin(), positional_.end());
    return std::move(out_);
  }

 private:
  // Adds the first argument, and the next one if it is its value. Returns their number.
  std::size_t add(std::span<const std::string> arguments) {
    const std::string& argument = arguments.front();
    const bool is_long = argument.starts_with("--");
    const std::size_t end = is_long ? std::min(argument.size(), argument.find('=')) : 2;
    const CLI::Option* option =
        argument.starts_with('-') ? command_.get_option_no_throw(argument.substr(0, end)) : nullptr;
    const bool is_goal = takes_goal_ && is_statement(argument);
    if (is_goal && (!option || !takes_value(*option))) {
      positional_.push_back(argument);
      return 1;
    }
    if (!option || !takes_value(*option)) {
      out_.push_back(argument);
      return 1;
    }
    if (argument.size() == end) {
      out_.push_back(argument);
      if (arguments.size() > 1) out_.push_back(arguments[1]);
      return std::min<std::size_t>(2, arguments.size());
    }
    out_.push_back(argument.substr(0, end));
    out_.push_back(argument.substr(is_long ? end + 1 : end));
    return 1;
  }

  const CLI::App& command_;
  const bool takes_goal_;
  std::vector<std::string> out_, positional_;
};

std::string describe_extras(const CLI::App& app, const CLI::App& command) {
  std::vector<std::string> extras = command.remaining();
  if (&app != &command) {
    const std::vector<std::string> more = app.remaining();
    extras.insert(extras.end(), more.begin(), more.end());
  }
  std::erase(extras, "--");
  std::string out = fmt::format("unexpected argument{} '{}'", extras.size() > 1 ? "s" : "",
                                fmt::join(extras, "' '"));
  if (!extras[0].starts_with("--")) return out;
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) names.push_back(option->get_name());
  }
  const std::string typed = extras[0].substr(0, extras[0].find('='));
  if (const auto meant = nearest(typed, names)) out += fmt::format("; did you mean {}?", *meant);
  return out;
}

}  // namespace

std::vector<std::string> prepare_arguments(const CLI::App& app,
                                           const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) return arguments;
  if (arguments[0] == "help") {
    if (arguments.size() == 1) return {"--help"};
    return {find_command(app, arguments[1]).get_name(), "--help"};
  }
  const CLI::App& command = find_command(app, arguments[0]);
  std::vector<std::string> out = Sorter(command).sort(std::span(arguments).subspan(1));
  out.insert(out.begin(), command.get_name());
  return out;
}

void refuse_empty_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      if (std::ranges::find(option->results(), "") != option->results().end()) {
        throw Error(option->get_name() + ": expected a value, found an empty text");
      }
    }
  }
}

std::string describe(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands.front();
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) ||
      (commands.empty() && !app.remaining().empty())) {
    message = describe_extras(app, command);
  } else if (commands.empty()) {
    message = "expected a command: " + list_of(command_names(app));
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string name = message.substr(0, message.find(':'));
    const bool is_missing = message.ends_with(" missing");
    message = name + (is_missing ? " requires a value" : " can be given only once");
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) && !message.starts_with('-')) {
    message = "missing argument '" + message.substr(0, message.find(' ')) + "'";
  } else if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    message = CLI::detail::find_and_replace(message, " excludes ", " cannot be combined with ");
  }
  const std::string name = commands.empty() ? "" : command.get_name() + " ";
  return fmt::format("{} (see ineq {}--help)", message, name);
}

}  // namespace ineq
