# What proofs that are kept on disk were made by: a digest of the sources of all layers that they rest on. An edit makes another one, so that
# nobody has to remember that a mended proof ends what was proven before. As a script it writes that header.
set(gapless_proof_layers core geometry kinematics collision)

if(CMAKE_SCRIPT_MODE_FILE)
  set(all "")
  foreach(layer IN LISTS gapless_proof_layers)
    file(GLOB_RECURSE files RELATIVE ${ROOT}
      ${ROOT}/src/${layer}/*.cpp ${ROOT}/src/${layer}/*.h ${ROOT}/include/gapless/${layer}/*.h)
    list(SORT files)
    foreach(file IN LISTS files)
      file(SHA256 ${ROOT}/${file} digest)
      string(APPEND all "${file} ${digest}\n")
    endforeach()
  endforeach()
  string(SHA256 digest "${all}")
  file(WRITE ${OUTPUT} "// Generated.\n#pragma once\n\nnamespace gapless {\ninline constexpr char kSourceDigest[] = \"${digest}\";\n}\n")
  return()
endif()

# gapless_source_digest(TARGET): TARGET can include "core/source_digest.h".
function(gapless_source_digest target)
  set(folder ${PROJECT_BINARY_DIR}/generated)
  set(files "")
  foreach(layer IN LISTS gapless_proof_layers)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${layer}/*.cpp ${PROJECT_SOURCE_DIR}/src/${layer}/*.h
      ${PROJECT_SOURCE_DIR}/include/gapless/${layer}/*.h)
    list(APPEND files ${found})
  endforeach()
  set(script ${PROJECT_SOURCE_DIR}/cmake/GaplessSourceDigest.cmake)
  add_custom_command(OUTPUT ${folder}/core/source_digest.h
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DOUTPUT=${folder}/core/source_digest.h -P ${script}
    DEPENDS ${files} ${script}
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/core/source_digest.h)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
