# After find_package(ompl): OMPL as the target ompl::ompl. OMPL 1.6 and later define it; before, the package has variables only.
# Also installed, and used by gaplessConfig.cmake.
if(NOT TARGET ompl::ompl)
  add_library(ompl::ompl INTERFACE IMPORTED)
  # Ubuntu's names folders of packages that its OMPL was built with and does not depend on.
  foreach(directory IN LISTS OMPL_INCLUDE_DIRS)
    if(EXISTS "${directory}")
      target_include_directories(ompl::ompl SYSTEM INTERFACE "${directory}")
    endif()
  endforeach()
  target_link_libraries(ompl::ompl INTERFACE ${OMPL_LIBRARIES})
endif()
