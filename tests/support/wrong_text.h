#pragma once
// Texts that are wrong: noise, and good ones with a few edits.

#include <string>

#include "base/rng.h"

namespace ineq {

std::string noise(Rng& rng);
std::string damaged(Rng& rng, std::string text);  // up to three edits, also none

}  // namespace ineq
