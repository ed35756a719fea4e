#include "networks/transformer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "networks/attention.h"
#include "networks/networks.h"
#include "networks/text_answers.h"

namespace ineq {

using at::Tensor;

namespace {

// What the decoder reads to write the texts of the samples: each character where it writes the next
// one, and <eos> where it writes the first one.
Tokens text_tokens(const Samples& samples) {
  Tokens out;
  for (std::size_t s = 0; s < samples.input->states(); ++s) {
    std::int64_t place = 0;
    Choice before = kEndOfText;
    for (const Choice choice : samples.choices(s)) out.add(std::exchange(before, choice), place++);
  }
  return out;
}

// Whether all elements of each segment are set.
std::vector<std::uint8_t> all_correct(std::span<const std::uint8_t> correct,
                                      std::span<const std::int64_t> offset) {
  std::vector<std::uint8_t> out;
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    out.push_back(std::all_of(correct.begin() + offset[s], correct.begin() + offset[s + 1],
                              [](std::uint8_t is_correct) { return is_correct != 0; }));
  }
  return out;
}

}  // namespace

Tokens source_tokens(const TextInput& input) {
  Tokens out;
  const std::span<const std::int64_t> offset = input.offset();
  for (std::size_t s = 0; s < input.states(); ++s) {
    for (std::int64_t i = offset[s]; i < offset[s + 1]; ++i) {
      out.add(input.token()[static_cast<std::size_t>(i)], i - offset[s]);
    }
  }
  return out;
}

Offsets equal_segments(std::size_t count, std::size_t length) {
  Offsets out;
  for (std::size_t i = 0; i <= count; ++i) out.push_back(static_cast<std::int64_t>(i * length));
  return out;
}

Transformer::Transformer(const NetworkOptions& options, const at::TensorOptions& device)
    : heads_(static_cast<std::int64_t>(options.heads)),
      dropout_(options.dropout),
      label_smoothing_(options.label_smoothing) {
  const auto d = static_cast<std::int64_t>(options.width);
  const auto hidden = static_cast<std::int64_t>(options.feed_forward);
  // Keeps the sum of the results of all layers at the size of one.
  const double scale = 1 / std::sqrt(2 * static_cast<double>(options.layers));
  source_ = Embedding::add(p_, "source", kSourceTokens, kMaxSource, d);
  target_ = Embedding::add(p_, "target", kTextTokens, kMaxActionText, d);
  for (std::size_t i = 0; i < options.layers; ++i) {
    const std::string name = "encoder." + std::to_string(i);
    encoder_.push_back({Attention::add(p_, name + ".self", d, scale),
                        FeedForward::add(p_, name + ".forward", d, hidden, scale)});
  }
  for (std::size_t i = 0; i < options.layers; ++i) {
    const std::string name = "decoder." + std::to_string(i);
    decoder_.push_back({Attention::add(p_, name + ".self", d, scale),
                        Attention::add(p_, name + ".cross", d, scale),
                        FeedForward::add(p_, name + ".forward", d, hidden, scale)});
  }
  encoder_norm_ = Norm::add(p_, "encoder.norm", d);
  decoder_norm_ = Norm::add(p_, "decoder.norm", d);
  // Not the embeddings again: those are as large as the results of layers, too large for logits.
  out_ = Linear::add(p_, "out", kTextTokens, d);
  value_ = ValueHead::add(p_, options, d, d);
  p_.finish(device);
}

Tensor Transformer::encode(const Tokens& source, std::span<const std::int64_t> offset,
                           ForwardPass& pass) const {
  const AttentionShape shape = {
      .queries = offset, .keys = offset, .heads = heads_, .causal = false};
  Tensor x = pass.drop(source_(p_, source));
  for (const EncoderLayer& layer : encoder_) {
    const Tensor y = layer.self.norm(p_, x);
    const Tensor seen = attention(layer.self.query(p_, y), layer.self.key_value(p_, y), shape);
    x = x + pass.drop(layer.self.out(p_, seen));
    x = x + pass.drop(layer.forward(p_, x));
  }
  return encoder_norm_(p_, x);
}

