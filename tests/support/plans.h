#pragma once
// Plans of the small suite of experiments (support/experiments.h).

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/plan.h"
#include "support/experiments.h"
#include "support/fixture.h"

namespace ineq {

class PlanFixture : public testing::Test {
 protected:
  // The suite is read again, as the files can have changed.
  Plan make(const Texts& names = {"one"}, const std::string& scale = "smoke",
            const Filter& only = {}) {
    suite_ = files_.load();
    return make_plan(suite_, names, scale, only, workspace_);
  }
  Plan make_only(const std::string& axis, const std::string& value) {
    return make({"one"}, "smoke", {{{axis, {value}}}});
  }
  // Every mistake is found before anything is computed.
  std::string refusal() {
    return error_of([&] { make(); });
  }

  static const TrainingJob& training(const Plan& plan, const std::string& label) {
    const auto found = std::ranges::find(plan.trainings, label, &TrainingJob::label);
    INEQ_CHECK(found != plan.trainings.end());
    return *found;
  }
  static Texts labels(const Plan& plan) {
    Texts out;
    for (const TrainingJob& job : plan.trainings) out.push_back(job.label);
    return out;
  }
  static Texts training_keys(const Plan& plan) {
    Texts out;
    for (const TrainingJob& job : plan.trainings) out.push_back(job.key);
    return out;
  }
  static Texts test_keys(const Plan& plan) {
    Texts out;
    for (const TestJob& job : plan.tests) out.push_back(job.key);
    return out;
  }

  ExperimentFiles files_;
  TemporaryFolder folder_;
  Suite suite_ = files_.load();
  Workspace workspace_{folder_.path("work"), suite_.shared};
};

}  // namespace ineq
