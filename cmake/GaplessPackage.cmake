# cmake --build BUILD --target package: Debian packages of what is installed. Without a Debian system, an archive.
# gapless is what is run and read, libgapless-dev what is built with; that depends on what find_package(gapless) looks for, too.
set(CPACK_PACKAGE_VENDOR "The gapless authors")
set(CPACK_PACKAGE_CONTACT "The gapless authors <gapless@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exact motion validation and planning for OMPL")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_VERBATIM_VARIABLES TRUE)

find_program(GAPLESS_DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(GAPLESS_FILE_COMMAND file)
mark_as_advanced(GAPLESS_DPKG_SHLIBDEPS GAPLESS_FILE_COMMAND)
if(NOT GAPLESS_DPKG_SHLIBDEPS OR NOT GAPLESS_FILE_COMMAND)
  message(STATUS "No dpkg-shlibdeps or no file command: the target package makes an archive, no Debian package")
  set(CPACK_GENERATOR TGZ)
  include(CPack)
  return()
endif()

set(gapless_dev_packages libompl-dev libeigen3-dev libboost-dev libboost-filesystem-dev libboost-serialization-dev
  libboost-system-dev)
if(GAPLESS_IS_STATIC)
  list(APPEND gapless_dev_packages libfcl-dev liburdfdom-dev liburdfdom-headers-dev
    libconsole-bridge-dev libtinyxml2-dev libyaml-cpp-dev nlohmann-json3-dev libspdlog-dev libsodium-dev libhwy-dev zlib1g-dev)
  if(TARGET gapless_gl)
    set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "libglfw3-dev, libglew-dev, libgl-dev")  # of the component gl
  endif()
endif()
if(NOT GAPLESS_IS_STATIC)
  list(APPEND gapless_dev_packages "gapless (= ${PROJECT_VERSION})")  # the library itself
endif()
list(JOIN gapless_dev_packages ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)

set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL TRUE)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL runtime dev)
if(TARGET gapless_roadmap_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME gapless-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS TRUE)
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "mpi-default-bin")
  if(NOT GAPLESS_IS_STATIC)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "gapless (= ${PROJECT_VERSION})")  # the library, where dpkg-shlibdeps does not look
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
  endif()
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME gapless)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libgapless-dev)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS TRUE)
# The scripts' interpreter, and what plot_benchmark draws with.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "python3, python3-matplotlib, bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
if(NOT GAPLESS_IS_STATIC)
  # The loader's cache is renewed by a trigger.
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS TRUE)
  file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
endif()
set(CPACK_COMPONENT_DEV_DESCRIPTION
"Headers, library and CMake package of gapless: motion validators, planners and
path certification for OMPL whose answer that a motion is free is a proof.")
set(CPACK_COMPONENT_MPI_DESCRIPTION
"The command gapless-roadmap: roadmaps of gapless, built by the processes that
mpirun starts on many machines.")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"A robot motion is free only if that is proven for all of it, and not just at
samples: motion validators, planners and path certification for OMPL, and the
command gapless for problem files, benchmarks and conversion of scenes.")
# Debian wants the licence and the change log under names of its own.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_documents.cmake)
include(CPack)
