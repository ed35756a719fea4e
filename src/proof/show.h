#pragma once
// Prints a proof for a human reader: the theorem, each action and the goals that are left after it,
// as plain text or as LaTeX (as in the paper's Appendix I). The output is not meant to be parsed.

#include <string>
#include <string_view>

#include "proof/history.h"
#include "proof/record.h"

namespace ineq {

std::string show_proof(Bank& bank, const History& history, std::string_view title);
// The proof of a record, up to the first step that is not valid. Throws Error if the theorem cannot
// be read.
std::string show_record(const Rules& rules, const Record& record);
std::string latex_proof(Bank& bank, const History& history);

}  // namespace ineq
