// These tests examine the form of the proofs. tools/verify checks that Metamath accepts them.

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "export/damage.h"
#include "export/exporter.h"
#include "export/metamath_library.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// The labels that proofs use, by their number of hypotheses, except those of lemmas and variables.
const char* const kTakes[] = {
    "cc0 c1 c2 caddc cmul cexp cdiv cle ax-1ne0 unknown",
    "cneg 0red 1red",
    "wne eqidd",
    "co a1i leidd renegcld resqcld",
    "rereccld negeqd ineq-nonzero-negate ineq-nonzero-square ineq-nonzero-invert",
    "readdcld remulcld",
    "eqtrd eqtr4d eqnetrd eqnetrrd oveq1d oveq2d",
    "breqtrrd eqbrtrd ineq-nonzero-multiply",
};

std::vector<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    out.push_back((*at)[1]);
  }
  return out;
}

class MetamathTest : public Fixture {
 protected:
  std::string text_of(const Derivation& derivation) {
    return exporter_.theorem(bank_, {.name = "it", .comment = "", .derivation = derivation});
  }
  std::string text_of(const Texts& premises, std::string_view goal, const Texts& proof) {
    const Theorem it = theorem(premises, goal);
    State now(bank_, it);
    std::vector<Action> actions;
    for (const std::string& step : proof) {
      actions.push_back(action(now, step));
      now.apply(bank_, rules_, actions.back());
    }
    EXPECT_TRUE(now.proven()) << goal;
    return text_of(derive(bank_, check(bank_, rules_, it, actions).proven.value(), lemmas_));
  }

  void SetUp() override {
    for (const Lemma& lemma : lemmas_.all()) {
      takes_[metamath_label(lemma)] =
          1 + lemma.letters.size() + metamath_reals(lemma).size() + lemma.row->premises.size();
    }
    for (const char letter : kDeclared) takes_[class_label(letter)] = 0;
    for (std::size_t i = 0; i < std::size(kTakes); ++i) {
      std::istringstream labels(kTakes[i]);
      for (std::string label; labels >> label;) takes_[label] = i;
    }
  }

  // Every step finds its operands on the stack, and the proof ends with one result.
  void expect_complete(const std::string& theorem) const {
    std::vector<std::string> labels{"wph"};
    for (const char letter : kDeclared) {
      const std::string hypothesis = "it." + std::string(1, letter) + " $e";
      if (theorem.find(hypothesis) != std::string::npos) labels.push_back(class_label(letter));
    }
    for (const std::string& name : matches(theorem, R"((\S+) \$e)")) labels.push_back(name);
    EXPECT_EQ(std::set(labels.begin(), labels.end()).size(), labels.size()) << theorem;
    const std::size_t mandatory = labels.size();

    std::istringstream in(theorem.substr(theorem.find("$=") + 2));
    std::string word, letters;
    ASSERT_TRUE(in >> word && word == "(") << theorem;
    while (in >> word && word != ")") labels.push_back(word);
    while (in >> word && word != "$.") letters += word;
    EXPECT_TRUE(in >> word && word == "$}" && !(in >> word)) << theorem;
    std::size_t number = 0, depth = 0, marked = 0;
    for (const char letter : letters) {
      if (letter == 'Z') {
        ++marked;
      } else if (letter >= 'U') {
        number = 5 * number + static_cast<std::size_t>(letter - 'U' + 1);
      } else {
        const std::size_t index = 20 * number + static_cast<std::size_t>(letter - 'A');
        number = 0;
        ASSERT_LT(index, labels.size() + marked) << theorem;
        const bool is_used = index >= mandatory && index < labels.size();
        ASSERT_TRUE(!is_used || takes_.contains(labels[index])) << labels[index];
        const std::size_t taken = is_used ? takes_.at(labels[index]) : 0;
        ASSERT_GE(depth, taken) << theorem;
        depth = depth - taken + 1;
      }
    }
    EXPECT_EQ(depth, 1u) << theorem;
  }

  std::map<std::string, std::size_t> takes_;  // number of hypotheses by label
  const Lemmas lemmas_;
  const Exporter exporter_{"metamath", lemmas_};
};

