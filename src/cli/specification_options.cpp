#include "cli/specification_options.h"

#include "cli/field_options.h"
#include "cli/values.h"

namespace ineq {

void SpecificationOptions::add_to(CLI::App& command, const FieldChoice& choice) {
  const auto store = [this](const std::string& field, const std::string& text) {
    given_.emplace_back(field, text);
  };
  const Specification defaults;
  add_field_options(command, defaults, store, choice);
  const bool all = choice.only.empty();
  std::size_t number = 0;
  visit_fields(defaults, [&](const char* name, const auto&, const char*) {
    const bool is_main = number++ < kMainFields;
    CLI::Option* option = command.get_option_no_throw(option_name(name));
    if (!option || !choice.has(name)) return;
    if (const auto range = range_of(name)) option->check(whole_number(*range));
    if (all && !is_main) option->group("How theorems are made");
  });
  if (!all) return;
  command.add_option("--spec", file_,
                     "A specification file with any of these; options take precedence over it");
}

Specification SpecificationOptions::specification() const {
  Specification out = file_.empty() ? Specification() : load_specification(file_);
  apply_to(out);
  return out;
}

void SpecificationOptions::apply_to(Specification& specification) const {
  for (const auto& [field, text] : given_) set_from_option(specification, field, text);
}

}  // namespace ineq
