#include "support/experiments.h"

#include "base/error.h"
#include "experiment/experiment_file.h"
#include "files/lines.h"
#include "files/output.h"

namespace ineq {
namespace {

constexpr std::string_view kCommonFile = R"toml(title = "All"
text = "About all."
order = ["one"]

[theorems.standard]
order_trials = 300
[theorems.field]
order_trials = 300
axioms = "field"

[agents.dag]
network = "dag"
[agents.gin]
network = "gin"
rate = 3e-4
[agents.best-first]
untrained = "best-first"

[acts.greedy]
seconds_per_problem = 0.5
[acts.beam]
search = "beam"
steps = 20

[scales.smoke]
seeds = [1]
tests = 2
train = { states = 96, batch = 16, hold_out = false }
[scales.cpu]
seeds = [1, 2]
tests = 3
train = { hold_out = false }
[scales.cpu.agents]
dag = { states = 1000, speed = 100 }

[labels]
beam = "beam search"
)toml";

constexpr std::string_view kOneFile = R"toml(title = "One"
paper = "Table 1"
text = "About one."
skip = [{ agent = "gin", setting = "k2l3" }]

[axes]
agent = ["dag", "gin", "best-first"]
setting = ["k2l2", "k2l3"]
test = ["near", "far"]
act = ["greedy", "beam"]

[train]
mix = ["standard/{setting}", "standard/k2l3:2"]
residual = false
[options.agent.gin]
batch = 8

[tests]
near = { like = "standard/{setting}" }
far = "standard/iid/k3l3/test"

[scales.cpu]
seeds = [1, 2, 3]
tests = 4
only = { agent = ["dag", "gin"] }
skip = [{ act = "beam", seed = 2 }]
train = { width = 16 }
[scales.cpu.agents]
gin = { states = 400, speed = 12.5 }

[[numbers]]
at = { agent = "GNN (paper)", act = "greedy" }
by = ["setting", "test"]
measure = "length"
values = """
1 2.5
- 4"""

[[tables]]
title = "Lengths"
where = { act = "greedy" }
rows = ["agent", "setting"]
columns = ["test"]
measure = "length"
average = "setting"
difference = ["dag", "GNN (paper)"]
spread = true

[[plots]]
name = "curve"
title = "Curves"
where = { act = ["greedy", "beam"] }
x = "setting"
x_label = "the setting"
curves = ["agent"]
measure = "expanded"
logarithmic_x = true
[[plots]]
name = "learning"
x = "minutes"
curves = "seed"
learning = true

[[claims]]
text = "It is so"
where = { test = "far" }
axis = "agent"
value = "dag"
than = ["gin", "GNN (paper)"]
measure = "length"
lower = true
margin = 1.5
within = 2.5
more = { setting = ["k2l3", "k2l2"] }
)toml";

}  // namespace

ExperimentFiles::ExperimentFiles() {
  write("common", kCommonFile);
  write("one", kOneFile);
}

std::string ExperimentFiles::text(const std::string& file) const {
  return read_file(path(file + ".toml"));
}

void ExperimentFiles::write(const std::string& file, std::string_view text) const {
  write_file(path(file + ".toml"), text);
}

void ExperimentFiles::replace(const std::string& file, std::string_view old,
                              std::string_view by) const {
  std::string changed = text(file);
  const std::size_t at = changed.find(old);
  INEQ_CHECK(at != std::string::npos);
  write(file, changed.replace(at, old.size(), by));
}

Suite ExperimentFiles::load() const { return load_experiments(folder()); }

std::string ExperimentFiles::load_error() const {
  try {
    load();
  } catch (const Error& error) {
    const std::string what = error.what();
    return what.starts_with(folder() + "/") ? what.substr(folder().size() + 1) : what;
  }
  return "no error";
}

}  // namespace ineq
