# What `cmake --install` gives to other projects: one static library, the engine's headers below <mikpoly/...>, and
# find_package(mikpoly) with the target mikpoly::mikpoly.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

add_library(mikpoly_package STATIC)
foreach(part core config backend cpu engine)
  target_sources(mikpoly_package PRIVATE $<TARGET_OBJECTS:mikpoly_${part}>)
endforeach()
set_target_properties(mikpoly_package PROPERTIES OUTPUT_NAME mikpoly EXPORT_NAME mikpoly LINKER_LANGUAGE CXX)
target_compile_features(mikpoly_package PUBLIC cxx_std_20)
target_include_directories(mikpoly_package INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# Headers use fmt; the rest is only linked. xxhash by its name, so that no path of this machine is installed.
target_link_libraries(mikpoly_package PUBLIC fmt::fmt PRIVATE ${yaml_cpp} xxhash Threads::Threads ${CMAKE_DL_LIBS})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/mikpoly)
configure_package_config_file(cmake/mikpoly-config.cmake.in ${PROJECT_BINARY_DIR}/mikpoly-config.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mikpoly-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS mikpoly_package EXPORT mikpoly-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT mikpoly-targets NAMESPACE mikpoly:: DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/mikpoly-config.cmake ${PROJECT_BINARY_DIR}/mikpoly-config-version.cmake
  DESTINATION ${package_folder})
install(CODE "set(SOURCE_DIR \"${PROJECT_SOURCE_DIR}\")\nset(INCLUDE_DIR \"${CMAKE_INSTALL_INCLUDEDIR}\")")
install(SCRIPT cmake/install_headers.cmake)
