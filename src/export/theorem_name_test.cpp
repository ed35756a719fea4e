#include "export/theorem_name.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ineq {
namespace {

bool is_legal(const std::string& name) {
  return name.starts_with("ineq_") && std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

TEST(TheoremNameTest, PlainIdsStayReadable) {
  EXPECT_EQ(theorem_name("field/k3l3/d0/s1/000012", ""), "ineq_field_k3l3_d0_s1_000012");
  EXPECT_EQ(theorem_name("worked-example", ""), "ineq_worked_example");
}

TEST(TheoremNameTest, AnyIdGivesALegalName) {
  const std::string long_id(500, 'x');
  for (const std::string id : {"", "a b", "é", "x*y\n", "'); DROP", "(* *)", long_id.c_str()}) {
    EXPECT_TRUE(is_legal(theorem_name(id, "{}"))) << id;
    EXPECT_LT(theorem_name(id, "{}").size(), 120u);
  }
}

TEST(TheoremNameTest, WhatIsReplacedDoesNotMakeNamesEqual) {
  EXPECT_NE(theorem_name("a b", ""), theorem_name("a*b", ""));
  std::string one(100, 'x'), other = one;
  other.back() = 'y';
  EXPECT_NE(theorem_name(one, ""), theorem_name(other, ""));
  EXPECT_NE(theorem_name("", "{1}"), theorem_name("", "{2}"));
  EXPECT_EQ(theorem_name("", "{1}"), theorem_name("", "{1}"));
}

TEST(TheoremNameTest, NamesOfAFileAreDistinct) {
  DistinctNames names;
  EXPECT_EQ(names.add("x"), "x");
  EXPECT_EQ(names.add("x"), "x_2");
  EXPECT_EQ(names.add("x_2"), "x_2_2");
  EXPECT_EQ(names.add("x"), "x_3");
  EXPECT_EQ(names.add("X"), "X_4");
}

// With one trial per smaller suffix this takes minutes.
TEST(TheoremNameTest, ManyEqualNamesAreMadeDistinctQuickly) {
  DistinctNames names;
  constexpr int kCount = 100'000;
  for (int i = 1; i < kCount; ++i) names.add("x");
  EXPECT_EQ(names.add("x"), "x_100000");
}

}  // namespace
}  // namespace ineq
