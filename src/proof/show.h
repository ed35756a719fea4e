#pragma once
// Prints a proof for a human reader: the theorem, each action and the goals that are left after it,
// as plain text or as LaTeX (as in the paper's Appendix I). The output is not meant to be parsed.

#include <string>
#include <string_view>

#include "proof/history.h"

namespace ineq {

std::string show_proof(Bank& bank, const History& history, std::string_view title);
std::string latex_proof(Bank& bank, const History& history);

}  // namespace ineq
