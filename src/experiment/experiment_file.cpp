#include "experiment/experiment_file.h"

#include <fmt/format.h>

// The assertions of toml++ 3.3 abort the program at a mistake such as `[$x]`; without them, its
// parser reports the mistake.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/error.h"
#include "experiment/consistency.h"
#include "files/lines.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCommon = "common";

Json parse_toml(const std::string& path) {
  const std::string text = read_file(path);
  try {
    const toml::table table = toml::parse(text, path);
    std::ostringstream out;
    out << toml::json_formatter(table);
    return Json::parse(out.str());
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()));
  }
}

std::string text_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number() || json.is_boolean()) return json.dump();
  throw Error("expected a text, a number or a bool");
}

// A value, or a list of values.
std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> out;
  if (!json.is_array()) return {text_of(json)};
  for (const Json& entry : json) out.push_back(text_of(entry));
  return out;
}

// The members of a table. Each must be read, so that no misspelt one is ignored.
class Members {
 public:
  Members(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw Error(place_ + ": expected a table");
  }

  // Calls read(member) if there is one of this name.
  template <typename Read>
  void read(const std::string& name, Read read) {
    known_.insert(name);
    const auto found = json_.find(name);
    if (found == json_.end()) return;
    const std::string here = place_.empty() ? name : place_ + "." + name;
    try {
      read(*found, here);
    } catch (const Json::exception&) {
      throw Error(here + ": this has the wrong type");
    } catch (const Error& error) {
      const std::string what = error.what();
      throw Error(what.starts_with(here) ? what : here + ": " + what);
    }
  }
  void text(const std::string& name, std::string& out) {
    read(name, [&](const Json& json, const std::string&) { out = text_of(json); });
  }
  void texts(const std::string& name, std::vector<std::string>& out) {
    read(name, [&](const Json& json, const std::string&) { out = texts_of(json); });
  }
  void flag(const std::string& name, bool& out) {
    read(name, [&](const Json& json, const std::string&) { out = json.get<bool>(); });
  }
  // For tables whose members have names of the user's choice.
  template <typename Read>
  void each(const std::string& name, Read each_member) {
    read(name, [&](const Json& json, const std::string& place) {
      if (!json.is_object()) throw Error("expected a table");
      for (const auto& [key, value] : json.items()) {
        try {
          each_member(key, value, place + "." + key);
        } catch (const Error& error) {
          const std::string what = error.what();
          throw Error(what.starts_with(place) ? what : place + "." + key + ": " + what);
        }
      }
    });
  }
  template <typename Read>
  void list(const std::string& name, Read each_entry) {
    read(name, [&](const Json& json, const std::string& place) {
      if (!json.is_array()) throw Error("expected a list of tables");
      for (std::size_t i = 0; i < json.size(); ++i) {
        each_entry(json[i], fmt::format("{}[{}]", place, i));
      }
    });
  }
  void finish() const {
    for (const auto& [name, value] : json_.items()) {
      if (!known_.contains(name)) {
        throw Error((place_.empty() ? "" : place_ + ": ") + "'" + name + "' is not known here");
      }
    }
  }

 private:
  const Json& json_;
  std::string place_;
  std::set<std::string> known_;
};

OptionTexts read_options(const Json& json) {
  if (!json.is_object()) throw Error("expected a table of options");
  OptionTexts out;
  for (const auto& [name, value] : json.items()) out[name] = texts_of(value);
  return out;
}

Filter read_filter(const Json& json) {
  if (!json.is_object()) throw Error("expected a table of axes");
  Filter out;
  for (const auto& [name, value] : json.items()) out.values[name] = texts_of(value);
  return out;
}

Cell read_cell(const Json& json) {
  if (!json.is_object()) throw Error("expected a table of axes");
  Cell out;
  for (const auto& [name, value] : json.items()) out[name] = text_of(value);
  return out;
}

void read_into(Members& in, const std::string& name, Filter& out) {
  in.read(name, [&](const Json& json, const std::string&) { out = read_filter(json); });
}

