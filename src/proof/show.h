#pragma once
// A proof for a person to read: the theorem, each action and what is left to prove after it, as
// plain text or as LaTeX (after the paper's Appendix I).

#include <string>
#include <string_view>

#include "proof/history.h"

namespace ineq {

std::string show_proof(Bank& bank, const History& history, std::string_view title);
std::string latex_proof(Bank& bank, const History& history);

}  // namespace ineq