Tensor Transformer::state_of(const Tensor& encoded, std::span<const std::int64_t> offset) const {
  return segment_sum(encoded, offset, /*mean=*/true);
}

Tensor Transformer::steps_left(const Tensor& encoded, std::span<const std::int64_t> offset) const {
  ForwardPass pass;
  return value_.steps_left(p_, state_of(encoded, offset), pass);
}

Tensor Transformer::decode(const Tokens& text, const Attend& attend, ForwardPass& pass) const {
  Tensor x = pass.drop(target_(p_, text));
  for (std::size_t i = 0; i < decoder_.size(); ++i) {
    const auto& [self, cross, forward] = decoder_[i];
    const Tensor y = self.norm(p_, x);
    const Tensor seen = attend.to_text(i, self.query(p_, y), self.key_value(p_, y));
    x = x + pass.drop(self.out(p_, seen));
    const Tensor found = attend.to_source(i, cross.query(p_, cross.norm(p_, x)));
    x = x + pass.drop(cross.out(p_, found));
    x = x + pass.drop(forward(p_, x));
  }
  return out_(p_, decoder_norm_(p_, x));
}

Tensor Transformer::decode_all(const Tokens& text, std::span<const std::int64_t> offset,
                               const Tensor& encoded, std::span<const std::int64_t> source_offset,
                               ForwardPass& pass) const {
  const auto to_text = [&](std::size_t, const Tensor& q, const Tensor& kv) {
    return attention(q, kv, {.queries = offset, .keys = offset, .heads = heads_, .causal = true});
  };
  const auto to_source = [&](std::size_t layer, const Tensor& q) {
    return attention(q, source_keys(layer, encoded),
                     {.queries = offset, .keys = source_offset, .heads = heads_, .causal = false});
  };
  return decode(text, {.to_text = to_text, .to_source = to_source}, pass);
}

Tensor Transformer::smoothed(const Tensor& loss, const Tensor& logits) const {
  if (label_smoothing_ == 0) return loss;
  const Tensor of_any = -at::log_softmax(logits, 1).mean(1).sum();
  return (1 - label_smoothing_) * loss + label_smoothing_ * of_any;
}

Losses Transformer::learn_value(const Tokens& source, const Samples& samples, ForwardPass& pass) {
  const std::span<const std::int64_t> offset =
      static_cast<const TextInput&>(*samples.input).offset();
  const Tensor state = [&] {
    const at::NoGradGuard guard;
    ForwardPass without_dropout;
    return state_of(encode(source, offset, without_dropout), offset);
  }();
  return value_.learn_alone(p_, state, samples, pass);
}

Losses Transformer::learn(const Samples& samples, std::uint64_t seed) {
  const auto& input = static_cast<const TextInput&>(*samples.input);
  INEQ_CHECK(input.states() > 0 && samples.steps_left.size() == input.states());
  p_.refresh();

  const Tokens source = source_tokens(input);
  ForwardPass pass(dropout_, seed);
  if (samples.only_value) return learn_value(source, samples, pass);
  const Tokens text = text_tokens(samples);
  const Tensor encoded = encode(source, input.offset(), pass);
  const Tensor logits = decode_all(text, samples.choice_offset, encoded, input.offset(), pass);
  const Offsets segments = equal_segments(samples.choice.size(), kTextTokens);
  std::vector<std::uint8_t> correct;
  const Tensor policy =
      segment_cross_entropy(logits.reshape({-1}), segments, samples.choice, correct).sum();
  const Tensor value = value_.loss(p_, state_of(encoded, input.offset()), samples, pass);
  return minimize(p_, policy, value, samples, all_correct(correct, samples.choice_offset),
                  smoothed(policy, logits));
}

std::unique_ptr<Answers> Transformer::read(const Input& input) const {
  p_.refresh();
  return std::make_unique<TextAnswers>(*this, static_cast<const TextInput&>(input));
}

std::unique_ptr<Network> make_transformer(const NetworkOptions& options,
                                          const at::TensorOptions& device) {
  return std::make_unique<Transformer>(options, device);
}

}  // namespace ineq
