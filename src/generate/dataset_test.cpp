#include "generate/dataset.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "algebra/canonical.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "generate/card.h"
#include "generate/dataset_writer.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "proof/record.h"
#include "support/draw.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

class DatasetTest : public Fixture {
 protected:
  // Writes a dataset and returns the contents of one of its files.
  std::string make(DatasetRequest request, const std::string& name, const std::string& ending) {
    request.out = folder_.path(name);
    write_dataset(request, [](std::uint64_t, std::uint64_t) {});
    return read_file(folder_.path(name + ending));
  }

  TemporaryFolder folder_;
};

// The steps of a record agree with a replay of its proof.
TEST_F(DatasetTest, StepsAgreeWithAReplayOfTheProof) {
  for (const RuleSet set : kRuleSets) {
    const Rules rules = make_rules(set);
    Generator generator({.rules = set, .k = 5, .l = 7, .order_trials = 2000});
    for (std::uint64_t i = 0; i < 200; ++i) {
      std::string plain, line;
      append_record(generator, i, {}, plain);
      append_record(generator, i, {.states = true, .sequences = true, .pointers = true}, line);
      EXPECT_TRUE(line.starts_with(plain.substr(0, plain.size() - 2)));
      const Json json = Json::parse(line);
      const Record record = read_record(line);
      bank_.reset();
      State state(bank_, read_theorem(bank_, record));
      ASSERT_EQ(json["steps"].size(), record.proof.size());
      for (std::size_t step = 0; step < record.proof.size(); ++step) {
        const Json& shown = json["steps"][step];
        EXPECT_EQ(shown["goals"].get<Texts>(), texts(state.goals()));
        EXPECT_EQ(shown["facts"].get<Texts>(), texts(state.facts()));
        std::string source, pointer;
        print_observation(bank_, state, source);
        print_pointer_state(bank_, state, pointer);
        EXPECT_EQ(shown["source"], source);
        EXPECT_EQ(shown["target"], record.proof[step]);
        EXPECT_EQ(shown["pointer_source"], pointer);
        const Action given = action(state, record.proof[step]);
        if (!shown["pointer_target"].is_null()) {
          const std::string target = shown["pointer_target"];
          EXPECT_EQ(read_pointer_action(bank_, state, target).action->operands, given.operands);
        } else {
          EXPECT_EQ(set, RuleSet::kFull);
        }
        state.apply(bank_, rules, given);
      }
    }
  }
}

// Sets to evaluate on share no theorem with a dataset of the same seed, and their ids tell them
// apart. Records of datasets do not mention their stream.
TEST_F(DatasetTest, OtherStreamsAreOtherTheorems) {
  std::set<std::string> goals;
  for (const Stream stream : {Stream::kDataset, Stream::kTest, Stream::kValidation}) {
    Generator generator({.k = 5, .l = 7, .seed = 9, .stream = stream, .order_trials = 1000});
    for (std::uint64_t i = 0; i < 20; ++i) {
      std::string line;
      append_record(generator, i, {}, line);
      const Json json = Json::parse(line);
      EXPECT_TRUE(goals.insert(json["goal"]).second) << json["goal"];
      const std::string id = json["id"];
      if (stream == Stream::kDataset) {
        EXPECT_FALSE(json.contains("stream"));
        EXPECT_EQ(id, fmt::format("ordered-field/k5l7/d0/s9/{:06}", i));
      } else {
        EXPECT_EQ(json["stream"], to_string(stream));
        EXPECT_EQ(id, fmt::format("ordered-field/k5l7/d0/s9/{}/{:06}", to_string(stream), i));
      }
    }
  }
}

TEST_F(DatasetTest, DistinctTheoremsAreTheFirstOfTheirKind) {
  DatasetRequest request{.specification = {.k = 1, .l = 1}, .count = 30};  // 35 exist
  std::set<std::uint64_t> seen;
  std::string expected;
  Generator generator(request.specification);
  for (std::uint64_t i = 0; seen.size() < request.count; ++i) {
    const Statement goal = generator.generate(i).theorem().goal;
    if (seen.insert(canonical_hash(generator.bank(), goal)).second) {
      append_record(generator, i, {}, expected);
    } else {
      request.distinct = true;  // it makes a difference
    }
  }
  EXPECT_TRUE(request.distinct);
  EXPECT_EQ(make(request, "distinct.jsonl", ""), expected);
  request.count = 36;
  EXPECT_EQ(error_of([&] { make(request, "more.jsonl", ""); }),
            "3600 theorems had only 35 different goals");
  request.resume = true;
  EXPECT_EQ(error_of([&] { make(request, "more.jsonl", ""); }),
            "distinct theorems can be written only as jsonl and without --resume");
}

