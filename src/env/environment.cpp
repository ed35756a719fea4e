#include "env/environment.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kMaxEpisodes = std::uint64_t{1} << 62;

std::uint64_t read_number(const OrderedJson& json, const char* key) {
  const OrderedJson& value = json.at(key);
  if (!value.is_number_unsigned()) {
    throw Error(
        fmt::format("'{}' of the saved environment is not a whole number from 0 to 2^64-1", key));
  }
  return value.get<std::uint64_t>();
}

}  // namespace

EpisodeName Environment::next(std::optional<std::uint64_t> seed) const {
  return seed ? EpisodeName{.seed = *seed, .environment = number_} : next_;
}

void Environment::begin(TheoremSource& source, std::optional<std::uint64_t> seed) {
  const EpisodeName name = next(seed);
  const auto drawn = source.draw(name);
  episode_.reset(drawn.bank, drawn.theorem);
  next_ = name;
  ++next_.number;
}

void Environment::begin(const Record& record, std::optional<std::uint64_t> seed) {
  episode_.reset(record);
  next_ = next(seed);
}

std::string Environment::save() const {
  OrderedJson json;
  json["seed"] = next_.seed;
  json["environment"] = next_.environment;
  json["begun"] = next_.number;
  json["episode"] = episode_.save();  // a text, so that no nested value needs to be printed
  return json.dump();
}

void Environment::restore(std::string_view saved) {
  try {
    const OrderedJson json = OrderedJson::parse(saved);
    Episode episode = Episode::restore(json.at("episode").get<std::string>());
    if (episode.rule_set() != episode_.rule_set() ||
        episode.step_limit() != episode_.step_limit()) {
      throw Error(fmt::format(
          "the saved environment has the rules {} and the step limit {}, this one {} and {}",
          to_string(episode.rule_set()), episode.step_limit(), to_string(episode_.rule_set()),
          episode_.step_limit()));
    }
    const EpisodeName name{.seed = read_number(json, "seed"),
                           .environment = read_number(json, "environment"),
                           .number = read_number(json, "begun")};
    if (name.number > kMaxEpisodes) {
      throw Error("the saved environment has begun too many episodes");
    }
    episode_ = std::move(episode);
    next_ = name;
  } catch (const OrderedJson::exception&) {
    throw Error("this is not a saved environment");
  }
}

}  // namespace ineq
