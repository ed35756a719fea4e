#include "support/repository.h"

namespace ineq {

std::string in_repository(std::string_view path) { return INEQ_SOURCE_DIR "/" + std::string(path); }

}  // namespace ineq
