#include "proof/record.h"

#include <gtest/gtest.h>

#include "support/fixture.h"

namespace ineq {
namespace {

constexpr const char* kExample = R"json({
  "id": "ordered-field/k3l3/d0/s1/000012", "rules": "standard", "k": 3, "unknown": {"x": []},
  "premises": ["(b+d)>=0"], "goal": "(b*(b+d))>=((b*1)*(b+d))",
  "proof": ["ineq_prin_two | (b*(b+d)) in obj, ((b*1)*(b+d)) in obj",
            "equ_dbl_ineq | b in obj, (b*1) in obj", "mul_one | (b*1) in obj"]
})json";

class RecordTest : public Fixture {
 protected:
  RecordVerdict checked(const Texts& premises, const std::string& goal, const Texts& proof) {
    bank_.reset();
    const Record record{.id = {}, .rules = {}, .premises = premises, .goal = goal, .proof = proof};
    return check_record(bank_, rules_, record);
  }
};

TEST_F(RecordTest, ReadsTheFieldsThatMatter) {
  const Record record = read_record(kExample);
  EXPECT_EQ(record.id, "ordered-field/k3l3/d0/s1/000012");
  EXPECT_EQ(record.rules, RuleSet::kStandard);
  EXPECT_EQ(record.premises, Texts{"(b+d)>=0"});
  EXPECT_EQ(record.goal, "(b*(b+d))>=((b*1)*(b+d))");
  EXPECT_EQ(record.proof.size(), 3u);
  EXPECT_TRUE(check_record(bank_, rules_, record).proven);
}

TEST_F(RecordTest, NeedsNeitherAnIdNorARuleSet) {
  const Record record = read_record(R"({"premises":[],"goal":"a=a","proof":[]})");
  EXPECT_EQ(record.id, "");
  EXPECT_EQ(record.rules, std::nullopt);
  EXPECT_TRUE(check_record(bank_, rules_, record).proven);
  EXPECT_EQ(read_record(R"({"id":12,"premises":[],"goal":"a=a","proof":[]})").id, "12");
}

TEST_F(RecordTest, WhatIsWrittenIsReadBack) {
  Record record = read_record(kExample);
  record.rules = RuleSet::kInt2021;
  record.id = "a \"quoted\" id, ünïcode\n";
  const std::string line = write_record(record);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Record again = read_record(line);
  EXPECT_EQ(again.id, record.id);
  EXPECT_EQ(again.rules, record.rules);
  EXPECT_EQ(again.premises, record.premises);
  EXPECT_EQ(again.goal, record.goal);
  EXPECT_EQ(again.proof, record.proof);
}

// Whoever proves theorems does not need their proofs, nor look at them.
TEST_F(RecordTest, AnUnprovenRecordNeedsNoProof) {
  const Record record =
      read_unproven_record(R"({"premises": [], "goal": "a=a", "proof": 7, "k": 2, "l": "x"})");
  EXPECT_EQ(record.goal, "a=a");
  EXPECT_TRUE(record.proof.empty());
  EXPECT_EQ(record.k, 2u);
  EXPECT_EQ(record.l, std::nullopt);
  EXPECT_EQ(read_unproven_record(R"({"premises": [], "goal": "a=a"})").k, std::nullopt);
  EXPECT_EQ(error_of([] { read_unproven_record(R"({"premises": []})"); }),
            "the field 'goal' is missing");
}

TEST_F(RecordTest, WhatWasNotChangedIsWrittenAsItWasRead) {
  for (const std::string line : {
           R"({"id": 12, "z": {"y": [1.50, null]}, "proof": [], "goal":"a = a", "premises": []})",
           R"({"premises":[],"goal":"a=a","proof":[],"rules":"full","id":null,"k":-1,"l":"x"})",
           R"({"proof":["x"],"goal":"a=a","premises":["b=c"],"steps":[{}],"x":1,"x":2,"k":3})",
       }) {
    EXPECT_EQ(write_record(read_record(line)), line);
  }
}

