#pragma once
// What the transformer has to say about states: texts, character by character.
//
// The keys and values of the last character of each prefix are remembered. The text of a prefix is
// that of its ancestors, so prefixes that begin alike share theirs and nothing is ever copied.
// Nothing is forgotten either: a prefix takes 8 bytes per layer and number of the width. All this
// is in main memory; a network on another device brings its keys there and asks there.

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

#include "agents/network.h"
#include "agents/text_input.h"
#include "networks/transformer.h"

namespace ineq {

class TextAnswers : public Answers {
 public:
  // Both must outlive the answers.
  TextAnswers(const Transformer& network, const TextInput& input);

  std::span<const float> steps_left() const override { return steps_left_; }
  // A search may ask for values alone, so the decoder does nothing before one of these is called.
  const Choices& first() override;
  const Choices& extend(std::span<const Extension> extensions) override;

 private:
  struct Prefix {
    std::int32_t parent;  // or -1
    std::int32_t state;
    std::int32_t length;
  };
  // Pointers to rows of keys and values, and where those of each query begin.
  struct Rows {
    std::vector<const float*> row;
    Offsets offset = {0};
  };

  void begin();
  void write(const Tokens& text, Choices& out);
  void remember(std::size_t layer, const at::Tensor& kv);
  Rows text_rows(std::size_t layer, std::size_t first) const;
  Rows source_rows(std::size_t layer, std::size_t first) const;

  const Transformer& network_;
  const TextInput& input_;
  ForwardPass no_dropout_;
  at::Tensor encoded_;  // [n, d]
  std::vector<float> steps_left_;
  std::vector<at::Tensor> source_keys_;  // of each layer: [n, 2 d]
  std::vector<Prefix> prefixes_;
  std::vector<std::vector<const float*>> keys_;  // of each layer: the row of each prefix
  std::vector<at::Tensor> owners_;               // of these rows
  Choices first_, next_;
};

}  // namespace ineq
