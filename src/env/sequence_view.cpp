#include "env/sequence_view.h"

#include "base/error.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"

namespace ineq {

SequenceBatch::SequenceBatch(Sequence kind)
    : kind_(kind),
      vocabulary_(std::make_shared<const Vocabulary>(
          kind == Sequence::kPointer ? Vocabulary::pointer() : Vocabulary::character())) {}

void SequenceBatch::clear() {
  token.clear();
  offset.assign(1, 0);
}

void SequenceBatch::add(const Bank& bank, const State& state) {
  text_.clear();
  if (kind_ == Sequence::kPointer) {
    print_pointer_state(bank, state, text_);
  } else {
    print_observation(bank, state, text_);
  }
  INEQ_CHECK(vocabulary_->encode(text_, token));
  offset.push_back(static_cast<std::int64_t>(token.size()));
}

void SequenceBatch::append(const SequenceBatch& other) {
  const std::int64_t before = offset.back();
  token.insert(token.end(), other.token.begin(), other.token.end());
  for (std::size_t i = 1; i < other.offset.size(); ++i) offset.push_back(before + other.offset[i]);
}

}  // namespace ineq
