# libsodium, whose own package has no CMake part, as the target gapless::sodium. Also installed, and used by gaplessConfig.cmake.
if(NOT TARGET gapless::sodium)
  find_path(SODIUM_INCLUDE_DIR sodium.h)
  find_library(SODIUM_LIBRARY sodium)
  mark_as_advanced(SODIUM_INCLUDE_DIR SODIUM_LIBRARY)
  if(NOT SODIUM_INCLUDE_DIR OR NOT SODIUM_LIBRARY)
    message(FATAL_ERROR "libsodium was not found; Debian's package is libsodium-dev. Elsewhere, set SODIUM_INCLUDE_DIR and SODIUM_LIBRARY")
  endif()
  add_library(gapless::sodium UNKNOWN IMPORTED)
  set_target_properties(gapless::sodium PROPERTIES
    IMPORTED_LOCATION "${SODIUM_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${SODIUM_INCLUDE_DIR}")
endif()