TEST_F(MetamathTest, EveryRowIsATheoremAndNothingIsAnAxiom) {
  const std::string library = exporter_.library();
  EXPECT_EQ(library.find("$a"), std::string::npos);
  const auto names = matches(library, R"(\n  (\S+) \$p)");
  ASSERT_EQ(names.size(), lemmas_.all().size() + 4);
  for (std::size_t i = 0; i < lemmas_.all().size(); ++i) {
    EXPECT_EQ(names[i], metamath_label(lemmas_.all()[i]));
  }
  EXPECT_NE(
      library.find("${\n"
                   "  ineq-EquivalenceImpliesDoubleInequality_1.b $e |- ( ph -> B e. RR ) $.\n"
                   "  ineq-EquivalenceImpliesDoubleInequality_1.1 $e |- ( ph -> A = B ) $.\n"
                   "  ineq-EquivalenceImpliesDoubleInequality_1 $p |- ( ph -> B <_ A ) $=\n"
                   "    wph cB cA ineq-EquivalenceImpliesDoubleInequality_1.b wph cA cB\n"
                   "    ineq-EquivalenceImpliesDoubleInequality_1.1 eqcomd eqled $.\n"
                   "$}\n"),
      std::string::npos)
      << library;
}

// set.mm declares P before E, so the hypotheses of the proof must be in that order.
TEST_F(MetamathTest, VariablesComeInTheOrderOfTheirDeclarations) {
  EXPECT_EQ(text_of({"e>=0"}, "(e+p)=(p+e)", {"add_cmmt | (e+p) in obj"}),
            "\n${\n"
            "  it.e $e |- ( ph -> E e. RR ) $.\n"
            "  it.p $e |- ( ph -> P e. RR ) $.\n"
            "  it.1 $e |- ( ph -> 0 <_ E ) $.\n"
            "  it $p |- ( ph -> ( E + P ) = ( P + E ) ) $=\n"
            "    ( ineq-AdditionCommutativity_1 caddc co eqidd eqtrd ) ACBHIBCHIZLABCEDGALJK\n"
            "    $.\n"
            "$}\n");
}

TEST_F(MetamathTest, DivisorsAreKnownOrFollowOrAreAdded) {
  const struct {
    Texts premises;
    const char* goal;
    Texts proof;
    Texts added;
  } kCases[] = {
      {{"b!=0"}, "(a*(1/b))=((1/b)*a)", {"mul_cmmt | ((1/b)*a) in obj"}, {}},
      {{}, "(a*(1/b))=((1/b)*a)", {"mul_cmmt | ((1/b)*a) in obj"}, {"b"}},
      {{}, "(a*(1/1))=((1/1)*a)", {"mul_cmmt | ((1/1)*a) in obj"}, {}},
      {{}, "(a*(1/0))=((1/0)*a)", {"mul_cmmt | ((1/0)*a) in obj"}, {"0"}},
      // follows from the factors
      {{"b!=0"}, "(a*(1/(-(b^2))))=((1/(-(b^2)))*a)", {"mul_cmmt | ((1/(-(b^2)))*a) in obj"}, {}},
      {{"b!=0"}, "(a*(1/(b*c)))=((1/(b*c))*a)", {"mul_cmmt | ((1/(b*c))*a) in obj"}, {"(b*c)"}},
      {{}, "(a*(1/(1/b)))=((1/(1/b))*a)", {"mul_cmmt | ((1/(1/b))*a) in obj"}, {"b"}},
      // follows from an equal divisor
      {{"(c+b)!=0"},
       "(a*(1/(b+c)))=((1/(c+b))*a)",
       {"add_cmmt | (c+b) in obj", "mul_cmmt | ((1/(b+c))*a) in obj"},
       {}},
      {{"(b+c)!=0"},
       "(a*(1/(b+c)))=((1/(c+b))*a)",
       {"mul_cmmt | ((1/(c+b))*a) in obj", "add_cmmt | (c+b) in obj"},
       {}},
      {{},
       "(a*(1/(b+c)))=((1/(c+b))*a)",
       {"mul_cmmt | ((1/(c+b))*a) in obj", "add_cmmt | (c+b) in obj"},
       {"(c+b)"}},
      // not needed
      {{"a=(1/c)", "b=d"},
       "(a+b)=((1/c)+d)",
       {"equ_prin | a in obj, b in obj, ((1/c)+d) in obj"},
       {}},
      {{}, "(1/a)=(1/a)", {}, {}},
      {{"(1/a)>=0"}, "(1/a)>=0", {}, {}},
      {{}, "(1/a)>=(1/a)", {}, {"a"}},
  };
  for (const auto& c : kCases) {
    const std::string text = text_of(c.premises, c.goal, c.proof);
    EXPECT_EQ(matches(text, R"(\$\( added: (\S+)!=0, as division by zero)"), c.added) << text;
    EXPECT_EQ(matches(text, R"(it\.added(\d+) \$e \|- \( ph -> .* =/= 0 \))").size(),
              c.added.size())
        << text;
    expect_complete(text);
  }
}

