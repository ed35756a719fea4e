#pragma once
// Makes wrong texts: noise, and valid texts with a few edits.

#include <string>

#include "base/rng.h"

namespace ineq {

std::string noise(Rng& rng);
std::string damaged(Rng& rng, std::string text);  // at most three edits, possibly none

}  // namespace ineq
