# Most of the time of a small file's compilation goes into headers and what is made of their templates. CMake's unity builds would need all names of a program's
# tests to differ, and one main() in all that is joined. Here headers of all come first, then each file between a line before and one after it.

# gapless_join_sources(RESULT BEFORE AFTER SOURCES...): a file that holds the sources, with the lines BEFORE and AFTER around each one, where NAME is its name
# without .cpp.
function(gapless_join_sources result before after)
  list(GET ARGN 0 first)
  get_filename_component(first ${first} NAME_WE)
  set(headers "")
  set(bodies "")
  foreach(source ${ARGN})
    get_filename_component(path ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    # With the conditions that some are under.
    file(STRINGS ${path} directives REGEX "^#(include|if|ifdef|ifndef|elif|else|endif)")
    list(JOIN directives "\n" directives)
    string(APPEND headers "${directives}\n")
    string(REPLACE NAME ${name} start "${before}")
    string(APPEND bodies "${start}\n#include \"${path}\"\n${after}\n")
  endforeach()
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/joined/${first}_and_more.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "${headers}${bodies}" @ONLY)
  set_source_files_properties(${unit} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${result} ${unit} PARENT_SCOPE)
endfunction()

# gapless_join_tests(RESULT SOURCES...): the sources, of which those named test_*.cpp are joined. Each is in a namespace of its own, so a file of that name
# defines nothing that another one declares.
function(gapless_join_tests result)
  set(tests ${ARGN})
  list(FILTER tests INCLUDE REGEX "(^|/)test_[^/]*[.]cpp$")
  list(LENGTH tests count)
  if(count LESS 2)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(sources ${ARGN})
  list(REMOVE_ITEM sources ${tests})
  gapless_join_sources(joined "namespace of_NAME {" "}" ${tests})
  set(${result} ${sources} ${joined} PARENT_SCOPE)
endfunction()

# gapless_join_programs(LIBRARY PROGRAMS...): programs of one source each, PROGRAM.cpp, that become a library: of each is left main(). All other names in them differ.
function(gapless_join_programs library)
  set(sources ${ARGN})
  list(TRANSFORM sources APPEND .cpp)
  gapless_join_sources(joined "#define main mainOf_NAME" "#undef main" ${sources})
  add_library(${library} STATIC ${joined})
  foreach(program ${ARGN})
    set(main ${CMAKE_CURRENT_BINARY_DIR}/joined/main_of_${program}.cpp)
    file(CONFIGURE OUTPUT ${main} CONTENT
      "int mainOf_${program}(int, char**);\n\nint main(int argc, char** argv)\n{\n    return mainOf_${program}(argc, argv);\n}\n")
    add_executable(${program} ${main})
    target_link_libraries(${program} PRIVATE ${library})
  endforeach()
endfunction()
