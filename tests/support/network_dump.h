#pragma once
// A file with the numbers that a network reads and computes, for a comparison with the twins in
// python/tests/twins.py, which load it: an archive of arrays (files/npz.h), whose manifest has the
// options of the network.
//
//   input/...            the arrays of the input that the network reads
//   samples/...          the choices to imitate, where those of each sample begin, the steps left
//   losses/...           as learn() reports them
//   weights/...          and other arrays of the same size, by the names of the parameters

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/network.h"
#include "files/npz.h"

namespace ineq {

class NetworkDump {
 public:
  void add(std::string name, std::span<const float> values, std::vector<std::int64_t> shape);
  void add(std::string name, std::span<const float> values) {
    add(std::move(name), values, {static_cast<std::int64_t>(values.size())});
  }
  void add_samples(const Samples& samples);
  void add_losses(const Losses& losses);
  // A flat array of the network, cut into its parameters.
  void add_parameters(const std::string& folder, std::span<const Parameter> parameters,
                      std::span<const float> values);
  void write(const std::string& path, const NetworkOptions& options);

 private:
  NpzArchive archive_;
};

}  // namespace ineq
