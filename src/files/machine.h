#pragma once
// The machine and the build that a result comes from, for reports and manifests. Speed and the last
// bits of floating-point sums depend on them. Neither the name of the host nor that of the user is
// included.

#include <nlohmann/json.hpp>

namespace ineq {

// An object with these members. What cannot be found out is "unknown", or null for a number.
//   cpu         model of the processor
//   threads     number of hardware threads
//   memory      size of the main memory in bytes
//   kernel      name, release and architecture, as in uname
//   system      distribution of the operating system
//   compiler    name and version
//   flags       flags of the compiler that belong to the build type or were given by the user
//   build_type  CMake's, such as Release
//   version     of this project
//   commit      of this project's repository, with -dirty if files differed from it. This is as of
//               the last run of CMake, which a commit causes, but an edit does not.
//   blas        list of the files of BLAS libraries that this process has loaded so far
nlohmann::ordered_json describe_machine();

}  // namespace ineq
