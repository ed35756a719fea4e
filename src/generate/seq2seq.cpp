#include "generate/seq2seq.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "files/lines.h"
#include "files/output.h"

namespace ineq {
namespace {

constexpr std::string_view kSpace = "<space>";

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = mix(hash + static_cast<unsigned char>(c));
  return hash;
}

std::string tokens_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ') {
      out += kSpace;
    } else {
      out += c;
    }
    out += ' ';
  }
  return out;
}

std::string text_of(std::string_view tokens) {
  std::string out;
  while (!tokens.empty()) {
    if (tokens.starts_with(kSpace)) {
      out += ' ';
      tokens.remove_prefix(kSpace.size());
    } else {
      if (tokens[0] != ' ') out += tokens[0];
      tokens.remove_prefix(1);
    }
  }
  return out;
}

class Seq2Seq : public DatasetFiles {
 public:
  Seq2Seq(const std::string& name, bool fairseq, const Seq2SeqSizes& sizes)
      : name_(name),
        fairseq_(fairseq),
        source_(name + ".src", sizes.source),
        target_(name + ".tgt", sizes.target) {
    if (sizes.source == 0) return;
    remember(source_.partial(), true);
    remember(target_.partial(), false);
  }

  void write(std::string_view lines) override {
    std::string source, target;
    while (!lines.empty()) {
      const std::size_t tab = lines.find('\t');
      const std::size_t end = lines.find('\n', tab);
      if (seen_.insert(hash_of(lines.substr(0, tab))).second) {
        add_line(lines.substr(0, tab), source);
        add_line(lines.substr(tab + 1, end - tab - 1), target);
        first_ = false;
      }
      lines.remove_prefix(end + 1);
    }
    source_.write(source);
    target_.write(target);
  }

  std::optional<std::vector<std::uint64_t>> checkpoint() override {
    const auto source = source_.checkpoint(), target = target_.checkpoint();
    if (!source || !target) return std::nullopt;
    return std::vector{*source, *target};
  }

  void commit() override {
    if (fairseq_) write_file(name_ + ".vocab.txt", vocabulary());
    source_.commit();
    target_.commit();
  }

 private:
  void add_line(std::string_view line, std::string& out) {
    count(line);
    if (fairseq_) {
      if (!first_) out += ' ';
      out += tokens_of(line);
    } else {
      out += line;
    }
    out += '\n';
  }

  void count(std::string_view line) {
    for (const char c : line) ++count_[static_cast<unsigned char>(c)];
    ++count_['\n'];
  }

  void remember(const std::string& path, bool is_source) {
    LineReader lines(path);
    for (std::string_view line; lines.next(line);) {
      const std::string text = fairseq_ ? text_of(line) : std::string(line);
      count(text);
      if (is_source) seen_.insert(hash_of(text));
      first_ = false;
    }
  }

  std::string vocabulary() const {
    std::vector<std::size_t> characters;
    for (std::size_t c = 0; c < count_.size(); ++c) {
      if (count_[c] > 0) characters.push_back(c);
    }
    std::ranges::stable_sort(characters, std::greater(), [&](std::size_t c) { return count_[c]; });
    std::string out = "<pad>\n<eos>\n<unk>\n";
    for (const std::size_t c : characters) {
      if (c == ' ') out += kSpace;
      if (c != ' ' && c != '\n') out += static_cast<char>(c);
      out += '\n';
    }
    return out;
  }

  const std::string name_;
  const bool fairseq_;
  OutputFile source_, target_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of the sources so far
  std::array<std::uint64_t, 256> count_{};  // number of occurrences by character
  bool first_ = true;                       // no line is written yet
};

}  // namespace

std::unique_ptr<DatasetFiles> open_seq2seq(const std::string& name, bool fairseq,
                                           const Seq2SeqSizes& sizes) {
  return std::make_unique<Seq2Seq>(name, fairseq, sizes);
}

}  // namespace ineq
