#pragma once
// Ctrl-C asks the work at hand to end, so that what was reached can be said; a second one ends the
// program at once.

#include <atomic>

namespace ineq {

// From now on. The flag is set when it was pressed.
const std::atomic<bool>& catch_interrupt();

}  // namespace ineq
