#include "files/machine.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ineq {
namespace {

TEST(MachineTest, AllMembersAreThere) {
  const nlohmann::ordered_json machine = describe_machine();
  std::vector<std::string> keys;
  for (const auto& [key, value] : machine.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"cpu", "threads", "memory", "kernel", "system", "compiler",
                                      "flags", "build_type", "version", "commit", "blas"}));
  for (const char* const key :
       {"cpu", "kernel", "system", "compiler", "build_type", "version", "commit"}) {
    EXPECT_TRUE(machine.at(key).is_string() && !machine.at(key).get<std::string>().empty()) << key;
  }
  EXPECT_TRUE(machine.at("flags").is_string());
  EXPECT_TRUE(machine.at("blas").is_array());
  EXPECT_TRUE(machine.at("kernel").get<std::string>().starts_with("Linux "));
  EXPECT_GE(machine.at("threads").get<int>(), 1);
  EXPECT_GE(machine.at("memory").get<std::int64_t>(), std::int64_t{1} << 20);
}

}  // namespace
}  // namespace ineq
