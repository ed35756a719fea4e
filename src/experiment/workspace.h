#pragma once
// The folder that experiments work in, and the theorems in it:
//
//   splits/THEOREMS-N/     test sets of N theorems and training specifications (benchmark/split.h),
//                          one folder for each distribution of theorems
//   splits/fresh-N/        further test sets
//   runs/KEY/              a training run
//   tests/KEY.jsonl        the results of a test, with the proofs found
//   logs/KEY.log           what a training or a test has printed
//
// Theorems are named THEOREMS/SETTING, such as standard/k3l5 or int-2021/k3l7d2, or, with a set of
// `ineq split`, THEOREMS/EXPERIMENT/…/SET, such as standard/orders/k3l5/train-100. A name can end
// with changes of the specification, such as @degree=1.

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "experiment/experiment.h"

namespace ineq {

class Workspace {
 public:
  // Makes the folder. Throws Error.
  Workspace(const std::string& folder, const SharedParts& shared);

  const std::string& folder() const { return folder_; }  // an absolute path
  std::string run(std::string_view key) const { return folder_ + "/runs/" + std::string(key); }
  std::string results(std::string_view key) const {
    return folder_ + "/tests/" + std::string(key) + ".jsonl";
  }
  std::string log(std::string_view key) const {
    return folder_ + "/logs/" + std::string(key) + ".log";
  }
  // The name of a file that is the same on every machine: its path in this folder or, if it is
  // elsewhere, relative to the folder of the experiments. Empty for an empty path.
  std::string name_of(const std::string& path) const;

  // What theorems of this name are generated from, for splits whose test sets have `tests`
  // theorems. Throws Error if there are none of this name.
  Specification specification(const std::string& name, std::size_t tests);
  // The file of a test set: one of the splits; a file with the ending .jsonl, whose path is
  // relative to the folder of the experiments; or a fresh one.
  std::string test_file(const TestSource& source, const Cell& cell, std::size_t tests);

  // Whether training on theorems like these leaves out those of a set (benchmark/held_out.h).
  bool is_held_out(const std::string& name, const Specification& like) const;

  std::string checksum(const std::string& path);  // SHA-256

 private:
  std::string split_file(const std::string& name, std::size_t tests, const char* ending);
  std::string fresh_file(const std::string& like, std::size_t tests);

  const std::string folder_;
  const SharedParts& shared_;
  std::set<std::string> made_;  // splits and fresh sets
  std::map<std::string, std::string> checksums_;
};

}  // namespace ineq