Scale read_scale(const Json& json, const std::string& place) {
  Scale out;
  Members in(json, place);
  in.text("text", out.text);
  in.texts("seeds", out.seeds);
  in.read("tests", [&](const Json& value, const std::string&) {
    if (!value.is_number_unsigned()) throw Error("expected a whole number");
    out.tests = value.get<std::size_t>();
  });
  in.read("train", [&](const Json& value, const std::string&) { out.train = read_options(value); });
  in.each("agents", [&](const std::string& agent, const Json& value, const std::string&) {
    OptionTexts options = read_options(value);
    if (const auto speed = options.find("speed"); speed != options.end()) {
      out.speeds[agent] = value.at("speed").get<double>();
      options.erase(speed);
    }
    out.agents[agent] = std::move(options);
  });
  read_into(in, "only", out.only);
  in.list("skip",
          [&](const Json& value, const std::string&) { out.skip.push_back(read_filter(value)); });
  in.finish();
  return out;
}

PaperNumbers read_numbers(const Json& json, const std::string& place) {
  PaperNumbers out;
  Members in(json, place);
  in.read("at", [&](const Json& value, const std::string&) { out.at = read_cell(value); });
  in.texts("by", out.by);
  in.text("measure", out.measure);
  in.read("values", [&](const Json& value, const std::string&) {
    std::istringstream words(value.get<std::string>());
    for (std::string word; words >> word;) {
      double number = 0;
      const char* const end = word.data() + word.size();
      const auto read = std::from_chars(word.data(), end, number);
      if (word != "-" && (read.ec != std::errc() || read.ptr != end)) {
        throw Error("'" + word + "' is no number");
      }
      out.values.push_back(word == "-" ? std::nullopt : std::optional(number));
    }
  });
  in.finish();
  return out;
}

TableSpec read_table(const Json& json, const std::string& place) {
  TableSpec out;
  Members in(json, place);
  in.text("title", out.title);
  read_into(in, "where", out.where);
  in.texts("rows", out.rows);
  in.texts("columns", out.columns);
  in.text("measure", out.measure);
  in.text("average", out.average);
  in.texts("difference", out.difference);
  in.flag("spread", out.spread);
  in.finish();
  return out;
}

PlotSpec read_plot(const Json& json, const std::string& place) {
  PlotSpec out;
  Members in(json, place);
  in.text("name", out.name);
  in.text("title", out.title);
  read_into(in, "where", out.where);
  in.text("x", out.x);
  in.texts("curves", out.curves);
  in.text("measure", out.measure);
  in.text("x_label", out.x_label);
  in.flag("logarithmic_x", out.logarithmic_x);
  in.flag("learning", out.learning);
  in.finish();
  return out;
}

Claim read_claim(const Json& json, const std::string& place) {
  Claim out;
  Members in(json, place);
  in.text("text", out.text);
  read_into(in, "where", out.where);
  in.text("axis", out.axis);
  in.text("value", out.value);
  in.texts("than", out.than);
  in.text("measure", out.measure);
  in.flag("lower", out.lower);
  in.read("margin",
          [&](const Json& value, const std::string&) { out.margin = value.get<double>(); });
  in.read("within",
          [&](const Json& value, const std::string&) { out.within = value.get<double>(); });
  in.read("more", [&](const Json& value, const std::string&) {
    const Filter filter = read_filter(value);
    if (filter.values.size() != 1 || filter.values.begin()->second.size() != 2) {
      throw Error("expected one axis with two values");
    }
    out.more = Axis{filter.values.begin()->first, filter.values.begin()->second};
  });
  in.finish();
  return out;
}

