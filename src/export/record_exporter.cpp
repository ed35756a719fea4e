#include "export/record_exporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/printable.h"
#include "export/damage.h"
#include "term/print.h"

namespace ineq {

namespace {

std::string_view require_format(std::string_view name) {
  const auto names = export_formats();
  if (std::ranges::find(names, name) != names.end()) return name;
  throw Error(fmt::format("there is no export format '{}': there are {}", printable(name),
                          fmt::join(names, ", ")));
}

}  // namespace

RecordExporter::RecordExporter(std::string_view format, const ExportOptions& options)
    : options_(options), exporter_(require_format(format), lemmas_) {
  if (options.damage && !exporter_.format().is_checked) {
    throw Error("--damage requires a format for systems that check proofs");
  }
  if (options.add_nonzero && !exporter_.format().has_proofs) {
    throw Error("--add-nonzero requires a format with proofs");
  }
}

RecordExporter::Exported RecordExporter::add(const Record& record) {
  bank_.reset();
  ExportTheorem theorem;
  Exported out;
  if (format().has_proofs) {
    const RecordVerdict verdict = check_record(bank_, rules_[rules_for(record)], record);
    if (!verdict.proven && !verdict.readable) throw Error(verdict.reason);
    name(record, theorem);
    out.left_out = verdict.proven
                       ? prove(rules_for(record), *verdict.proven, theorem, out.has_premises)
                       : verdict.reason;
  } else {
    theorem.derivation.theorem = read_theorem(bank_, record);
    name(record, theorem);
  }
  out.name = theorem.name;
  if (out.left_out.empty()) out.text = exporter_.theorem(bank_, theorem);
  ++records_;
  return out;
}

// A theorem that is left out also takes a name, so that the other names do not depend on it.
void RecordExporter::name(const Record& record, ExportTheorem& out) {
  const Record statement{
      .id = record.id, .rules = {}, .premises = record.premises, .goal = record.goal, .proof = {}};
  out.name = names_.add(theorem_name(record.id, write_record(statement)));
  if (is_plain_id(record.id)) out.comment = record.id;
}

// Returns why it is left out, if it is.
std::string RecordExporter::prove(RuleSet set, const Proven& given, ExportTheorem& out,
                                  bool& has_premises) {
  const auto missing = missing_premises(bank_, given, lemmas_);
  std::vector<std::string> texts;
  for (const Statement s : missing) texts.push_back(to_string(bank_, s));
  const std::string all = fmt::format("{}", fmt::join(texts, ", "));
  if (!missing.empty() && !options_.add_nonzero) {
    return fmt::format("it divides by what may be 0: {} is missing (--add-nonzero adds it)", all);
  }
  if (!missing.empty()) {
    out.comment += fmt::format("{}added: {}", out.comment.empty() ? "" : "; ", all);
    has_premises = true;
  }
  Theorem theorem = given.theorem();
  theorem.premises.insert(theorem.premises.end(), missing.begin(), missing.end());
  const Rules& sound = rules_[set == RuleSet::kInt2021 ? RuleSet::kStandard : set];
  const Verdict verdict = check(bank_, sound, theorem, given.proof());
  if (!verdict.proven) return "with the missing premises it is no longer a proof";
  out.history.emplace(bank_, *verdict.proven);
  if (!options_.damage) {
    out.derivation = derive(bank_, *verdict.proven, lemmas_);
    return "";
  }
  Rng rng(mix(mix(*options_.damage) + records_));
  auto wrong = damaged(bank_, *verdict.proven, lemmas_, rng);
  if (!wrong) return "no change was found that makes it wrong";
  out.derivation = std::move(*wrong);
  return "";
}

}  // namespace ineq
