# SPDX-License-Identifier: MIT
# Installs the package for find_package(zermelo), the tools and the documentation.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo)
get_property(layers GLOBAL PROPERTY ZERMELO_LAYERS)
configure_package_config_file(cmake/zermelo-config.cmake.in zermelo-config.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(zermelo-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/zermelo-config.cmake ${PROJECT_BINARY_DIR}/zermelo-config-version.cmake
  DESTINATION ${package_dir})
add_custom_target(zermelo_installed DEPENDS zermelo)  # builds everything that is installed
foreach(layer IN LISTS layers)
  install(EXPORT zermelo-${layer} NAMESPACE zermelo:: DESTINATION ${package_dir})
  add_dependencies(zermelo_installed zermelo_${layer})
endforeach()
foreach(target zermelo-mpi zermelo_python)
  if(TARGET ${target})
    add_dependencies(zermelo_installed ${target})
  endif()
endforeach()

# new_game with its template, the tools, and the documentation with the games that it refers to, in the same relative
# folders as in the repository. Other files that the pages refer to, such as data and experiments, are not installed.
set(data_dir ${CMAKE_INSTALL_DATADIR}/zermelo)
install(PROGRAMS scripts/new_game DESTINATION ${data_dir})
install(PROGRAMS scripts/check_strategy.py scripts/games_table.py scripts/plot_experiment.py scripts/plot_growth.py
  scripts/plot_table.py DESTINATION ${data_dir}/scripts)
install(DIRECTORY scripts/modules DESTINATION ${data_dir}/scripts PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY scripts/new_game_template DESTINATION ${data_dir})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${data_dir})
install(DIRECTORY framework/docs DESTINATION ${data_dir}/framework PATTERN "*_test.py" EXCLUDE
  PATTERN "run_page.py" EXCLUDE PATTERN "console.py" EXCLUDE)
install(DIRECTORY games DESTINATION ${data_dir} FILES_MATCHING PATTERN "*.md" PATTERN "*.[ch]pp")

# The package bash-completion loads completions from this folder.
install(FILES framework/cli/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME zermelo)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
if(PROJECT_IS_TOP_LEVEL)
  include(cmake/debian_package.cmake)
endif()
