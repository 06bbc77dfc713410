# After find_package(ompl): OMPL as the target ompl::ompl. OMPL 1.6 and later define it; before, the package has variables only.
# Also installed, and used by gaplessConfig.cmake.
if(NOT TARGET ompl::ompl)
  add_library(ompl::ompl INTERFACE IMPORTED)
  target_include_directories(ompl::ompl SYSTEM INTERFACE ${OMPL_INCLUDE_DIRS})
  target_link_libraries(ompl::ompl INTERFACE ${OMPL_LIBRARIES})
endif()