TEST_F(DatasetTest, SequencesAreInINTsFiles) {
  const DatasetRequest request{
      .specification = {.k = 1, .l = 2}, .count = 500, .format = Format::kSeq2Seq};
  make(request, "plain", ".src");
  const auto sources = lines_of(folder_.path("plain.src"));
  const auto targets = lines_of(folder_.path("plain.tgt"));
  std::map<std::string, std::string> first;
  Generator generator(request.specification);
  Texts order;
  for (std::uint64_t i = 0; i < request.count; ++i) {
    std::string line;
    append_record(generator, i, {.sequences = true}, line);
    const Json record = Json::parse(line);
    for (const Json& step : record["steps"]) {
      if (first.try_emplace(step["source"], step["target"]).second) order.push_back(step["source"]);
    }
  }
  EXPECT_LT(order.size(), 900u);  // many sources occur several times
  EXPECT_EQ(sources, order);
  ASSERT_EQ(targets.size(), sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) EXPECT_EQ(targets[i], first[sources[i]]);
}

TEST_F(DatasetTest, FairseqReadsCharacters) {
  DatasetRequest request{.specification = {}, .count = 200, .format = Format::kSeq2Seq};
  for (const char* ending : {".src", ".tgt"}) {
    request.format = Format::kSeq2Seq;
    const std::string plain = make(request, "plain", ending);
    request.format = Format::kFairseq;
    const std::string tokens = make(request, "tokens", ending);
    // Every character is a token, and blanks separate tokens, as INT's preprocessing does it.
    std::string expected;
    for (const char c : plain) {
      if (!expected.empty()) expected += ' ';
      expected += c == ' ' ? "<space>" : std::string(1, c);
    }
    EXPECT_EQ(tokens, expected);
  }
  const auto vocabulary = lines_of(folder_.path("tokens.vocab.txt"));
  std::map<std::string, std::uint64_t> count;
  for (const char* ending : {".src", ".tgt"}) {
    for (const char c : read_file(folder_.path("plain") + ending)) {
      ++count[c == ' ' ? "<space>" : c == '\n' ? "" : std::string(1, c)];
    }
  }
  ASSERT_EQ(vocabulary.size(), 3 + count.size());
  EXPECT_EQ((Texts{vocabulary.begin(), vocabulary.begin() + 3}),
            (Texts{"<pad>", "<eos>", "<unk>"}));
  for (std::size_t i = 4; i < vocabulary.size(); ++i) {
    EXPECT_GE(count.at(vocabulary[i - 1]), count.at(vocabulary[i]));
  }
}

// An interrupted run can be resumed in every format and produces the same bytes.
TEST_F(DatasetTest, AnInterruptedRunCanBeResumed) {
  const std::uint64_t end = kCheckpoint + 3000;
  for (const Format format : {Format::kJsonLines, Format::kSeq2Seq, Format::kFairseq}) {
    DatasetRequest request{
        .specification = {.k = 1, .l = 1}, .count = end, .format = format, .threads = 2};
    const std::string name(to_string(format));
    const Texts endings = format == Format::kJsonLines ? Texts{""} : Texts{".src", ".tgt"};
    make(request, name, endings[0]);
    request.out = folder_.path(name + "-2");
    struct Killed {};
    const auto kill = [](std::uint64_t made, std::uint64_t) {
      if (made > kCheckpoint + 1000) throw Killed();
    };
    EXPECT_THROW(write_dataset(request, kill), Killed);
    EXPECT_TRUE(std::filesystem::exists(request.out + ".checkpoint"));
    request.resume = true;
    DatasetRequest other = request;
    other.specification.seed = 2;
    EXPECT_EQ(error_of([&] { write_dataset(other, [](std::uint64_t, std::uint64_t) {}); }),
              request.out +
                  ".checkpoint: the unfinished run is another one: it differs in specification");
    request.threads = 3;
    EXPECT_EQ(write_dataset(request, [](std::uint64_t, std::uint64_t) {}).resumed_at, kCheckpoint);
    for (const std::string& ending : endings) {
      EXPECT_EQ(read_file(folder_.path(name + ending)), read_file(request.out + ending));
    }
    if (format == Format::kFairseq) {
      EXPECT_EQ(read_file(folder_.path(name) + ".vocab.txt"),
                read_file(request.out + ".vocab.txt"));
    }
    EXPECT_FALSE(std::filesystem::exists(request.out + ".checkpoint"));
  }
}

