# Precompiles headers of other libraries: reading them is most of what compiling a small file costs. None of ours is among them, so
# that an edit compiles no more files than it would without.
option(GAPLESS_PCH "Precompile the headers of other libraries" ON)

# ccache hashes what a precompiled header holds, and must be told to trust that.
if(GAPLESS_PCH AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "^[^;]*ccache$")
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# gapless_precompile(TARGET HEADERS...): for TARGET the common headers and these.
# Not for headers that cost where they are not used: CLI11 (4 s of static objects), nlohmann::json (half a second).
function(gapless_precompile target)
  if(GAPLESS_PCH)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <cmath> <cstdint> <filesystem> <functional> <iostream> <limits> <map> <memory> <optional> <set> <sstream> <string>
      <utility> <vector> <Eigen/Geometry> <ompl/base/SpaceInformation.h> <ompl/geometric/PathGeometric.h> ${ARGN})
  endif()
endfunction()

# gapless_reuse_precompiled(TARGET OTHER): TARGET takes OTHER's, which must be compiled with the same options and no definition that
# TARGET lacks (GCC's -Winvalid-pch tells).
function(gapless_reuse_precompiled target other)
  if(GAPLESS_PCH)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
