#include "files/checkpoint.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/shallow_json.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

std::string differing_keys(const Json& one, const Json& other) {
  if (!one.is_object() || !other.is_object()) return "everything";
  Json all = one;
  all.update(other);
  std::string out;
  for (const auto& [key, value] : all.items()) {
    if (one.contains(key) && other.contains(key) && one.at(key) == other.at(key)) continue;
    out += (out.empty() ? "" : ", ") + key;
  }
  return out;
}

std::uint64_t checksum_of(const Json& checkpoint) { return hash_text(checkpoint.dump()); }

}  // namespace

Checkpoint::Checkpoint(Request request)
    : request_(std::move(request)),
      path_(request_.output + ".checkpoint"),
      sizes_(request_.files, 0) {
  if (!std::filesystem::exists(path_)) return;
  if (!request_.resume) {
    throw Error(path_ + ": there is an unfinished run: resume it (--resume) or remove this file");
  }
  const std::string text = read_file(path_);
  Json json;
  try {
    json = parse_shallow_json<Json>(text);
  } catch (const std::exception&) {
    reject();
  }
  try {
    const Json checksum = json.at("checksum");
    json.erase("checksum");
    if (checksum != checksum_of(json)) reject();
    if (json.at("run") != request_.run) {
      throw Error(fmt::format("{}: the unfinished run is another one: it differs in {}", path_,
                              differing_keys(json.at("run"), request_.run)));
    }
    progress_ = json.at("progress");
    sizes_ = json.at("sizes").get<std::vector<std::uint64_t>>();
  } catch (const Json::exception&) {
    reject();
  }
  if (sizes_.size() != request_.files || progress_.is_null()) reject();
}

void Checkpoint::save(const Json& progress, const std::vector<std::uint64_t>& sizes) {
  INEQ_CHECK(sizes.size() == request_.files && !progress.is_null());
  Json json = {{"run", request_.run}, {"progress", progress}, {"sizes", sizes}};
  json["checksum"] = checksum_of(json);
  write_file(path_, json.dump(2) + "\n");
}

void Checkpoint::remove() const { std::remove(path_.c_str()); }

void Checkpoint::reject() const {
  throw Error(path_ + ": this is not a checkpoint, or it is damaged; remove it to start again");
}

}  // namespace ineq
