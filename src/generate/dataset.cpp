#include "generate/dataset.h"

#include <fmt/format.h>

#include <iterator>
#include <unordered_set>
#include <utility>

#include "algebra/canonical.h"
#include "base/error.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "term/print.h"

namespace ineq {
namespace {

// Appends `"name": ["text", "text"]`. The texts must not need escapes.
template <typename Values, typename Print>
void append_list(const char* name, Values&& values, std::string& out, const Print& print) {
  out += '"';
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

// Appends `"name": "text"`. In the texts that we print, only the backslash of pointer texts needs
// an escape.
void append_text(const char* name, std::string_view text, std::string& out) {
  out += '"';
  out += name;
  out += "\": \"";
  for (const char c : text) {
    if (c == '\\') out += c;
    out += c;
  }
  out += '"';
}

// Calls visit(state, action) for each step of the proof, with the state before it.
template <typename Visit>
void replay(Generator& generator, const Generated& generated, const Visit& visit) {
  State state(generator.bank(), generated.theorem());
  for (const Action& action : generated.proof()) {
    visit(state, action);
    state.apply(generator.bank(), generator.rules(), action);
  }
}

void append_step(const Bank& bank, const State& state, const Action& action, const StepParts& parts,
                 std::string& out) {
  const char* comma = "";
  const auto separate = [&] { out += std::exchange(comma, ", "); };
  const auto print_one = [&](Statement s) { print(bank, s, Style::kInt, out); };
  out += '{';
  if (parts.states) {
    separate();
    append_list("goals", state.goals(), out, print_one);
    separate();
    append_list("facts", state.facts(), out, print_one);
  }
  std::string text;
  if (parts.sequences) {
    print_observation(bank, state, text);
    separate();
    append_text("source", text, out);
    separate();
    append_text("target", print_action(bank, state, action), out);
  }
  if (parts.pointers) {
    text.clear();
    print_pointer_state(bank, state, text);
    separate();
    append_text("pointer_source", text, out);
    separate();
    // Operands outside the first goal cannot be expressed.
    if (const auto target = print_pointer_action(bank, state, action)) {
      append_text("pointer_target", *target, out);
    } else {
      out += "\"pointer_target\": null";
    }
  }
  out += '}';
}

}  // namespace

std::string theorem_id(const Specification& s, std::uint64_t index) {
  const std::string stream =
      s.stream == Stream::kDataset ? "" : fmt::format("{}/", to_string(s.stream));
  return fmt::format("{}/k{}l{}/d{}/s{}/{}{:06}", to_string(s.axioms), s.k, s.l, s.degree, s.seed,
                     stream, index);
}

Record to_record(Generator& generator, const Generated& generated, std::string id) {
  const Bank& bank = generator.bank();
  Record out{.id = std::move(id),
             .rules = generator.specification().rules,
             .premises = {},
             .goal = to_string(bank, generated.theorem().goal),
             .proof = {},
             .k = generator.specification().k,
             .l = generator.specification().l};
  for (const Statement premise : generated.theorem().premises) {
    out.premises.push_back(to_string(bank, premise));
  }
  replay(generator, generated, [&](const State& state, const Action& action) {
    out.proof.push_back(print_action(bank, state, action));
  });
  return out;
}

Record make_record(Generator& generator, std::uint64_t index) {
  const Generated& generated = generator.generate(index);
  Record out = to_record(generator, generated, theorem_id(generator.specification(), index));
  append_record(generator, generated, index, {}, out.line);
  out.line.pop_back();  // the line's end
  return out;
}

void append_record(Generator& generator, std::uint64_t index, const StepParts& parts,
                   std::string& out) {
  append_record(generator, generator.generate(index), index, parts, out);
}

void append_record(Generator& generator, const Generated& generated, std::uint64_t index,
                   const StepParts& parts, std::string& out) {
  const Specification& s = generator.specification();
  const Bank& bank = generator.bank();
  fmt::format_to(std::back_inserter(out),
                 R"({{"id": "{}", "rules": "{}", "axioms": "{}", "k": {}, "l": {}, "degree": {}, )"
                 R"("seed": {}, )",
                 theorem_id(s, index), to_string(s.rules), to_string(s.axioms), s.k, s.l, s.degree,
                 s.seed);
  if (s.stream != Stream::kDataset) {
    fmt::format_to(std::back_inserter(out), R"("stream": "{}", )", to_string(s.stream));
  }
  fmt::format_to(std::back_inserter(out), R"("index": {}, )", index);
  append_list("order", generated.order, out,
              [&](std::uint8_t axiom) { out += axioms()[axiom].name; });
  out += ", ";
  append_list("premises", generated.theorem().premises, out,
              [&](Statement premise) { print(bank, premise, Style::kInt, out); });
  out += ", \"goal\": \"";
  print(bank, generated.theorem().goal, Style::kInt, out);
  out += "\", \"proof\": [";
  const char* before = "\"";
  replay(generator, generated, [&](const State& state, const Action& action) {
    out += std::exchange(before, ", \"");
    out += print_action(bank, state, action);
    out += '"';
  });
  out += ']';
  if (parts.any()) {
    before = ", \"steps\": [";
    replay(generator, generated, [&](const State& state, const Action& action) {
      out += std::exchange(before, ", ");
      append_step(bank, state, action, parts, out);
    });
    out += ']';
  }
  out += "}\n";
}

void for_each_distinct(Generator& generator, std::uint64_t first, std::uint64_t count,
                       const std::function<void(const Generated&, std::uint64_t)>& visit) {
  constexpr std::uint64_t kPatience = 100;  // theorems per distinct one
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t tried = 0; seen.size() < count; ++tried) {
    if (tried == kPatience * count) {
      throw Error(fmt::format("{} theorems had only {} different goals", tried, seen.size()));
    }
    const Generated& generated = generator.generate(first + tried);
    if (seen.insert(canonical_hash(generator.bank(), generated.theorem().goal)).second) {
      visit(generated, first + tried);
    }
  }
}

void append_pairs(Generator& generator, std::uint64_t index, std::string& out) {
  const Generated& generated = generator.generate(index);
  const Bank& bank = generator.bank();
  replay(generator, generated, [&](const State& state, const Action& action) {
    print_observation(bank, state, out);
    out += '\t';
    out += print_action(bank, state, action);
    out += '\n';
  });
}

}  // namespace ineq
