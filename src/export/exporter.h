#pragma once
// Writes theorems in the languages of other systems: proof checkers, which also get the proofs, and
// automatic provers, which get only the statements. An exporter makes text and does no I/O.

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
  std::string name;     // valid in every system (export/theorem_name.h)
  std::string comment;  // the record's id if it is plain, otherwise empty
  Derivation derivation;
  std::optional<History> history = {};  // the same proof in the kernel's form, if there is one
};

class Exporter {
 public:
  virtual ~Exporter() = default;

  virtual std::string_view extension() const = 0;  // of the files
  virtual bool has_proofs() const { return true; }
  virtual bool is_checked() const { return has_proofs(); }  // whether the system checks the proofs
  virtual bool takes_many() const { return true; }          // whether a file can have many theorems
  // The lemmas that all proofs use. If `library_name` is not empty, they are in a file of that
  // name, and files of theorems begin with `load_library`. Otherwise those files begin with
  // `library`.
  virtual std::string library() const = 0;
  virtual std::string library_name() const { return ""; }
  virtual std::string load_library() const { return library(); }
  virtual std::string theorem(Bank& bank, const ExportTheorem& theorem) const = 0;
  virtual std::string between() const { return ""; }  // written between two theorems of a file
  virtual std::string end() const { return ""; }      // written at the end of a file
};

// coq, hol-light, hol-light-text, metamath, lean, smtlib, tptp, latex
std::vector<std::string> export_formats();
std::unique_ptr<Exporter> make_exporter(std::string_view format, const Lemmas& lemmas);

// The rest of this header is for the implementations.
std::unique_ptr<Exporter> make_coq(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_hol_light(const Lemmas& lemmas, bool parses);
std::unique_ptr<Exporter> make_metamath(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_lean(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_smtlib();
std::unique_ptr<Exporter> make_tptp(const Lemmas& lemmas);
std::unique_ptr<Exporter> make_latex();

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
