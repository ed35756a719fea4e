// HOL Light, over its real numbers. The rows of the axioms are proven once. The proof of a theorem
// is a chain of simple inferences (SPECL, MP, AP_TERM, AP_THM and EQ_MP) and uses no decision
// procedure.
//
// HOL Light parses the statement of a theorem from text. The terms within proofs are built by OCaml
// code instead, because parsing would take longer than proving. Only `hol-light-text`, which exists
// to measure that, has these terms as text, too.

#include <fmt/format.h>

#include "algebra/path.h"
#include "export/exporter.h"
#include "export/notation.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr Notation kText{.zero = "(&0)",
                         .one = "(&1)",
                         .add = "(L + R)",
                         .negate = "(-- L)",
                         .multiply = "(L * R)",
                         .square = "(L pow 2)",
                         .invert = "(inv L)",
                         .equal = "(L = R)",
                         .greater_equal = "(L >= R)",
                         .non_zero = "~(L = &0)",
                         .reserved = 'o'};

constexpr Notation kPrefix{.zero = "0",
                           .one = "1",
                           .add = "+LR",
                           .negate = "-L",
                           .multiply = "*LR",
                           .square = "^L",
                           .invert = "/L",
                           .equal = "=LR",
                           .greater_equal = ">LR",
                           .non_zero = "!L"};

constexpr std::string_view kRows = R"(prioritize_real();;

(* The rows of the axioms. *)
let row goal = prove(goal, FIRST
  [REAL_ARITH_TAC;
   REPEAT STRIP_TAC THEN ASM_REWRITE_TAC[real_ge; REAL_LE_SQUARE] THEN NO_TAC;
   REWRITE_TAC[real_ge] THEN REPEAT STRIP_TAC THEN MATCH_MP_TAC REAL_LE_RMUL THEN ASM_REWRITE_TAC[] THEN NO_TAC;
   REPEAT STRIP_TAC THEN ASM_SIMP_TAC[REAL_MUL_RINV] THEN NO_TAC]);;
let GreaterEqualReflexive = row `!x:real. x >= x`;;
let OneNonZero = row `~(&1 = &0)`;;
)";

constexpr std::string_view kTerms = R"(
(* Terms, from operators before operands: "+a*b1" is a + b * 1. *)
let term =
  let zero = `&0:real` and one = `&1:real` and two = `2` in
  let add = `(+):real->real->real` and multiply = `( * ):real->real->real` in
  let negate = `(--):real->real` and invert = `inv:real->real` and power = `(pow):real->num->real` in
  let ge = `(>=):real->real->bool` and real = `:real` in
  fun text ->
    let next = ref 0 in
    let rec read () =
      let c = String.get text !next in
      incr next;
      match c with
        '0' -> zero
      | '1' -> one
      | '+' -> both add
      | '*' -> both multiply
      | '>' -> both ge
      | '=' -> let x = read () in mk_eq(x, read ())
      | '!' -> mk_neg(mk_eq(read (), zero))
      | '-' -> mk_comb(negate, read ())
      | '/' -> mk_comb(invert, read ())
      | '^' -> mk_comb(mk_comb(power, read ()), two)
      | 'o' -> mk_var("o'", real)
      | _ -> mk_var(String.make 1 c, real)
    and both op = let x = read () in mk_comb(mk_comb(op, x), read ()) in
    read ();;
)";

constexpr std::string_view kParsedTerms = R"(
let term = parse_term;;
)";

constexpr std::string_view kSteps = R"(
(* Steps. A lemma about these terms, from these theorems: *)
let use lemma terms theorems = List.fold_left MP (SPECL (map term terms) lemma) theorems;;
(* From |- s, where the right side of an equation is at a place in s, l and r on the way to it from the
   root: |- s with the left side there. *)
let rewrite place equation before =
  let rec down i t =
    if i = String.length place then
      if rhs(concl equation) = t then SYM equation else failwith "rewrite: another term is there"
    else if String.get place i = 'l' then
      let f,y = dest_comb t in
      let op,x = dest_comb f in
      AP_THM (AP_TERM op (down (i + 1) x)) y
    else
      let f,y = dest_comb t in
      AP_TERM f (down (i + 1) y) in
  EQ_MP (down 0 (concl before)) before;;
let refl x = REFL (term x);;
let ge_refl x = SPEC (term x) GreaterEqualReflexive;;
let unknown () = failwith "this was not proven";;
let conclude variables premises theorem =
  GENL (map term variables) (List.fold_right (fun premise th -> DISCH (concl premise) th) premises theorem);;
let seconds = ref 0.0;;  (* in proofs *)
let theorem name statement proof =
  let start = Sys.time() in
  let proven = try Some(proof ()) with Failure _ -> None in
  seconds := !seconds +. (Sys.time() -. start);
  match proven with
    Some th when hyp th = [] && concl th = statement -> print_endline ("accepted " ^ name); th
  | _ -> print_endline ("rejected " ^ name); failwith name;;
)";

std::string quoted_statement(const Bank& bank, const std::string& variables,
                             std::span<const Statement> premises, Statement goal) {
  std::string out = "`";
  if (!variables.empty()) out += "!" + variables + ". ";
  for (const Statement premise : premises) out += text(kText, bank, premise) + " ==> ";
  return out + text(kText, bank, goal) + "`";
}

std::string typed(const std::string& variable) { return fmt::format("({}:real)", variable); }

