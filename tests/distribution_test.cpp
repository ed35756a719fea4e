// Compares the theorems of int-2021 with those of the original program: all figures of
// ../shared/reference/statistics.md must agree within the sampling error. The test is skipped if
// that folder does not exist.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>

#include "benchmark/statistics.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "proof/observation.h"
#include "support/draw.h"
#include "support/repository.h"
#include "term/print.h"

namespace ineq {
namespace {

struct Original {
  double theorems = 0;                  // sample size
  double accepted = 0;                  // share of the attempts
  std::map<std::string, double> means;  // shares are percentages
};
using Table = std::map<std::pair<AxiomSet, Setting>, Original>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const std::size_t begin = cell.find_first_not_of(' ');
    out.push_back(begin == std::string::npos
                      ? ""
                      : cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
  }
  return out;
}

constexpr Setting kColumns[] = {{3, 3}, {3, 5}, {3, 7}, {5, 5}, {5, 7}};

Table read_statistics(const std::string& path) {
  Table out;
  AxiomSet axioms = AxiomSet::kField;
  std::string section;
  for (const std::string& line : lines_of(path)) {
    if (line.starts_with("### ")) {
      section = line.substr(4, 3);
      if (line.find(", ordered_field") != std::string::npos) axioms = AxiomSet::kOrderedField;
    }
    if (!line.starts_with("| ")) continue;
    const auto row = cells(line);
    char field[16];
    Setting at{};
    if (section == "S.1" && find_axiom(row[0])) {
      for (std::size_t i = 0; i < std::size(kColumns); ++i) {
        out[{axioms, kColumns[i]}].means[row[0]] = std::stod(row[i + 2]);
      }
    } else if (section == "S.2" && std::sscanf(row[0].c_str(), "%zu %zu", &at.k, &at.l) == 2) {
      Original& o = out[{axioms, at}];
      o.theorems = std::stod(row[1]);
      o.means["goal characters"] = std::stod(row[2]);  // the cell begins with the mean
      o.means["observation characters"] = std::stod(row[3]);
      o.means["nodes of a state"] = std::stod(row[4]);
      o.means["nodes at first"] = std::stod(row[5]);
      o.means["with premises"] = std::stod(row[6]);
      o.means["with several premises"] = std::stod(row[7]);
      o.means["inequalities"] = std::stod(row[8]);
    } else if (section == "S.3" &&
               std::sscanf(row[0].c_str(), "%15[a-z_] %zu %zu", field, &at.k, &at.l) == 3) {
      const bool plain = std::string_view(field) == "field";
      out[{plain ? AxiomSet::kField : AxiomSet::kOrderedField, at}].accepted = std::stod(row[1]);
    }
  }
  return out;
}

// Mean and standard deviation over theorems.
class Sample {
 public:
  void add(double value) {
    ++size_;
    sum_ += value;
    squares_ += value * value;
  }
  double mean() const { return sum_ / size_; }
  double deviation() const { return std::sqrt(std::max(0.0, squares_ / size_ - mean() * mean())); }

 private:
  double size_ = 0, sum_ = 0, squares_ = 0;
};

void add_theorem(Generator& generator, const Generated& g, std::map<std::string, Sample>& out) {
  Statistics one;
  one.add(generator.bank(), g.proven);
  const TheoremStatistics s = one.all();
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    out[std::string(axioms()[i].name)].add(100 * static_cast<double>(s.axioms[i]) /
                                           static_cast<double>(s.steps()));
  }
  out["goal characters"].add(s.characters.mean());
  out["observation characters"].add(s.source_characters.mean());
  out["nodes of a state"].add(s.step_nodes.mean());
  out["nodes at first"].add(s.nodes.mean());
  out["with premises"].add(g.theorem().premises.empty() ? 0 : 100);
  out["with several premises"].add(g.theorem().premises.size() > 1 ? 100 : 0);
  out["inequalities"].add(s.inequalities > 0 ? 100 : 0);
}

TEST(DistributionTest, AgreesWithTheOriginal) {
  const std::string path = in_reference("statistics.md");
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << path << " is not there: the distributions are not compared";
  }
  const Table table = read_statistics(path);
  ASSERT_EQ(table.size(), 10u);
  constexpr std::uint64_t kCount = 10'000;
  double worst = 0;
  std::size_t compared = 0;
  for (const auto& [key, original] : table) {
    const auto& [axioms, setting] = key;
    const Specification s{.axioms = axioms,
                          .rules = RuleSet::kInt2021,
                          .k = setting.k,
                          .l = setting.l,
                          .order_trials = 10'000};
    SCOPED_TRACE(theorem_id(s, 0));
    const auto lists = load_axiom_lists(s);
    Generator generator(s, lists);
    std::map<std::string, Sample> ours;
    for (std::uint64_t i = 0; i < kCount; ++i) add_theorem(generator, generator.generate(i), ours);
    // Both sides are samples: of theorems, and of a random list of orders.
    const double per_theorem =
        1 / original.theorems + 1.0 / kCount + 2.0 / static_cast<double>(lists->orders.size());
    for (const auto& [name, mean] : original.means) {
      const Sample& sample = ours.at(name);
      const double rounding = 0.06;
      const double error = sample.deviation() * std::sqrt(per_theorem);
      const double distance = std::abs(sample.mean() - mean);
      EXPECT_LE(distance, 4.5 * error + rounding) << name << ": " << sample.mean();
      if (error > 0) worst = std::max(worst, distance / error);
      ++compared;
    }
    const double accepted =
        static_cast<double>(kCount) / static_cast<double>(generator.attempts().all());
    EXPECT_NEAR(accepted, original.accepted,
                4.5 * std::sqrt(accepted * (1 - accepted) * per_theorem));
  }
  EXPECT_EQ(compared, 5u * (13 + 18) + 10 * 7);
  std::printf("%zu means compared, the farthest at %.1f standard errors\n", compared, worst);
}

}  // namespace
}  // namespace ineq
