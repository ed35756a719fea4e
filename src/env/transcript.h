#pragma once
// A transcript contains everything that a learner sees of an episode, as plain text that can be
// compared line by line: each state with its hashes, texts, token numbers and graphs, and each step
// with its outcome. tests/golden/ contains transcripts, so a change of any format is noticed.
//
// Step n is the nth action of the record, and state n is the state after it. Actions that are not
// steps of the episode, because they cannot be read or come after its end, are included.

#include <cstddef>
#include <string>

#include "axioms/axioms.h"
#include "env/episode.h"
#include "proof/record.h"

namespace ineq {

// Plays the actions of the record, valid or not, and appends the transcript. Uses `rules` even if
// the record names another rule set. Returns whether the theorem is proven. Throws Error if the
// theorem cannot be read.
bool append_transcript(const Record& record, RuleSet rules, std::size_t step_limit,
                       std::string& out);

}  // namespace ineq
