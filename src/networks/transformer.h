#pragma once
// The sequence-to-sequence transformer on characters (paper, Section 4.2).
//
// An encoder reads the source of a state, a decoder writes the text of an action (see
// agents/text_input.h). Every layer normalises its input and adds its result to it; positions are
// learned. <eos> also begins a text. A value head reads the mean of the encoder's results.
//
// The loss of the policy is the mean over samples of the sum over characters of the cross entropy.
//
// Sequences are packed (networks/attention.h): a tensor has one row per character of the batch, and
// n stands for the number of characters.

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/text_input.h"
#include "networks/forward_pass.h"
#include "networks/kernels.h"
#include "networks/parameters.h"
#include "networks/value_head.h"

namespace ineq {

using Offsets = std::vector<std::int64_t>;

// The parts of an attention layer before and after the attention itself.
struct Attention {
  Norm norm;
  Linear query, key_value, out;

  // `scale` is that of the results, which are added to those of the other layers.
  static Attention add(Parameters& p, const std::string& name, std::int64_t d, double scale) {
    return {Norm::add(p, name + ".norm", d), Linear::add(p, name + ".query", d, d),
            Linear::add(p, name + ".key_value", 2 * d, d),
            Linear::add(p, name + ".out", d, d, scale)};
  }
};

struct FeedForward {
  Norm norm;
  Linear in, out;

  static FeedForward add(Parameters& p, const std::string& name, std::int64_t d,
                         std::int64_t hidden, double scale) {
    return {Norm::add(p, name + ".norm", d), Linear::add(p, name + ".in", hidden, d),
            Linear::add(p, name + ".out", d, hidden, scale)};
  }
  // x: [n, d] -> [n, d]
  at::Tensor operator()(const Parameters& p, const at::Tensor& x) const {
    return out(p, at::relu(in(p, norm(p, x))));
  }
};

struct EncoderLayer {
  Attention self;
  FeedForward forward;
};

struct DecoderLayer {
  Attention self, cross;
  FeedForward forward;
};

// Tokens with their places in their sequences.
struct Tokens {
  Index token, position;

  void add(std::int32_t number, std::int64_t place) {
    token.push_back(number);
    position.push_back(static_cast<std::int32_t>(place));
  }
};

struct Embedding {
  Parameters::Id token, position;

  static Embedding add(Parameters& p, const std::string& name, std::size_t tokens,
                       std::size_t longest, std::int64_t d) {
    constexpr Parameters::Initial kInitial = {.bound = 1};
    return {p.add(name + ".token", {static_cast<std::int64_t>(tokens), d}, kInitial),
            p.add(name + ".position", {static_cast<std::int64_t>(longest), d}, kInitial)};
  }
  // -> [n, d]. The tokens must exist until the gradient is computed.
  at::Tensor operator()(const Parameters& p, const Tokens& tokens) const {
    return take_rows(p[token], tokens.token) + take_rows(p[position], tokens.position);
  }
};

Tokens source_tokens(const TextInput& input);
// The offsets of `count` segments of the same length.
Offsets equal_segments(std::size_t count, std::size_t length);

// How the decoder attends, layer by layer. In learning, the whole text is there; in writing, it
// comes character by character, and keys and values of earlier ones are remembered.
struct Attend {
  // queries: [n, d], keys and values of the same characters: [n, 2 d] -> [n, d]
  std::function<at::Tensor(std::size_t layer, const at::Tensor& q, const at::Tensor& kv)> to_text;
  std::function<at::Tensor(std::size_t layer, const at::Tensor& q)> to_source;  // [n, d] -> [n, d]
};

class Transformer : public ParameterNetwork {
 public:
  Transformer(const NetworkOptions& options, const at::TensorOptions& device);

  std::unique_ptr<Answers> read(const Input& input) const override;
  Losses learn(const Samples& samples, std::uint64_t seed) override;

  std::size_t layers() const { return decoder_.size(); }
  std::int64_t heads() const { return heads_; }
  // Characters of sources -> [n, d]
  at::Tensor encode(const Tokens& source, std::span<const std::int64_t> offset,
                    ForwardPass& pass) const;
  // [n, d] -> [states]: the expected number of steps left
  at::Tensor steps_left(const at::Tensor& encoded, std::span<const std::int64_t> offset) const;
  // [n, d] -> [n, 2 d]: the keys and values that a layer of the decoder finds in the sources
  at::Tensor source_keys(std::size_t layer, const at::Tensor& encoded) const {
    return decoder_[layer].cross.key_value(p_, encoded);
  }
  // Characters of texts -> [n, kTextTokens]: the logits of those that follow
  at::Tensor decode(const Tokens& text, const Attend& attend, ForwardPass& pass) const;

 private:
  // Texts that are known -> [n, kTextTokens]
  at::Tensor decode_all(const Tokens& text, std::span<const std::int64_t> offset,
                        const at::Tensor& encoded, std::span<const std::int64_t> source_offset,
                        ForwardPass& pass) const;
  Losses learn_value(const Tokens& source, const Samples& samples, ForwardPass& pass);
  // [n, d] -> [states, d]
  at::Tensor state_of(const at::Tensor& encoded, std::span<const std::int64_t> offset) const;
  // What is minimised in place of `loss`, the sum of the losses of all characters.
  at::Tensor smoothed(const at::Tensor& loss, const at::Tensor& logits) const;

  std::int64_t heads_;
  double dropout_, label_smoothing_;
  Embedding source_, target_;
  std::vector<EncoderLayer> encoder_;
  std::vector<DecoderLayer> decoder_;
  Norm encoder_norm_, decoder_norm_;
  Linear out_;
  ValueHead value_;
};

}  // namespace ineq
