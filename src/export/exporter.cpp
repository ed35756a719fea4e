#include "export/exporter.h"

#include <algorithm>
#include <iterator>

#include "algebra/letters.h"
#include "base/error.h"
#include "export/notation.h"

namespace ineq {
namespace {

constexpr const ExportFormat* kFormats[] = {
    &kCoqFormat,  &kHolLightFormat, &kHolLightTextFormat, &kMetamathFormat,
    &kLeanFormat, &kSmtlibFormat,   &kTptpFormat,         &kLatexFormat,
};

const ExportFormat& find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &ExportFormat::name);
  INEQ_CHECK(found != std::end(kFormats));
  return **found;
}

}  // namespace

std::vector<std::string_view> export_formats() {
  std::vector<std::string_view> out;
  for (const ExportFormat* format : kFormats) out.push_back(format->name);
  return out;
}

Exporter::Exporter(std::string_view format, const Lemmas& lemmas)
    : format_(find_format(format)), lemmas_(lemmas) {}

std::string Exporter::load_library() const {
  return format_.library_file.empty() ? library() : std::string(format_.load_library);
}

LineNames::LineNames(const Derivation& derivation) {
  std::size_t number = 0;
  for (const Statement premise : derivation.theorem.premises) {
    names_.try_emplace(premise, "h" + std::to_string(++number));
  }
}

const std::string* LineNames::find(Statement statement) const {
  const auto found = names_.find(statement);
  return found == names_.end() ? nullptr : &found->second;
}

void LineNames::add(const Line& line) {
  names_.try_emplace(line.conclusion, "s" + std::to_string(++lines_));
}

std::vector<char> variables_of(const Bank& bank, const Derivation& derivation) {
  std::uint32_t letters = letters_in(bank, derivation.theorem.goal);
  for (const Statement premise : derivation.theorem.premises) letters |= letters_in(bank, premise);
  std::vector<char> out;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if (letters >> (letter - 'a') & 1) out.push_back(letter);
  }
  return out;
}

}  // namespace ineq