TEST_F(RecordTest, ChangesKeepTheOtherFields) {
  Record record = read_record(
      R"json({"z":[1.5,null],"proof":["x"],"goal":"a=a","premises":[],"id":12,"k":3,"steps":[]})json");
  record.id = "new";
  EXPECT_EQ(
      write_record(record),
      R"json({"z":[1.5,null],"proof":["x"],"goal":"a=a","premises":[],"id":"new","k":3,"steps":[]})json");
  record.id.clear();
  record.k.reset();
  record.l = 4;
  EXPECT_EQ(
      write_record(record),
      R"json({"z":[1.5,null],"proof":["x"],"goal":"a=a","premises":[],"steps":[],"l":4})json");
  record.goal = "b=b";
  EXPECT_EQ(write_record(record),
            R"json({"z":[1.5,null],"proof":["x"],"goal":"b=b","premises":[],"l":4})json");
}

// Also of no steps, in place of a proof that was not read.
TEST_F(RecordTest, AnUnprovenRecordGetsAProof) {
  Record record = read_unproven_record(
      R"json({"z": {"y": [1.5, null]}, "proof": ["old"], "goal": "(a+b)=(b+a)", "premises": [],
              "steps": [], "id": "ü"})json");
  record.rules = RuleSet::kStandard;
  EXPECT_EQ(
      write_record(record),
      R"json({"z":{"y":[1.5,null]},"proof":[],"goal":"(a+b)=(b+a)","premises":[],"id":"ü"})json");
  record.proof = {"add_cmmt | (a+b) in obj"};
  EXPECT_EQ(
      write_record(record),
      R"json({"z":{"y":[1.5,null]},"proof":["add_cmmt | (a+b) in obj"],"goal":"(a+b)=(b+a)",)json"
      R"json("premises":[],"id":"ü"})json");
  record.rules = RuleSet::kInt2021;
  EXPECT_EQ(read_record(write_record(record)).rules, RuleSet::kInt2021);
  const Record deep = read_unproven_record(R"({"premises": [], "goal": "a=a", "x": )" +
                                           repeat("[", 100'000) + repeat("]", 100'000) + "}");
  EXPECT_EQ(error_of([&] { write_record(deep); }), "the fields are nested too deeply");
  EXPECT_EQ(error_of([&] { require_writable(deep); }), "the fields are nested too deeply");
}

TEST_F(RecordTest, SaysWhatIsWrongWithALine) {
  const std::pair<std::string, std::string> kCases[] = {
      {"", "column 1: this is not a JSON object in UTF-8"},
      {"{", "column 2: this is not a JSON object in UTF-8"},
      {"{\"goal\": tru}", "column 13: this is not a JSON object in UTF-8"},
      {"{\"goal\": \"\xff\"}", "column 11: this is not a JSON object in UTF-8"},
      {"{} {}", "column 4: this is not a JSON object in UTF-8"},
      {"[]", "column 1: this is not a JSON object"},
      {"\"a=a\"", "column 1: this is not a JSON object"},
      {"{}", "the field 'goal' is missing"},
      {R"({"goal":1})", "'goal' is not a string"},
      {R"({"goal":"a=a"})", "the field 'premises' is missing"},
      {R"({"goal":"a=a","premises":"a=b","proof":[]})", "'premises' is not a list"},
      {R"({"goal":"a=a","premises":["a=b",2],"proof":[]})", "'premises[1]' is not a string"},
      {R"({"goal":"a=a","premises":[]})", "the field 'proof' is missing"},
      {R"({"goal":"a=a","premises":[],"proof":[null]})", "'proof[0]' is not a string"},
      {R"({"goal":"a=a","premises":[],"proof":[],"rules":"magic"})",
       "there is no rule set 'magic'"},
      {R"({"goal":"a=a","premises":[],"proof":[],"rules":null})", "'rules' is not a string"},
  };
  for (const auto& [line, message] : kCases) {
    EXPECT_EQ(error_of([&] { read_record(line); }), message) << line;
  }
}

