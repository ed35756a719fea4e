#pragma once
// INT's seq2seq files: NAME.src has an observation a line and NAME.tgt the action that the proof
// takes there. A source that was there before is left out with its target, so that a model is
// never taught two answers. (The original also shuffles the lines, which readers of such files do
// themselves.)
//
// For fairseq every character is a token, a blank <space>, and the end of a line a token as well,
// with blanks between all of them: a line ends with a blank, and each but the first begins with
// one. NAME.vocab.txt has <pad>, <eos>, <unk> and then the characters, the most frequent first;
// the empty line among them is the end of a line.

#include <cstdint>
#include <memory>
#include <string>

#include "generate/dataset_files.h"

namespace ineq {

// The bytes of the two files that an earlier run has written.
struct Seq2SeqSizes {
  std::uint64_t source = 0, target = 0;
};

// Takes lines `source TAB target`.
std::unique_ptr<DatasetFiles> open_seq2seq(const std::string& name, bool fairseq,
                                           const Seq2SeqSizes& sizes);

}  // namespace ineq
