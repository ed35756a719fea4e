#pragma once
// The first Ctrl-C asks the current work to end, so that partial results can be reported. The
// second one ends the program at once. Other signals can be treated in the same way.

#include <atomic>
#include <csignal>
#include <initializer_list>

namespace ineq {

// Handles these signals from now on. The flag becomes true when one arrives.
const std::atomic<bool>& catch_interrupt(std::initializer_list<int> signals = {SIGINT});

}  // namespace ineq