// The path from the root to an occurrence in HOL Light's curried terms, where x + y is ((+) x) y: r
// is the argument of the outer application, l the argument of the inner one.
std::string path_to(const Bank& bank, Statement statement, std::uint32_t place) {
  std::string out;
  descend(bank, statement, place, [&](Term term, bool is_right) {
    switch (bank[term].op) {
      case Op::kNegate:
      case Op::kInvert:
        out += 'r';
        break;
      case Op::kNonZero:  // not (x = 0)
        out += "rl";
        break;
      default:
        out += is_right ? 'r' : 'l';
    }
  });
  return out;
}

constexpr std::string_view kLoadLibrary = "needs \"ineq.ml\";;\n";

// Writes terms as prefix texts, or as the texts that HOL Light parses.
class Writer {
 public:
  explicit Writer(bool parses) : parses_(parses) {}

  std::string theorem(Bank& bank, const ExportTheorem& theorem) const {
    const auto& [statement, lines] = theorem.derivation;
    const std::vector<char> letters = variables_of(bank, theorem.derivation);
    std::string typed_variables, variables, premises, out;
    for (const char letter : letters) {
      const Term variable = bank.variable(letter);
      typed_variables += typed(text(kText, bank, variable));
      variables += (variables.empty() ? "" : "; ") + term(bank, variable);
    }
    for (std::size_t i = 0; i < statement.premises.size(); ++i) {
      premises += fmt::format("{}h{}", i == 0 ? "" : "; ", i + 1);
      out += fmt::format("  let h{} = ASSUME (term {}) in\n", i + 1,
                         term(bank, {statement.premises[i].id}));
    }
    LineNames names(theorem.derivation);
    for (const Line& line : lines) {
      const std::string proof = proof_of(bank, names, line);
      names.add(line);
      out += fmt::format("  let {} = {} in  (* {} *)\n", *names.find(line.conclusion), proof,
                         to_string(bank, line.conclusion, Style::kInfix));
    }
    const std::string comment =
        theorem.comment.empty() ? "" : fmt::format("(* {} *)\n", theorem.comment);
    return fmt::format(
        "\n{}let {} = theorem \"{}\"\n  {} (fun () ->\n{}  conclude [{}] [{}] {});;\n", comment,
        theorem.name, theorem.name,
        quoted_statement(bank, typed_variables, statement.premises, statement.goal), out, variables,
        premises, reference(bank, names, statement.goal));
  }

 private:
  // A term or a statement within a proof, as an OCaml string.
  std::string term(const Bank& bank, Term term) const {
    if (!parses_) return "\"" + text(kPrefix, bank, term) + "\"";
    const bool is_variable = bank[term].op == Op::kVariable;
    return "\"" + text(kText, bank, term) + (is_variable ? ":real\"" : "\"");
  }

  std::string reference(const Bank& bank, const LineNames& names, Statement statement) const {
    if (const std::string* name = names.find(statement)) return *name;
    const Node& node = bank[statement];
    if (!is_trivial(bank, statement)) return "(unknown ())";  // only if the derivation is wrong
    if (node.op == Op::kNonZero) return "OneNonZero";
    return fmt::format("({} {})", node.op == Op::kEqual ? "refl" : "ge_refl",
                       term(bank, node.left));
  }

  std::string proof_of(const Bank& bank, const LineNames& names, const Line& line) const {
    std::string terms, theorems;
    for (const std::uint8_t letter : line.lemma->letters) {
      terms += (terms.empty() ? "" : "; ") + term(bank, *line.bindings[letter]);
    }
    for (std::size_t i = 0; i < line.lemma->row->premises.size(); ++i) {
      theorems += (theorems.empty() ? "" : "; ") + reference(bank, names, line.assumptions[i]);
    }
    const std::string use = fmt::format("use {} [{}] [{}]", line.lemma->name(), terms, theorems);
    if (!line.lemma->row->by) return use;
    return fmt::format("rewrite \"{}\" ({}) {}", path_to(bank, line.conclusion, line.place), use,
                       reference(bank, names, line.assumptions.back()));
  }

  const bool parses_;
};

std::string write_library(const Lemmas& lemmas, bool parses) {
  const Bank& patterns = lemmas.patterns();
  std::string out(kRows);
  for (const Lemma& lemma : lemmas.all()) {
    std::string variables;
    for (const std::uint8_t letter : lemma.letters) {
      variables += typed(variable_name(kText, letter));
    }
    out +=
        fmt::format("let {} = row {};;\n", lemma.name(),
                    quoted_statement(patterns, variables, lemma.row->premises, lemma.conclusion));
  }
  out += parses ? kParsedTerms : kTerms;
  out += kSteps;
  return out;
}

}  // namespace

const ExportFormat kHolLightFormat{
    .name = "hol-light",
    .extension = ".ml",
    .library_file = "ineq.ml",
    .load_library = kLoadLibrary,
    .library = [](const Lemmas& lemmas) { return write_library(lemmas, false); },
    .theorem = [](const Lemmas&, Bank& bank,
                  const ExportTheorem& theorem) { return Writer(false).theorem(bank, theorem); }};

const ExportFormat kHolLightTextFormat{
    .name = "hol-light-text",
    .extension = ".ml",
    .library_file = "ineq.ml",
    .load_library = kLoadLibrary,
    .library = [](const Lemmas& lemmas) { return write_library(lemmas, true); },
    .theorem = [](const Lemmas&, Bank& bank,
                  const ExportTheorem& theorem) { return Writer(true).theorem(bank, theorem); }};

}  // namespace ineq
