# What proofs that are kept on disk were made by: a digest of all files of the layers that they rest on, of what says how these are compiled, and
# of the compiler. An edit makes another one, so that nobody has to remember that a mended proof ends what was proven before.
#
# As a script (LIST: a file of paths relative to ROOT, FLAGS, OUTPUT) this writes that header.
set(gapless_proof_layers core geometry kinematics collision)

if(CMAKE_SCRIPT_MODE_FILE)
  file(STRINGS ${LIST} files)
  set(all "${FLAGS}\n")
  foreach(file IN LISTS files)
    file(SHA256 "${ROOT}/${file}" digest)
    string(APPEND all "${file} ${digest}\n")
  endforeach()
  string(SHA256 digest "${all}")
  file(WRITE ${OUTPUT} "// Generated.\n#pragma once\n\nnamespace gapless {\ninline constexpr char kSourceDigest[] = \"${digest}\";\n}\n")
  return()
endif()

# gapless_source_digest(TARGET ROOT): TARGET, made of the sources below ROOT, can include "core/source_digest.h".
function(gapless_source_digest target root)
  set(files CMakeLists.txt cmake/GaplessSourceDigest.cmake)
  foreach(layer IN LISTS gapless_proof_layers)
    foreach(folder src/${layer} include/gapless/${layer})
      # Brackets in a path would be a pattern.
      string(REGEX REPLACE "([][*?])" "[\\1]" pattern "${root}/${folder}")
      file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${root} "${pattern}/*")
      if(NOT found)
        message(FATAL_ERROR "gapless: no files in ${root}/${folder}, of which proofs that are kept have to have a digest")
      endif()
      list(APPEND files ${found})
    endforeach()
  endforeach()
  list(SORT files)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  # What is compared is when files were changed: a file that is gone, or came with its old time, only shows in their list.
  list(JOIN files "\n" lines)
  file(CONFIGURE OUTPUT ${generated}/sources.txt CONTENT "${lines}\n" @ONLY)
  set(absolute ${files})
  list(TRANSFORM absolute PREPEND ${root}/)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  set(command ${CMAKE_COMMAND} -DROOT=${root} -DLIST=${generated}/sources.txt "-DFLAGS=${flags}"
    -DOUTPUT=${generated}/core/source_digest.h -P ${root}/cmake/GaplessSourceDigest.cmake)
  # What reads sources without building them, such as clang-tidy, finds one too.
  if(NOT EXISTS ${generated}/core/source_digest.h)
    execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  add_custom_command(OUTPUT ${generated}/core/source_digest.h
    COMMAND ${command}
    DEPENDS ${absolute} ${generated}/sources.txt
    VERBATIM)
  target_sources(${target} PRIVATE ${generated}/core/source_digest.h)
  target_include_directories(${target} PRIVATE ${generated})
endfunction()