Experiment read_experiment(const std::string& name, const Json& json, const SharedParts& shared) {
  Experiment out{.name = name, .title = {}, .paper = {}, .text = {}, .axes = {}};
  Members in(json, "");
  in.text("title", out.title);
  in.text("paper", out.paper);
  in.text("text", out.text);
  in.each("axes", [&](const std::string& axis, const Json& value, const std::string&) {
    out.axes.push_back({axis, texts_of(value)});
    if (out.axes.back().values.empty()) throw Error("an axis has at least one value");
  });
  in.list("skip",
          [&](const Json& value, const std::string&) { out.skip.push_back(read_filter(value)); });
  in.read("train", [&](const Json& value, const std::string&) { out.train = read_options(value); });
  in.each("options", [&](const std::string& axis, const Json& values, const std::string&) {
    for (const auto& [value, options] : values.items()) {
      out.options[axis][value] = read_options(options);
    }
  });
  in.each("tests", [&](const std::string& test, const Json& value, const std::string& place) {
    TestSource& source = out.tests[test];
    if (!value.is_object()) {
      source.file = text_of(value);
      return;
    }
    Members table(value, place);
    table.text("like", source.like);
    table.finish();
  });
  in.each("scales", [&](const std::string& scale, const Json& value, const std::string& place) {
    out.scales[scale] = read_scale(value, place);
  });
  in.list("numbers", [&](const Json& value, const std::string& place) {
    out.numbers.push_back(read_numbers(value, place));
  });
  in.list("tables", [&](const Json& value, const std::string& place) {
    out.tables.push_back(read_table(value, place));
  });
  in.list("plots", [&](const Json& value, const std::string& place) {
    out.plots.push_back(read_plot(value, place));
  });
  in.list("claims", [&](const Json& value, const std::string& place) {
    out.claims.push_back(read_claim(value, place));
  });
  in.finish();
  // Axes that most experiments need not name.
  if (out.find_axis(kActAxis) == nullptr) out.axes.push_back({kActAxis, {"greedy"}});
  if (out.find_axis(kTestAxis) == nullptr) {
    out.axes.push_back({kTestAxis, {}});
    for (const auto& [test, source] : out.tests) out.axes.back().values.push_back(test);
  }
  require_consistent(out, shared);
  return out;
}

SharedParts read_shared(const Json& json, std::vector<std::string>& order) {
  SharedParts out;
  Members in(json, "");
  in.texts("order", order);
  in.text("title", out.title);
  in.text("text", out.text);
  in.each("theorems", [&](const std::string& name, const Json& value, const std::string&) {
    Specification& specification = out.theorems[name];
    for (const auto& [field, texts] : read_options(value)) {
      for (const std::string& text : texts) set_field(specification, field, text);
    }
  });
  in.each("agents", [&](const std::string& name, const Json& value, const std::string&) {
    const OptionTexts options = read_options(value);
    if (const auto search = options.find("untrained"); search != options.end()) {
      if (search->second.size() != 1) throw Error("untrained: expected one search");
      out.untrained[name] = search->second.front();
    } else {
      out.agents[name] = options;
    }
  });
  in.each("acts", [&](const std::string& name, const Json& value, const std::string&) {
    OptionTexts options = read_options(value);
    if (const auto seconds = options.find("seconds_per_problem"); seconds != options.end()) {
      out.act_seconds[name] = value.at("seconds_per_problem").get<double>();
      options.erase(seconds);
    }
    out.acts[name] = std::move(options);
  });
  in.each("scales", [&](const std::string& name, const Json& value, const std::string& place) {
    out.scales[name] = read_scale(value, place);
  });
  in.each("labels", [&](const std::string& name, const Json& value, const std::string&) {
    out.labels[name] = text_of(value);
  });
  in.finish();
  return out;
}

template <typename Read>
auto in_file(const std::string& path, Read read) {
  const Json json = parse_toml(path);
  try {
    return read(json);
  } catch (const Json::exception&) {
    throw Error(path + ": a value has the wrong type");
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace

Suite load_experiments(const std::string& folder) {
  Suite out;
  std::vector<std::string> order;
  const auto path_of = [&](const std::string& name) { return folder + "/" + name + ".toml"; };
  out.shared =
      in_file(path_of(kCommon), [&](const Json& json) { return read_shared(json, order); });
  out.shared.folder = folder;
  for (const std::string& name : order) {
    out.experiments.push_back(in_file(
        path_of(name), [&](const Json& json) { return read_experiment(name, json, out.shared); }));
  }
  std::set<std::string> plots;  // all are in one folder
  for (const Experiment& experiment : out.experiments) {
    for (const PlotSpec& plot : experiment.plots) {
      if (plots.insert(plot.name).second) continue;
      throw Error(path_of(experiment.name) + ": there is another plot '" + plot.name + "'");
    }
  }
  return out;
}

}  // namespace ineq
