#include "support/network_dump.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "agents/input_arrays.h"
#include "base/error.h"
#include "files/field_json.h"

namespace ineq {
namespace {

// Whole numbers, which the format has only as floats.
template <typename Numbers>
void add_numbers(NetworkDump& out, std::string name, const Numbers& numbers) {
  std::vector<float> values;
  for (const auto number : numbers) {
    INEQ_CHECK(static_cast<std::int64_t>(number) < 1 << 24);  // which are exact
    values.push_back(static_cast<float>(number));
  }
  out.add(std::move(name), values);
}

}  // namespace

void NetworkDump::add(std::string name, std::span<const float> values,
                      std::vector<std::int64_t> shape) {
  archive_.arrays.push_back({std::move(name), std::move(shape), {values.begin(), values.end()}});
}

void NetworkDump::add_samples(const Samples& samples) {
  visit_arrays(*samples.input, [&](const char* name, const auto& numbers) {
    add_numbers(*this, fmt::format("input/{}", name), numbers);
  });
  add_numbers(*this, "samples/choice", samples.choice);
  add_numbers(*this, "samples/choice_offset", samples.choice_offset);
  add("samples/steps_left", samples.steps_left);
}

void NetworkDump::add_losses(const Losses& losses) {
  const auto add_one = [&](const char* name, double value) {
    const auto number = static_cast<float>(value);
    add(name, {&number, 1}, {});
  };
  add_one("losses/total", losses.total);
  add_one("losses/policy", losses.policy);
  add_one("losses/value", losses.value);
  add_one("losses/accuracy", losses.accuracy);
}

void NetworkDump::add_parameters(const std::string& folder, std::span<const Parameter> parameters,
                                 std::span<const float> values) {
  for (const Parameter& parameter : parameters) {
    add(folder + "/" + parameter.name, values.subspan(parameter.offset, parameter.size),
        parameter.shape);
  }
}

void NetworkDump::write(const std::string& path, const NetworkOptions& options) {
  archive_.manifest = fields_to_json(options).dump();
  write_npz(path, archive_);
}

}  // namespace ineq
