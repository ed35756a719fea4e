#include "generate/dataset.h"

#include <fmt/format.h>

#include <iterator>

#include "proof/action_text.h"
#include "term/print.h"

namespace ineq {
namespace {

// ["text", "text"]; nothing that we print needs an escape.
template <typename Values, typename Print>
void append_list(const char* name, const Values& values, std::string& out, const Print& print) {
  out += ", \"";
  out += name;
  out += "\": [";
  bool first = true;
  for (const auto& value : values) {
    out += first ? "\"" : ", \"";
    print(value);
    out += '"';
    first = false;
  }
  out += ']';
}

}  // namespace

std::string theorem_id(const Specification& s, std::uint64_t index) {
  return fmt::format("{}/k{}l{}/d{}/s{}/{:06}", to_string(s.axioms), s.k, s.l, s.degree, s.seed,
                     index);
}

void append_record(Generator& generator, std::uint64_t index, std::string& out) {
  const Generated& generated = generator.generate(index);
  const Specification& s = generator.specification();
  Bank& bank = generator.bank();
  fmt::format_to(std::back_inserter(out),
                 R"({{"id": "{}", "rules": "{}", "axioms": "{}", "k": {}, "l": {}, "degree": {}, )"
                 R"("seed": {}, "index": {})",
                 theorem_id(s, index), to_string(s.rules), to_string(s.axioms), s.k, s.l, s.degree,
                 s.seed, index);
  append_list("order", generated.order, out,
              [&](std::uint8_t axiom) { out += axioms()[axiom].name; });
  append_list("premises", generated.theorem.premises, out,
              [&](Statement premise) { print(bank, premise, Style::kInt, out); });
  out += ", \"goal\": \"";
  print(bank, generated.theorem.goal, Style::kInt, out);
  out += '"';
  State state(bank, generated.theorem);
  append_list("proof", generated.proof, out, [&](const Action& action) {
    out += print_action(bank, state, action);
    state.apply(bank, generator.rules(), action);
  });
  out += "}\n";
}

}  // namespace ineq
