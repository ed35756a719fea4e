#include "networks/text_answers.h"

#include "base/error.h"
#include "networks/attention.h"
#include "networks/device.h"
#include "networks/kernels.h"

namespace ineq {

using at::Tensor;

TextAnswers::TextAnswers(const Transformer& network, const TextInput& input)
    : network_(network), input_(input), keys_(network.layers()) {
  const at::NoGradGuard no_gradient;
  encoded_ = network.encode(source_tokens(input), input.offset(), no_dropout_);
  const Tensor value = to_host(network.steps_left(encoded_, input.offset()));
  steps_left_.assign(value.data_ptr<float>(), value.data_ptr<float>() + value.numel());
}

const Choices& TextAnswers::first() {
  if (source_keys_.empty()) begin();
  return first_;
}

const Choices& TextAnswers::extend(std::span<const Extension> extensions) {
  if (source_keys_.empty()) begin();
  Tokens text;
  for (const auto& [parent, choice] : extensions) {
    const Prefix from = prefixes_[parent];
    INEQ_CHECK(static_cast<std::size_t>(from.length) + 1 < kMaxActionText);
    prefixes_.push_back({.parent = static_cast<std::int32_t>(parent),
                         .state = from.state,
                         .length = from.length + 1});
    text.add(choice, from.length + 1);
  }
  write(text, next_);
  return next_;
}

void TextAnswers::begin() {
  const at::NoGradGuard no_gradient;
  for (std::size_t layer = 0; layer < network_.layers(); ++layer) {
    source_keys_.push_back(to_host(network_.source_keys(layer, encoded_)));
  }
  Tokens text;
  for (std::size_t s = 0; s < input_.states(); ++s) {
    prefixes_.push_back({.parent = -1, .state = static_cast<std::int32_t>(s), .length = 0});
    text.add(kEndOfText, 0);
  }
  write(text, first_);
}

// Runs the decoder on the last characters of the newest prefixes.
void TextAnswers::write(const Tokens& text, Choices& out) {
  const at::NoGradGuard no_gradient;
  const std::size_t count = text.token.size();
  const std::size_t newest = prefixes_.size() - count;
  const auto attend = [&](const Tensor& q, const Rows& rows) {
    return attention_to_rows(q, rows.row, rows.offset, network_.heads());
  };
  const auto to_text = [&](std::size_t layer, const Tensor& q, const Tensor& kv) {
    remember(layer, to_host(kv));
    return attend(q, text_rows(layer, newest));
  };
  const auto to_source = [&](std::size_t layer, const Tensor& q) {
    return attend(q, source_rows(layer, newest));
  };
  const Tensor logits =
      to_host(network_.decode(text, {.to_text = to_text, .to_source = to_source}, no_dropout_));
  out.log_prob.assign(logits.data_ptr<float>(), logits.data_ptr<float>() + logits.numel());
  out.offset = equal_segments(count, kTextTokens);
  segment_log_softmax(out.log_prob, out.offset);
}

// kv: [n, 2 d], those of the newest prefixes
void TextAnswers::remember(std::size_t layer, const Tensor& kv) {
  const float* const begin = kv.data_ptr<float>();
  for (std::int64_t i = 0; i < kv.size(0); ++i) keys_[layer].push_back(begin + i * kv.size(1));
  owners_.push_back(kv);
}

// What the prefixes from number `first` on see of their texts, themselves included.
TextAnswers::Rows TextAnswers::text_rows(std::size_t layer, std::size_t first) const {
  Rows out;
  for (std::size_t i = first; i < prefixes_.size(); ++i) {
    for (auto at = static_cast<std::int32_t>(i); at >= 0;) {
      out.row.push_back(keys_[layer][static_cast<std::size_t>(at)]);
      at = prefixes_[static_cast<std::size_t>(at)].parent;
    }
    out.offset.push_back(static_cast<std::int64_t>(out.row.size()));
  }
  return out;
}

// What the prefixes from number `first` on see of their sources.
TextAnswers::Rows TextAnswers::source_rows(std::size_t layer, std::size_t first) const {
  Rows out;
  const float* const keys = source_keys_[layer].data_ptr<float>();
  const std::int64_t stride = source_keys_[layer].size(1);
  for (std::size_t i = first; i < prefixes_.size(); ++i) {
    const auto state = static_cast<std::size_t>(prefixes_[i].state);
    for (std::int64_t row = input_.offset()[state]; row < input_.offset()[state + 1]; ++row) {
      out.row.push_back(keys + row * stride);
    }
    out.offset.push_back(static_cast<std::int64_t>(out.row.size()));
  }
  return out;
}

}  // namespace ineq
