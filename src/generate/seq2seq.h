#pragma once
// INT's seq2seq files: NAME.src has one observation per line, and the same line of NAME.tgt has the
// action that the proof takes there. If a source occurs again, it is omitted together with its
// target, so that a model is never trained on two answers. (The original also shuffles the lines.
// Programs that read such files do that themselves.)
//
// For fairseq, every character is a token, a blank is the token <space>, and the end of a line is a
// token as well. Tokens are separated by blanks, so a line ends with a blank, and each line but the
// first begins with one. NAME.vocab.txt has <pad>, <eos>, <unk> and then the characters, the most
// frequent first; the empty line among them stands for the end of a line.

#include <cstdint>
#include <memory>
#include <string>

#include "generate/dataset_files.h"

namespace ineq {

// The sizes in bytes of the two files that an earlier run has left; zeros for new files.
struct Seq2SeqSizes {
  std::uint64_t source = 0, target = 0;
};

// The result takes lines of the form `source TAB target`.
std::unique_ptr<DatasetFiles> open_seq2seq(const std::string& name, bool fairseq,
                                           const Seq2SeqSizes& sizes);

}  // namespace ineq
