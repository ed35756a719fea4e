#include "generate/dataset_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/ordered.h"
#include "files/checkpoint.h"
#include "files/field_json.h"
#include "files/output.h"
#include "generate/seq2seq.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormatNames[] = {"jsonl", "seq2seq", "fairseq"};
struct Pace {
  std::uint64_t chunk;       // number of theorems that a thread makes at a time
  std::uint64_t checkpoint;  // number of theorems between checkpoints
};
constexpr Pace kPace = {1024, kCheckpoint}, kSearchedPace = {8, kSearchedCheckpoint};
static_assert(kPace.checkpoint % kPace.chunk == 0);
static_assert(kSearchedPace.checkpoint % kSearchedPace.chunk == 0);
const Pace& pace_of(const Specification& s) { return s.min_shortest > 0 ? kSearchedPace : kPace; }

// Everything that the bytes depend on. A run can be resumed only if it is the same.
Json identity(const DatasetRequest& request, const AxiomLists& lists) {
  return {{"specification", Json::parse(write_specification(request.specification))},
          {"lists", lists.hash},
          {"first", request.first},
          {"format", to_string(request.format)},
          {"parts", Json(fields_to_json(request.parts))}};
}

// The number of theorems that an earlier run has made.
std::uint64_t read_made(const Checkpoint& checkpoint, const DatasetRequest& request) {
  if (!checkpoint.is_resumed()) return 0;
  const Json& made = checkpoint.progress();
  if (!made.is_number_unsigned() || made == 0 ||
      made.get<std::uint64_t>() % pace_of(request.specification).checkpoint != 0) {
    checkpoint.reject();
  }
  if (made > request.count) {
    throw Error(fmt::format("{}: the unfinished run has already made {} theorems",
                            checkpoint.path(), made.get<std::uint64_t>()));
  }
  return made;
}

class JsonLines : public DatasetFiles {
 public:
  JsonLines(const std::string& path, std::uint64_t size) : file_(path, size) {}

  void write(std::string_view lines) override { file_.write(lines); }
  std::optional<std::vector<std::uint64_t>> checkpoint() override {
    const auto size = file_.checkpoint();
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
    return std::make_unique<JsonLines>(request.out, checkpoint.size(0));
  }
  if (request.out == "-") throw Error("a seq2seq dataset is two files: give them a name");
  return open_seq2seq(request.out, request.format == Format::kFairseq,
                      {.source = checkpoint.size(0), .target = checkpoint.size(1)});
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

void obey_interrupt(const DatasetRequest& request, Generator& generator) {
  if (request.interrupt == nullptr) return;
  generator.set_interrupt([interrupt = request.interrupt] { return interrupt->load(); });
}

// Whether a theorem is kept depends on all before it, so this takes one thread and no checkpoints.
DatasetReport write_distinct(const DatasetRequest& request,
                             const std::shared_ptr<const AxiomLists>& lists,
                             const DatasetProgress& progress) {
  if (request.format != Format::kJsonLines || request.resume) {
    throw Error("distinct theorems can be written only as jsonl and without --resume");
  }
  OutputFile file(request.out);
  Generator generator(request.specification, lists);
  obey_interrupt(request, generator);
  std::uint64_t made = 0;
  std::string line;
  try {
    for_each_distinct(generator, request.first, request.count,
                      [&](const Generated& generated, std::uint64_t index) {
                        line.clear();
                        append_record(generator, generated, index, request.parts, line);
                        file.write(line);
                        if (++made % kPace.chunk == 0) progress(made, made);
                      });
  } catch (const Interrupted&) {
    return {.is_finished = false, .attempts = {}};
  }
  file.commit();
  return {.attempts = generator.attempts()};
}

}  // namespace

std::string_view to_string(Format format) { return kFormatNames[static_cast<int>(format)]; }

std::vector<std::string> dataset_paths(const DatasetRequest& request) {
  const std::string& name = request.out;
  if (name.empty() || name == "-") return {};
  switch (request.format) {
    case Format::kJsonLines:
      return {name};
    case Format::kSeq2Seq:
      return {name + ".src", name + ".tgt"};
    case Format::kFairseq:
      return {name + ".src", name + ".tgt", name + ".vocab.txt"};
  }
  INEQ_CHECK(false);
}

void require_numbers(const DatasetRequest& request) {
  if (request.first + request.count < request.first) {
    throw Error("the numbers of the theorems go beyond 2^64");
  }
}

DatasetReport write_dataset(const DatasetRequest& request, const DatasetProgress& progress) {
  require_numbers(request);
  const auto lists = load_axiom_lists(request.specification);
  Checkpoint checkpoint({.output = request.out,
                         .run = identity(request, *lists),
                         .files = request.format == Format::kJsonLines ? 1u : 2u,
                         .resume = request.resume});
  if (request.distinct) return write_distinct(request, lists, progress);
  const std::uint64_t already = read_made(checkpoint, request);
  const auto files = open_files(request, checkpoint);
  const auto [chunk, checkpoint_every] = pace_of(request.specification);
  struct Chunk {
    std::uint64_t begin, end;
  };
  std::uint64_t begun = already, written = already, kept = already;
  const auto next_chunk = [&]() -> std::optional<Chunk> {
    if (begun == request.count) return std::nullopt;
    const Chunk out = {begun, std::min(begun + chunk, request.count)};
    begun = out.end;
    return out;
  };
  std::vector<std::unique_ptr<Generator>> generators;
  const auto make_worker = [&] {
    generators.push_back(std::make_unique<Generator>(request.specification, lists));
    obey_interrupt(request, *generators.back());
    return [&request, &generator = *generators.back()](const Chunk& made) {
      return make_chunk(generator, request, made.begin, made.end);
    };
  };
  const auto write_chunk = [&](const Chunk& made, const std::string& text) {
    files->write(text);
    written = made.end;
    progress(made.end, made.end - already);
    if (made.end % checkpoint_every == 0) {
      const auto sizes = files->checkpoint();
      if (!sizes) return;
      checkpoint.save(made.end, *sizes);
      kept = made.end;
    }
  };
  try {
    for_each_ordered({.threads = request.threads, .interrupt = request.interrupt}, next_chunk,
                     make_worker, write_chunk);
  } catch (const Interrupted&) {  // within a chunk
  }
  // Theorems after the last checkpoint are made again, so that the bytes of a compressed file do
  // not depend on interruptions.
  if (written < request.count) return {.is_finished = false, .kept = kept, .attempts = {}};
  // Only renaming is left. A run that is killed in between has to start again.
  files->checkpoint();
  checkpoint.remove();
  files->commit();
  DatasetReport report{.resumed_at = already, .attempts = {}};
  for (const auto& generator : generators) report.attempts += generator->attempts();
  return report;
}

}  // namespace ineq
