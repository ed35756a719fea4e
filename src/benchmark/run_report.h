#pragma once
// What an evaluation came to, as Markdown tables, as JSON and as a picture.

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/evaluation.h"

namespace ineq {

struct AgentReport {
  std::string agent;
  bool is_checked;  // by the kernel; a prover's word is not
  EvaluationSummary all;
  std::map<std::pair<std::uint64_t, std::uint64_t>, EvaluationSummary> by_setting = {};  // K, L

  void add(const TestProblem& problem, const ProblemResult& result, std::size_t step_limit);
};

// A mean of nothing, and what an answer alone does not have, is – in tables and null in JSON. The
// last of the tables has the times; the rest is the same for every run.
void print_tables(const std::vector<AgentReport>& reports, const SearchLimits& limits);
// With what else there is to tell of the run.
void print_json(const std::vector<AgentReport>& reports, const SearchLimits& limits,
                nlohmann::ordered_json run);
// Success against the budget of nodes, as FOLDER/success.svg and .png: a curve for each agent, or
// of one agent for each setting. Answers alone have no budget.
void plot_success(const std::vector<AgentReport>& reports, const SearchLimits& limits,
                  const std::string& folder);

}  // namespace ineq
