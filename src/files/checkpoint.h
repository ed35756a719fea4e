#pragma once
// How far an unfinished run has come: NAME.checkpoint beside the output NAME, a JSON file with the
// identity of the run, its progress, the sizes of its unfinished files, and a checksum of all
// these. It lets a run that was killed go on, and keeps any other run from overwriting what was
// done.
//
// The file is replaced as a whole, so there is always a complete one. It is there from the first
// save until the run is finished.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ineq {

class Checkpoint {
 public:
  struct Request {
    std::string output;     // NAME
    nlohmann::json run;     // the identity: an object with all that the output depends on
    std::size_t files = 1;  // the number of unfinished files
    bool resume = false;    // go on with an unfinished run, if there is one
  };

  // Throws Error if there is an unfinished run and `resume` is false, or if that run is another
  // one; the message names the parts of the identity that differ.
  explicit Checkpoint(Request request);

  bool is_resumed() const { return !progress_.is_null(); }
  const nlohmann::json& progress() const { return progress_; }  // null if the run starts anew
  std::uint64_t size(std::size_t file) const { return sizes_.at(file); }  // 0 if it starts anew

  void save(const nlohmann::json& progress, const std::vector<std::uint64_t>& sizes);
  void remove() const;  // the run is finished

  const std::string& path() const { return path_; }
  [[noreturn]] void reject() const;  // throws Error: the file is not a whole checkpoint

 private:
  Request request_;
  std::string path_;
  nlohmann::json progress_;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace ineq
