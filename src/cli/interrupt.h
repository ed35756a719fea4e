#pragma once
// The first Ctrl-C asks the current work to end, so that partial results can be reported. The
// second one ends the program at once.

#include <atomic>

namespace ineq {

// Handles Ctrl-C from now on. The flag becomes true when it is pressed.
const std::atomic<bool>& catch_interrupt();

}  // namespace ineq
