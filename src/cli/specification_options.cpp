#include "cli/specification_options.h"

#include "cli/field_options.h"
#include "cli/values.h"

namespace ineq {

void SpecificationOptions::add_to(CLI::App& command, std::initializer_list<std::string_view> only) {
  const auto store = [this](const std::string& field, const std::string& text) {
    given_.emplace_back(field, text);
  };
  const Specification defaults;
  const auto options = add_field_options(command, defaults, store, {.only = only});
  visit_fields(defaults, [&](const char* name, const auto&, const char*) {
    CLI::Option* option = command.get_option_no_throw(option_name(name));
    const auto range = range_of(name);
    if (option && range) option->check(whole_number(*range));
  });
  if (only.size() > 0) return;
  for (std::size_t i = kMainFields; i < options.size(); ++i) {
    options[i]->group("How theorems are made");
  }
  command.add_option("--spec", file_,
                     "A specification file with any of these; options take precedence over it");
}

Specification SpecificationOptions::specification() const {
  Specification out = file_.empty() ? Specification() : load_specification(file_);
  for (const auto& [field, text] : given_) set_from_option(out, field, text);
  return out;
}

}  // namespace ineq
