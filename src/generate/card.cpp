#include "generate/card.h"

#include <fmt/format.h>

#include <filesystem>

namespace ineq {
namespace {

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
| `id` | axioms, K and L, degree, seed and number |
| `rules` | the rule set that the proof is under |
| `axioms`, `k`, `l`, `degree`, `seed`, `index` | what was asked for: axioms to draw from, distinct axioms, steps, operators of the initial term, seed, number |
| `order` | the axioms as generation applied them; the proof applies them the other way round |
| `premises`, `goal` | the theorem |
| `proof` | the actions, one a step: axiom, then each operand and where it stands |

The kernel of `ineq` has accepted every proof; `ineq check FILE` does so again.

The benchmark and its generator are the work of Wu, Jiang, Ba and Grosse: *INT: An Inequality Benchmark for Evaluating
Generalization in Theorem Proving*, ICLR 2021, [arXiv 2007.02924](https://arxiv.org/abs/2007.02924).
)";

std::string steps_text(const StepParts& parts) {
  if (!parts.any()) return "";
  std::string out = "Each record has `steps`, one for each action, with";
  if (parts.states) out += " the `goals` and `facts` before it;";
  if (parts.sequences) out += " `source` and `target`, the observation and the action as texts;";
  if (parts.pointers) out += " `pointer_source` and `pointer_target`, the same as pointer texts;";
  out.back() = '.';
  return out + "\n\n";
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
    out += fmt::format("  - split: {}\n    path: {}\n", file.split, file.path);
  }
  return out + fmt::format("---\n\n# {}\n\n{}{}", title, text, kFields);
}

std::string dataset_card(const DatasetRequest& request, const std::string& path) {
  const Specification& s = request.specification;
  const std::string kind = fmt::format("{} K{} L{}", to_string(s.axioms), s.k, s.l);
  std::vector<CardFile> files;
  if (request.format == Format::kJsonLines && request.out != "-") {
    const auto folder = std::filesystem::absolute(path).parent_path();
    files.push_back({"default", "train",
                     std::filesystem::absolute(request.out).lexically_relative(folder).string()});
  }
  const std::string text = fmt::format(
      "{} theorems with proofs, {}, made by the generator of `ineq` from this specification, "
      "numbers {} to {}:\n\n```json\n{}```\n\n`ineq generate --spec FILE -n {} --first {}` with it "
      "in FILE makes the same again, byte for byte.\n\n{}",
      request.count, kind, request.first, request.first + request.count - 1, write_specification(s),
      request.count, request.first, steps_text(request.parts));
  return dataset_card("Inequality theorems, " + kind, files, request.count, text);
}

}  // namespace ineq
