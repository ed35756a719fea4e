#include "cli/field_options.h"

namespace ineq {

CLI::Option* add_field_option(CLI::App& command, const FieldDescription& field,
                              const StoreField& store) {
  CLI::Option* option = command.add_option_function<std::vector<std::string>>(
      option_name(field.name),
      [store, name = field.name](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) store(name, text);
      },
      field.help);
  // Without extra arguments: a positional argument may follow the value.
  option->expected(1)->type_name(field.type)->allow_extra_args(false);
  if (field.help.find("(default: ") == std::string::npos) option->default_str(field.default_text);
  if (field.is_list) option->take_all();
  return option;
}

}  // namespace ineq
