#include "generate/dataset_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "files/field_json.h"
#include "files/lines.h"
#include "files/output.h"
#include "generate/seq2seq.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormatNames[] = {"jsonl", "seq2seq", "fairseq"};
struct Pace {
  std::uint64_t chunk;       // theorems that a thread makes at a time
  std::uint64_t checkpoint;  // theorems from one to the next
};
constexpr Pace kPace = {1024, kCheckpoint}, kSearchedPace = {8, kSearchedCheckpoint};
static_assert(kPace.checkpoint % kPace.chunk == 0);
static_assert(kSearchedPace.checkpoint % kSearchedPace.chunk == 0);
const Pace& pace_of(const Specification& s) { return s.min_shortest > 0 ? kSearchedPace : kPace; }

// How far a run has come.
struct Checkpoint {
  std::uint64_t made = 0;
  std::vector<std::uint64_t> sizes;  // of the files, in bytes
};

std::string checkpoint_path(const DatasetRequest& request) { return request.out + ".checkpoint"; }

// What must be the same for a run to go on: all that the bytes depend on.
Json identity(const DatasetRequest& request, const AxiomLists& lists) {
  return {{"specification", Json::parse(write_specification(request.specification))},
          {"lists", lists.hash},
          {"first", request.first},
          {"format", to_string(request.format)},
          {"parts", Json(fields_to_json(request.parts))}};
}

void write_checkpoint(const DatasetRequest& request, const AxiomLists& lists,
                      const Checkpoint& checkpoint) {
  const Json json = {{"dataset", identity(request, lists)},
                     {"made", checkpoint.made},
                     {"sizes", checkpoint.sizes}};
  write_file(checkpoint_path(request), json.dump(2) + "\n");
}

// Where to begin: at a checkpoint if the run is to go on, and else with nothing.
Checkpoint read_checkpoint(const DatasetRequest& request, const AxiomLists& lists) {
  const std::string path = checkpoint_path(request);
  if (!std::filesystem::exists(path)) return {};
  if (!request.resume) {
    throw Error(
        fmt::format("{}: there is an unfinished run: go on with it (--resume) or remove "
                    "this file",
                    path));
  }
  const Json json = Json::parse(read_file(path), nullptr, false);
  Checkpoint out;
  try {
    if (json.at("dataset") != identity(request, lists)) {
      throw Error(path + ": the unfinished run was of another dataset");
    }
    out = {json.at("made"), json.at("sizes")};
  } catch (const Json::exception&) {
    throw Error(path + ": this is not a checkpoint");
  }
  const std::size_t files = request.format == Format::kJsonLines ? 1 : 2;
  if (out.made % pace_of(request.specification).checkpoint != 0 || out.made == 0 ||
      out.sizes.size() != files) {
    throw Error(path + ": this is not a checkpoint");
  }
  if (out.made > request.count) {
    throw Error(fmt::format("{}: the unfinished run has already made {} theorems", path, out.made));
  }
  return out;
}

class JsonLines : public DatasetFiles {
 public:
  JsonLines(const std::string& path, const std::vector<std::uint64_t>& sizes)
      : file_(path, sizes.empty() ? 0 : sizes.at(0)) {}

  void write(std::string_view lines) override { file_.write(lines); }
  std::optional<std::vector<std::uint64_t>> keep() override {
    const auto size = file_.keep();
    if (!size) return std::nullopt;
    return std::vector{*size};
  }
  void commit() override { file_.commit(); }

 private:
  OutputFile file_;
};

std::unique_ptr<DatasetFiles> open_files(const DatasetRequest& request,
                                         const Checkpoint& checkpoint) {
  if (request.format == Format::kJsonLines) {
    return std::make_unique<JsonLines>(request.out, checkpoint.sizes);
  }
  if (request.out == "-") throw Error("a seq2seq dataset is two files: give them a name");
  return open_seq2seq(request.out, request.format == Format::kFairseq, checkpoint.sizes);
}

std::string make_chunk(Generator& generator, const DatasetRequest& request, std::uint64_t begin,
                       std::uint64_t end) {
  std::string text;
  for (std::uint64_t i = begin; i < end; ++i) {
    if (request.format == Format::kJsonLines) {
      append_record(generator, request.first + i, request.parts, text);
    } else {
      append_pairs(generator, request.first + i, text);
    }
  }
  return text;
}

// Whether a theorem is kept depends on all before it, so this takes one thread and no checkpoints.
DatasetReport write_distinct(const DatasetRequest& request,
                             const std::shared_ptr<const AxiomLists>& lists,
                             const DatasetProgress& progress) {
  if (request.format != Format::kJsonLines || request.resume) {
    throw Error("distinct theorems can be written only as jsonl and without --resume");
  }
  read_checkpoint(request, *lists);  // throws if there is an unfinished run
  OutputFile file(request.out);
  Generator generator(request.specification, lists);
  std::uint64_t made = 0;
  std::string line;
  for_each_distinct(generator, request.first, request.count,
                    [&](const Generated& generated, std::uint64_t index) {
                      line.clear();
                      append_record(generator, generated, index, request.parts, line);
                      file.write(line);
                      if (++made % kPace.chunk == 0) progress(made, made);
                    });
  file.commit();
  return {.resumed_at = 0, .attempts = generator.attempts()};
}

}  // namespace

std::string_view to_string(Format format) { return kFormatNames[static_cast<int>(format)]; }

DatasetReport write_dataset(const DatasetRequest& request, const DatasetProgress& progress) {
  INEQ_CHECK(request.threads > 0);
  if (request.first + request.count < request.first) {
    throw Error("the numbers of the theorems go beyond 2^64");
  }
  const auto lists = load_axiom_lists(request.specification);
  if (request.distinct) return write_distinct(request, lists, progress);
  const Checkpoint checkpoint = read_checkpoint(request, *lists);
  const auto files = open_files(request, checkpoint);
  std::vector<std::unique_ptr<Generator>> generators;
  for (unsigned i = 0; i < request.threads; ++i) {
    generators.push_back(std::make_unique<Generator>(request.specification, lists));
  }
  // Chunk after chunk goes to the generators in turn. When the oldest one is ready its generator
  // gets the next, and the text is written while all of them work.
  const auto [chunk, checkpoint_every] = pace_of(request.specification);
  std::deque<std::future<std::string>> chunks;
  std::uint64_t begun = checkpoint.made;
  const auto begin_chunk = [&] {
    if (begun == request.count) return;
    Generator& generator = *generators[begun / chunk % generators.size()];
    const std::uint64_t end = std::min(begun + chunk, request.count);
    chunks.push_back(std::async(std::launch::async, [&generator, &request, begin = begun, end] {
      return make_chunk(generator, request, begin, end);
    }));
    begun = end;
  };
  for (std::size_t i = 0; i < generators.size(); ++i) begin_chunk();
  for (std::uint64_t made = checkpoint.made; made < request.count;) {
    const std::string text = chunks.front().get();
    chunks.pop_front();
    begin_chunk();
    files->write(text);
    made = std::min(made + chunk, request.count);
    progress(made, made - checkpoint.made);
    if (made % checkpoint_every == 0) {
      if (const auto sizes = files->keep()) write_checkpoint(request, *lists, {made, *sizes});
    }
  }
  // What is left is renaming. A run that ends in between has to begin again.
  files->keep();
  std::remove(checkpoint_path(request).c_str());
  files->commit();
  DatasetReport report{.resumed_at = checkpoint.made, .attempts = {}};
  for (const auto& generator : generators) report.attempts += generator->attempts();
  return report;
}

}  // namespace ineq
