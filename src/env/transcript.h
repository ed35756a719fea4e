#pragma once
// An episode written down: everything that a learner sees of it, as plain text that can be compared
// line by line. Each state is there with its hashes, texts, token numbers and graphs, each step
// with what it came to. tests/golden/ holds such texts; a change of any format shows in them.
//
// Step n is the nth action of the record, and state n is what it leaves. An action that is not a
// step of the episode, as it cannot be read or comes after the end, has its place too.

#include <cstddef>
#include <string>

#include "axioms/axioms.h"
#include "env/episode.h"
#include "proof/record.h"

namespace ineq {

// Plays the record's actions, whatever they are, under these rules, whatever the record says, and
// appends the transcript. True if the theorem was proven. Throws Error where the theorem cannot be
// read.
bool append_transcript(const Record& record, RuleSet rules, std::size_t step_limit,
                       std::string& out);

}  // namespace ineq