// JSON allows numbers that do not fit into a double.
TEST_F(RecordTest, ANumberOutOfRangeDoesNotCrash) {
  EXPECT_NO_THROW(
      error_of([] { read_record(R"({"goal":"a=a","premises":[],"proof":[],"seed":1e999})"); }));
}

TEST_F(RecordTest, DeepNestingDoesNotCrash) {
  const std::string deep = repeat("[", 1'000'000) + repeat("]", 1'000'000);
  for (const std::string field : {"id", "unknown", "goal"}) {
    const std::string line = "{\"" + field + R"(":)" + deep + R"(,"premises":[],"proof":[]})";
    EXPECT_NE(error_of([&] { read_record(line); }), "no error");
  }
  const std::string with_goal = R"({"goal":"a=a","premises":[],"proof":[],"id":)" + deep + "}";
  EXPECT_NO_THROW(error_of([&] { read_record(with_goal); }));
}

TEST_F(RecordTest, SaysWhichStatementOfATheoremIsWrong) {
  const std::pair<std::pair<Texts, std::string>, std::string> kCases[] = {
      {{{"a=b", "a>b"}, "a=b"},
       "premise 2, column 2: expected =, >= or <=, the only relations, but found '>'"},
      {{{}, "a="}, "goal, column 3: expected a variable, 0, 1, '-' or '(', but the text ends"},
      {{{}, "a!=0"}, "goal: x!=0 can only be a premise"},
  };
  for (const auto& [statements, message] : kCases) {
    EXPECT_EQ(error_of([&] { checked(statements.first, statements.second, {}); }), message);
  }
  EXPECT_TRUE(checked({"a!=0"}, "a/a=1", {"mul_simp | (a*(1/a)) in obj"}).proven);
}

TEST_F(RecordTest, SaysWhichStepIsWrongAndWhy) {
  const std::string good = "add_cmmt | (a+b) in obj";
  const struct {
    Texts proof;
    bool readable;
    std::string reason;
  } kCases[] = {
      {{}, true, "the proof ends before (a+b)=(b+a) is proven"},
      {{"add_cmmt | (a+b) in obj 1"},
       false,
       "step 1, column 25: (a+b) does not occur 2 times in (a+b)=(b+a)"},
      {{"equ_dbl_ineq | a in obj, b in obj", "add_cmmt (a+b) in obj"},
       false,
       "step 2, column 10: expected '|' after the axiom, but found '('"},
      {{"add_cmmt | (a+c) in obj"}, true, "step 1: (a+c) does not occur in (a+b)=(b+a)"},
      {{"add_cmmt | a in a=b"}, true, "step 1: there is no goal or fact a=b"},
      {{"mul_cmmt | (a+b) in obj"},
       true,
       "step 1: MultiplicationCommutativity does not apply: it takes b*a"},
      {{good, good}, true, "step 2: the theorem is already proven before this step"},
  };
  for (const auto& c : kCases) {
    const RecordVerdict verdict = checked({}, "a+b=b+a", c.proof);
    EXPECT_FALSE(verdict.proven);
    EXPECT_EQ(verdict.readable, c.readable) << c.reason;
    EXPECT_EQ(verdict.reason, c.reason);
  }
  const RecordVerdict verdict = checked({}, "a+b=b+a", {"equ_dbl_ineq | a in obj, b in obj", good});
  EXPECT_TRUE(verdict.proven);
  EXPECT_EQ(verdict.reason, "");
}

TEST_F(RecordTest, TheRuleSetDecides) {
  const Texts proof{"mul_simp | (0*(1/0)) in obj"};
  EXPECT_FALSE(checked({}, "1=0*(1/0)", proof).proven);
  rules_ = make_rules(RuleSet::kInt2021);
  EXPECT_TRUE(checked({}, "1=0*(1/0)", proof).proven);
}

}  // namespace
}  // namespace ineq
