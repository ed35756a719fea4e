#pragma once
// The environment's speed: steps through a pool by view, batch and threads; legal actions, masks,
// save and undo.

namespace ineq {

void print_environment_tables();

}  // namespace ineq
