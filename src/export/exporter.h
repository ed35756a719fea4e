#pragma once
// Theorems, with or without their proofs, for other systems.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/derivation.h"
#include "export/lemmas.h"
#include "proof/history.h"

namespace ineq {

struct ExportTheorem {
  std::string name;     // legal in every system (export/theorem_name.h)
  std::string comment;  // the record's id, where it is plain
  Derivation derivation;
  std::optional<History> history = {};  // the same proof as the kernel has it, if there is one
};

class Exporter {
 public:
  virtual ~Exporter() = default;

  virtual std::string_view extension() const = 0;  // of its files
  virtual bool has_proofs() const { return true; }
  virtual bool is_checked() const { return has_proofs(); }  // by the system that reads it
  virtual bool takes_many() const { return true; }          // theorems in one file
  // What every proof rests on, as the beginning of a file, or as a file of its own with what the
  // others begin with.
  virtual std::string library() const = 0;
  virtual std::string library_name() const { return ""; }  // without: files begin with `library`
  virtual std::string load_library() const { return library(); }
  virtual std::string theorem(Bank& bank, const ExportTheorem& theorem) const = 0;
  virtual std::string between() const { return ""; }  // two theorems of a file
  virtual std::string end() const { return ""; }      // of a file
};

// coq, hol-light, hol-light-text, metamath, lean, smtlib, tptp, latex
std::vector<std::string> export_formats();
std::unique_ptr<Exporter> make_exporter(std::string_view format, const Lemmas& lemmas);

// For those who write them.
std::unique_ptr<Exporter> make_coq(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_hol_light(const Lemmas& lemmas, bool parses);
std::unique_ptr<Exporter> make_metamath(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_lean(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_smtlib();
std::unique_ptr<Exporter> make_tptp(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_latex();

// The names that the lines of a derivation have where proofs refer to them: h1, h2 … for the
// premises, s1, s2 … for the lines.
class LineNames {
 public:
  explicit LineNames(const Derivation& derivation);

  // Nothing for what is trivial or not known.
  const std::string* find(Statement statement) const;
  void add(const Line& line);  // from now on its conclusion is known; lines are added in order

 private:
  std::map<Statement, std::string> names_;
  std::size_t lines_ = 0;
};

std::vector<char> variables_of(const Bank& bank, const Derivation& derivation);  // a, b, …

}  // namespace ineq
