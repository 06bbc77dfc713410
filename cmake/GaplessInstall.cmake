# Installs the library with its headers and the package that find_package(gapless) reads.
include(CMakePackageConfigHelpers)
set(GAPLESS_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/gapless)

install(TARGETS gapless EXPORT gaplessTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/gapless DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT gaplessTargets NAMESPACE gapless:: DESTINATION ${GAPLESS_PACKAGE_DIR})

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
  DESTINATION ${GAPLESS_PACKAGE_DIR})
install(FILES config/planner_configs.yaml DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless/config)
install(FILES package.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/gapless)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

# The installed command finds an installed shared library next to it, wherever the prefix is moved.
if(TARGET gapless_cli AND NOT GAPLESS_IS_STATIC)
  file(RELATIVE_PATH library_folder ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(gapless_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${library_folder}")
endif()
