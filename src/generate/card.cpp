#include "generate/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/printable.h"

namespace ineq {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string_view size_category(std::uint64_t theorems) {
  constexpr std::pair<std::uint64_t, std::string_view> kCategories[] = {
      {1'000, "n<1K"},          {10'000, "1K<n<10K"},     {100'000, "10K<n<100K"},
      {1'000'000, "100K<n<1M"}, {10'000'000, "1M<n<10M"}, {100'000'000, "10M<n<100M"},
  };
  for (const auto& [below, name] : kCategories) {
    if (theorems < below) return name;
  }
  return "100M<n<1B";
}

constexpr std::string_view kFields = R"(## Fields

| field | meaning |
|---|---|
| `id` | axioms, K and L, degree, seed, stream if it is not `dataset`, and number |
| `rules` | the rule set that the proof is under |
| `axioms`, `k`, `l`, `degree`, `seed`, `index` | what was asked for: axioms to draw from, distinct axioms, steps, operators of the initial term, seed, number |
| `stream` | the random stream, if it is not `dataset`: `test` or `validation` |
| `order` | the axioms as generation applied them; the proof applies them the other way round |
| `premises`, `goal` | the theorem |
| `proof` | the actions, one per step: the axiom, then each operand and the statement that contains it |

The kernel of `ineq` has accepted every proof; `ineq check FILE` does so again.

)";

constexpr std::string_view kCredit =
    R"(The benchmark and its generator are the work of Wu, Jiang, Ba and Grosse: *INT: An Inequality Benchmark for Evaluating
Generalization in Theorem Proving*, ICLR 2021, [arXiv 2007.02924](https://arxiv.org/abs/2007.02924).
)";

std::string steps_text(const StepParts& parts) {
  if (!parts.any()) return "";
  std::string out = "Each record has `steps`, one for each action, with";
  visit_fields(parts, [&](const char*, bool is_wanted, const char* what) {
    if (is_wanted) out += fmt::format(" {};", what);
  });
  out.back() = '.';
  return out + "\n\n";
}

// A word of a command, for a shell.
std::string quoted(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("-_./+:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string with_option(const StepParts& parts) {
  std::string out;
  visit_fields(parts, [&](const char* name, bool is_wanted, const char*) {
    if (is_wanted) out += fmt::format("{}{}", out.empty() ? " --with " : ",", name);
  });
  return out;
}

}  // namespace

std::string dataset_card(const std::string& title, const std::vector<CardFile>& files,
                         std::uint64_t theorems, const std::string& text) {
  std::string out = fmt::format(
      "---\npretty_name: \"{}\"\nlanguage:\n- en\ntags:\n- mathematics\n- theorem-proving\n- "
      "synthetic\n"
      "size_categories:\n- {}\n",
      title, size_category(theorems));
  std::string config;
  if (!files.empty()) out += "configs:\n";
  for (const CardFile& file : files) {
    if (file.config != config) {
      out += fmt::format("- config_name: {}\n  data_files:\n", file.config);
      config = file.config;
    }
    out += fmt::format("  - split: {}\n    path: {}\n", file.split, Json(file.path).dump());
  }
  return out +
         fmt::format("---\n\n# {}\n\n{}{}{}", title, text, files.empty() ? "" : kFields, kCredit);
}

std::string dataset_card(const DatasetRequest& request, const std::string& path) {
  if (printable(request.out) != request.out) {
    throw Error("a card cannot name a file whose name has control characters or is not UTF-8");
  }
  const fs::path folder = fs::absolute(path).parent_path();
  const auto from_card = [&](const std::string& name) {
    return name.empty() ? name : fs::absolute(name).lexically_relative(folder).string();
  };
  Specification s = request.specification;
  s.orders = from_card(s.orders);
  s.combinations = from_card(s.combinations);
  for (std::string& name : s.exclude) name = from_card(name);

  const std::string kind = fmt::format("{} K{} L{}", to_string(s.axioms), s.k, s.l);
  const std::string name = request.out == "-" ? "-" : from_card(request.out);
  const bool records = request.format == Format::kJsonLines;
  std::vector<CardFile> files;
  if (records && request.out != "-") files.push_back({"default", "train", name});
  std::string text = fmt::format(
      "{} theorems with proofs, {}, from number {} on, made by the generator of `ineq` "
      "from this specification:\n\n```json\n{}```\n\n",
      request.count, kind, request.first, write_specification(s));
  text += fmt::format(
      "With it in `spec.json` beside this card, this makes the same again, byte for byte:\n\n```\n"
      "ineq generate --spec spec.json -n {} --first {}{}{}{} --out {}\n```\n\n",
      request.count, request.first, request.distinct ? " --distinct" : "",
      records ? "" : fmt::format(" --format {}", to_string(request.format)),
      with_option(request.parts), quoted(name));
  if (!records) {
    text += fmt::format(
        "`{0}.src` has one observation per line, and the same line of `{0}.tgt` has the action "
        "that the proof takes there; no source occurs twice.\n\n",
        name);
  }
  text += steps_text(request.parts);
  return dataset_card("Inequality theorems, " + kind, files, request.count, text);
}

}  // namespace ineq
