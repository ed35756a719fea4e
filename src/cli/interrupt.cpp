#include "cli/interrupt.h"

namespace ineq {
namespace {

// A global, because a signal handler takes no argument.
std::atomic<bool> pressed = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& catch_interrupt(std::initializer_list<int> signals) {
  struct sigaction action {};
  action.sa_handler = [](int) { pressed = true; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : signals) sigaction(signal, &action, nullptr);
  return pressed;
}

}  // namespace ineq
