# SPDX-License-Identifier: MIT
# The installed package, for find_package(zermelo).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo)
configure_package_config_file(cmake/zermelo-config.cmake.in zermelo-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(zermelo-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/zermelo-config.cmake ${PROJECT_BINARY_DIR}/zermelo-config-version.cmake
  DESTINATION ${package_dir})
install(EXPORT zermelo-targets NAMESPACE zermelo:: DESTINATION ${package_dir})

# What writes a project with a game on the package; and the documentation with the games that it looks at, beside each
# other as here. What its pages say of the rest, such as data and experiments, is not installed.
set(data_dir ${CMAKE_INSTALL_DATADIR}/zermelo)
install(PROGRAMS scripts/new_game DESTINATION ${data_dir})
install(DIRECTORY scripts/new_game_template DESTINATION ${data_dir})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${data_dir})
install(DIRECTORY framework/docs DESTINATION ${data_dir}/framework PATTERN "*_test.py" EXCLUDE)
install(DIRECTORY games DESTINATION ${data_dir} FILES_MATCHING PATTERN "*.md" PATTERN "*.[ch]pp")