// If each theorem requires a search, there are fewer theorems per checkpoint.
TEST_F(DatasetTest, AnInterruptedRunOfHardTheoremsCanBeResumed) {
  DatasetRequest request{.specification = {.k = 2, .l = 2, .min_shortest = 2},
                         .count = kSearchedCheckpoint + 100,
                         .threads = 2};
  const std::string whole = make(request, "whole", "");
  request.out = folder_.path("killed");
  struct Killed {};
  const auto kill = [](std::uint64_t made, std::uint64_t) {
    if (made > kSearchedCheckpoint) throw Killed();
  };
  EXPECT_THROW(write_dataset(request, kill), Killed);
  request.resume = true;
  const auto nothing = [](std::uint64_t, std::uint64_t) {};
  for (const Specification& asked :
       {Specification{.k = 2, .l = 2},
        Specification{.k = 2, .l = 2, .min_shortest = 2, .shortest_nodes = 7}}) {
    DatasetRequest other = request;
    other.specification = asked;
    EXPECT_EQ(error_of([&] { write_dataset(other, nothing); }),
              request.out +
                  ".checkpoint: the unfinished run is another one: it differs in specification");
  }
  const DatasetReport report = write_dataset(request, nothing);
  EXPECT_EQ(report.resumed_at, kSearchedCheckpoint);
  EXPECT_GT(report.attempts.too_easy, 0u);
  EXPECT_EQ(read_file(request.out), whole);
}

TEST_F(DatasetTest, AnUnfinishedRunIsNotThrownAway) {
  DatasetRequest request{.specification = {}, .count = 10, .out = folder_.path("out")};
  write_file(folder_.path("out.checkpoint"), "{}");
  EXPECT_EQ(error_of([&] { write_dataset(request, [](std::uint64_t, std::uint64_t) {}); }),
            folder_.path("out.checkpoint") +
                ": there is an unfinished run: resume it (--resume) or remove this file");
}

TEST_F(DatasetTest, BadCheckpointsSayWhy) {
  const std::string path = folder_.path("out.checkpoint");
  DatasetRequest request{
      .specification = {.k = 1, .l = 1}, .count = kCheckpoint + 1, .out = folder_.path("out")};
  struct Killed {};
  const auto kill = [](std::uint64_t made, std::uint64_t) {
    if (made > kCheckpoint) throw Killed();
  };
  EXPECT_THROW(write_dataset(request, kill), Killed);
  request.resume = true;
  const auto refusal = [&] {
    return error_of([&] { write_dataset(request, [](std::uint64_t, std::uint64_t) {}); });
  };
  const Json good = Json::parse(read_file(path));
  const auto with = [&](const char* field, const Json& value) {
    Json json = good;
    json[field] = value;
    return json.dump();
  };
  for (const std::string& text :
       {std::string("{}"), with("run", 1), with("progress", 0), with("progress", 7),
        with("progress", "x"), with("progress", 2 * kCheckpoint), with("sizes", {0})}) {
    write_file(path, text);
    EXPECT_EQ(refusal(),
              path + ": this is not a checkpoint, or it is damaged; remove it to start again");
  }
  write_file(path, good.dump());
  request.count = kCheckpoint - 1;
  EXPECT_EQ(refusal(), path + ": the unfinished run has already made 65536 theorems");
  request.count = kCheckpoint + 1;
  const std::string partial = folder_.path("out.partial");
  std::filesystem::resize_file(partial, 100);
  EXPECT_EQ(refusal(), fmt::format("{}: the file has fewer than the expected {} bytes", partial,
                                   good["sizes"][0].get<std::uint64_t>()));
  std::filesystem::remove(partial);
  EXPECT_EQ(refusal(), partial + ": No such file or directory");
  request.first = ~std::uint64_t{0};
  EXPECT_EQ(error_of([&] { write_dataset(request, [](std::uint64_t, std::uint64_t) {}); }),
            "the numbers of the theorems go beyond 2^64");
}

TEST_F(DatasetTest, TheCardNamesTheFileAndMakesItAgain) {
  DatasetRequest request{.specification = {.k = 2, .l = 4, .seed = 9}, .count = 20};
  const std::string text = make(request, "train.jsonl", "");
  request.out = folder_.path("train.jsonl");
  const std::string card = dataset_card(request, folder_.path("README.md"));
  EXPECT_TRUE(card.starts_with("---\npretty_name: \"Inequality theorems, ordered-field K2 L4\"\n"));
  EXPECT_NE(card.find("\n- n<1K\n"), std::string::npos);
  EXPECT_NE(card.find("  - split: train\n    path: \"train.jsonl\"\n---\n"), std::string::npos);
  const std::size_t begin = card.find("```json\n") + 8;
  write_file(folder_.path("s.json"), card.substr(begin, card.find("```", begin) - begin));
  request.specification = load_specification(folder_.path("s.json"));
  EXPECT_EQ(make(request, "again.jsonl", ""), text);
}

}  // namespace
}  // namespace ineq
