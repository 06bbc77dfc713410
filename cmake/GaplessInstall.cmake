# Installs the library with its headers and the package that find_package(gapless) reads.
include(CMakePackageConfigHelpers)
set(GAPLESS_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/gapless)

install(TARGETS gapless EXPORT gaplessTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT dev
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/gapless DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev FILES_MATCHING PATTERN "*.h")
install(EXPORT gaplessTargets NAMESPACE gapless:: DESTINATION ${GAPLESS_PACKAGE_DIR} COMPONENT dev)

if(TARGET gapless_gl)
  install(TARGETS gapless_gl EXPORT gaplessGlTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT dev)
  install(EXPORT gaplessGlTargets NAMESPACE gapless:: DESTINATION ${GAPLESS_PACKAGE_DIR} COMPONENT dev)
endif()

get_target_property(gapless_type gapless TYPE)
if(gapless_type STREQUAL STATIC_LIBRARY)
  set(GAPLESS_IS_STATIC TRUE)
else()
  set(GAPLESS_IS_STATIC FALSE)
endif()
configure_package_config_file(cmake/gaplessConfig.cmake.in ${PROJECT_BINARY_DIR}/gaplessConfig.cmake
  INSTALL_DESTINATION ${GAPLESS_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gaplessConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/gaplessConfig.cmake
  ${PROJECT_BINARY_DIR}/gaplessConfigVersion.cmake
  cmake/GaplessOmplTarget.cmake
  cmake/GaplessSodium.cmake
  DESTINATION ${GAPLESS_PACKAGE_DIR} COMPONENT dev)
install(FILES package.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.jpg")

# What benchmarks are made with lies as in the repository, so that the configurations find the scenes once they are made.
install(DIRECTORY config DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless FILES_MATCHING PATTERN "*.yaml" PATTERN "*.cfg")
install(PROGRAMS scripts/generate_scenes scripts/plot_benchmark DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless/scripts)
install(DIRECTORY scripts/scene_generator DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless/scripts FILES_MATCHING PATTERN "*.py")
install(FILES scripts/benchmarks/__init__.py scripts/benchmarks/benchmark_plots.py scripts/benchmarks/command.py
  scripts/benchmarks/ompl_results.py DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless/scripts/benchmarks)

# The installed commands find an installed shared library next to them, wherever the prefix is moved.
if(NOT GAPLESS_IS_STATIC)
  file(RELATIVE_PATH library_folder ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  foreach(command gapless_cli gapless_roadmap_mpi)
    if(TARGET ${command})
      set_target_properties(${command} PROPERTIES INSTALL_RPATH "$ORIGIN/${library_folder}")
    endif()
  endforeach()
endif()
