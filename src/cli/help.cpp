#include "cli/help.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli/screen.h"

namespace ineq {
namespace {

constexpr std::size_t kColumn = 26;  // where the texts of options begin

// The words of a text in lines of at most `width` characters. The first line begins at column
// `indent`; the others are indented by as much.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string& word : CLI::detail::split(std::string(text), ' ')) {
    if (word.empty()) continue;
    if (column > indent && column + 1 + word.size() > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + '\n';
}

// Wraps the second column of a line that has two, as in a table. Any other line, such as an example
// that is to be copied, is kept as it is.
std::string wrap_indented(const std::string& line, std::size_t width) {
  const std::size_t gap = line.find("  ", line.find_first_not_of(' '));
  if (gap == std::string::npos) return line + '\n';
  const std::size_t column = line.find_first_not_of(' ', gap);
  return line.substr(0, column) + wrap(line.substr(column), width, column);
}

// Wraps paragraphs. A line that ends a sentence or introduces a list ends its paragraph, and so
// does an indented line after it.
std::string wrap_paragraphs(const std::string& text, std::size_t width) {
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += wrap(paragraph, width, 0);
    paragraph.clear();
  };
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    if (line.starts_with(' ')) {
      end_paragraph();
      out += wrap_indented(line, width);
      continue;
    }
    paragraph += (paragraph.empty() ? "" : " ") + line;
    if (line.ends_with('.') || line.ends_with(':')) end_paragraph();
  }
  end_paragraph();
  return out;
}

class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::size_t width) : width_(width) {
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
    label("TEXT", "FILE");  // what most options take
  }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(Formatter::make_help(app, name, mode), "\n\n\n", "\n\n");
  }

  std::string make_description(const CLI::App* app) const override {
    return wrap_paragraphs(app->get_description(), width_);
  }
  std::string make_footer(const CLI::App* app) const override {
    return wrap_paragraphs(app->get_footer(), width_);
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return columns(command->get_name(), command->get_description());
  }

  // `--steps NUMBER   Maximum number of steps of a proof (0 to 4096; default: 15)`
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string left = make_option_name(option, is_positional);
    if (const auto comma = left.find(','); comma != std::string::npos) left.insert(comma + 1, " ");
    const std::string type = option->get_type_name();  // with the descriptions of its validators
    const std::size_t colon = std::min(type.size(), type.find(':'));
    const bool has_value = option->get_type_size() > 0;
    if (has_value && !is_positional) left += " " + get_label(type.substr(0, colon));
    const bool has_many = option->get_items_expected_max() >= CLI::detail::expected_max_vector_size;
    if (has_value && has_many && option->get_allow_extra_args()) left += "...";

    std::vector<std::string> notes;
    if (option->get_required()) notes.emplace_back("required");
    if (colon + 1 < type.size()) notes.push_back(type.substr(colon + 1));
    if (has_value && !option->get_default_str().empty()) {
      notes.push_back("default: " + option->get_default_str());
    }
    for (const CLI::Option* other : option->get_needs()) {
      notes.push_back("requires " + other->get_name());
    }
    for (const CLI::Option* other : option->get_excludes()) {
      notes.push_back("not with " + other->get_name());
    }
    std::string right = option->get_description();
    if (!notes.empty()) {
      const bool has_note = right.ends_with(')');
      if (has_note) right.pop_back();
      right += fmt::format("{}{})", has_note ? "; " : " (", fmt::join(notes, "; "));
    }
    return columns(left, right);
  }

 private:
  std::string columns(const std::string& left, const std::string& right) const {
    std::string out = "  " + left;
    if (out.size() + 2 > kColumn) {
      out += '\n';
      out.append(kColumn, ' ');
    } else {
      out.resize(kColumn, ' ');
    }
    return out + wrap(right, width_, kColumn);
  }

  std::size_t width_;
};

}  // namespace

std::size_t help_width() {
  constexpr std::size_t kDefault = 80, kLeast = 50, kMost = 100;
  if (isatty(STDOUT_FILENO) != 1) return kDefault;
  return std::clamp(screen_columns(STDOUT_FILENO), kLeast, kMost);
}

std::shared_ptr<CLI::Formatter> make_help_formatter(std::size_t width) {
  return std::make_shared<HelpFormatter>(width);
}

}  // namespace ineq
