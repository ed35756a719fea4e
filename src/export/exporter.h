#pragma once
// Writes theorems in the languages of other systems: proof checkers, which also get the proofs, and
// automatic provers, which get only the statements. An exporter makes text and does no I/O.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/derivation.h"
#include "export/lemmas.h"
#include "proof/history.h"

namespace ineq {

struct ExportTheorem {
  std::string name;     // valid in every system (export/theorem_name.h)
  std::string comment;  // the record's id if it is plain, otherwise empty
  Derivation derivation;
  std::optional<History> history = {};  // the same proof in the kernel's form, if there is one
};

// A format that theorems are written in.
struct ExportFormat {
  std::string_view name;
  std::string_view extension;  // of its files
  bool has_proofs = true;      // otherwise it has only the statements
  bool is_checked = true;      // the system that reads it checks the proofs
  bool takes_many = true;      // a file can have several theorems
  // What every proof rests on is the beginning of each file. If it has a file name, files of single
  // theorems load that file instead, and begin with `load_library`.
  std::string_view library_file = {};
  std::string_view load_library = {};
  std::string_view between = {};  // two theorems of a file
  std::string_view end = {};      // of a file
  std::string (*library)(const Lemmas& lemmas);
  std::string (*theorem)(const Lemmas& lemmas, Bank& bank, const ExportTheorem& theorem);
};

// coq, hol-light, hol-light-text, metamath, lean, smtlib, tptp, latex
std::vector<std::string_view> export_formats();

// A format with the lemmas that proofs in it use, which it refers to.
class Exporter {
 public:
  Exporter(std::string_view format, const Lemmas& lemmas);  // one of export_formats()

  const ExportFormat& format() const { return format_; }
  std::string library() const { return format_.library(lemmas_); }
  std::string load_library() const;  // the beginning of a file with a single theorem
  std::string theorem(Bank& bank, const ExportTheorem& theorem) const {
    return format_.theorem(lemmas_, bank, theorem);
  }

 private:
  const ExportFormat& format_;
  const Lemmas& lemmas_;
};

// One per source file of this folder.
extern const ExportFormat kCoqFormat, kHolLightFormat, kHolLightTextFormat, kMetamathFormat,
    kLeanFormat, kSmtlibFormat, kTptpFormat, kLatexFormat;

// The names by which proofs refer to statements: h1, h2, … for the premises and s1, s2, … for the
// lines of a derivation.
class LineNames {
 public:
  explicit LineNames(const Derivation& derivation);

  // Returns null if the statement is neither a premise nor the conclusion of an added line.
  const std::string* find(Statement statement) const;
  void add(const Line& line);  // makes its conclusion known; lines must be added in order

 private:
  std::map<Statement, std::string> names_;
  std::size_t lines_ = 0;
};

std::vector<char> variables_of(const Bank& bank, const Derivation& derivation);  // a, b, …

}  // namespace ineq