TEST_F(MetamathTest, ProofsAreComplete) {
  for (const RuleSet set : {RuleSet::kStandard, RuleSet::kFull}) {
    for (const auto& [k, l, degree] : {std::tuple{3u, 3u, 0u}, {3u, 7u, 3u}, {10u, 12u, 5u}}) {
      Specification specification{.k = k, .l = l, .order_trials = 2000};
      specification.rules = set;
      specification.degree = degree;
      Generator generator(specification);
      for (std::uint64_t i = 0; i < 30; ++i) {
        const Generated& generated = generator.generate(i);
        bank_ = generator.bank();
        const std::string text = text_of(derive(bank_, generated.proven, lemmas_));
        expect_complete(text);
        EXPECT_EQ(text.find(" unknown "), std::string::npos);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
          EXPECT_LE(line.size(), line.starts_with("$(") ? 1000u : 79u);
        }
      }
    }
  }
}

// Metamath must be able to read a wrong proof in order to reject it.
TEST_F(MetamathTest, DamagedProofsAreCompleteToo) {
  Generator generator({.k = 5, .l = 7, .degree = 3, .order_trials = 2000});
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Generated& generated = generator.generate(i);
    bank_ = generator.bank();
    Rng rng(i);
    const auto wrong = damaged(bank_, generated.proven, lemmas_, rng);
    if (!wrong) continue;
    const std::string text = text_of(*wrong);
    expect_complete(text);
    EXPECT_NE(text, text_of(derive(bank_, generated.proven, lemmas_)));
  }
}

// A hypothesis about a divisor must not replace a premise that the proof needs.
TEST_F(MetamathTest, DoesNotMendAMissingPremise) {
  const Theorem whole = theorem({"b!=0"}, "((1/b)*(b*(1/b)))=(1*(1/b))");
  State now(bank_, whole);
  std::vector<Action> actions;
  for (const char* step : {"mul_simp | (b*(1/b)) in obj", "mul_cmmt | ((1/b)*1) in obj"}) {
    actions.push_back(action(now, step));
    now.apply(bank_, rules_, actions.back());
  }
  Derivation derivation =
      derive(bank_, check(bank_, rules_, whole, actions).proven.value(), lemmas_);
  EXPECT_EQ(text_of(derivation).find(" unknown "), std::string::npos);
  derivation.theorem.premises.clear();
  const std::string text = text_of(derivation);
  EXPECT_NE(text.find("it.added1 $e |- ( ph -> B =/= 0 ) $."), std::string::npos) << text;
  EXPECT_NE(text.find(" unknown "), std::string::npos) << text;
  expect_complete(text);
}

TEST_F(MetamathTest, DeepTermsAreWrittenAtTheirSize) {
  const std::string deep = repeat("(-", 400) + "(1/a)" + repeat(")", 400);
  const std::string text =
      text_of({}, "(" + deep + "+0)=" + deep, {"add_zero | (" + deep + "+0) in obj"});
  expect_complete(text);
  EXPECT_LT(text.size(), 20'000u);
}

}  // namespace
}  // namespace ineq
