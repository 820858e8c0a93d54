# SPDX-License-Identifier: MIT
# Functions that build tests and register them with ctest.
include(GoogleTest)

# Paths that tests need: macros in C++ tests, environment variables in Python tests.
set(zermelo_test_environment
  ZERMELO_SOURCE_DIR=${PROJECT_SOURCE_DIR}
  ZERMELO_DATA_DIR=${PROJECT_SOURCE_DIR}/data
  ZERMELO_PROGRAM=${PROJECT_BINARY_DIR}/bin/zermelo)

# zermelo_add_test_executable(NAME FILES LIBRARIES...): adds a GoogleTest program without registering it with ctest.
function(zermelo_add_test_executable name files)
  add_executable(${name} ${files})
  target_link_libraries(${name} PRIVATE ${ARGN} nlohmann_json::nlohmann_json GTest::gtest_main zermelo_warnings)
  list(TRANSFORM zermelo_test_environment REPLACE "^([^=]+)=(.*)$" "\\1=\"\\2\"" OUTPUT_VARIABLE definitions)
  target_compile_definitions(${name} PRIVATE ${definitions})
  # Tests run for seconds, so compile time matters more. The program that end-to-end tests run is fully optimized.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/thread_sanitizer.cpp)
  endif()
endfunction()

# zermelo_share_test_headers(NAME): makes the test program of a game use a precompiled header that all of these programs
# share, which halves its compile time.
function(zermelo_share_test_headers name)
  if(NOT TARGET zermelo_game_test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/game_test_headers.cpp CONTENT "")
    zermelo_add_test_executable(zermelo_game_test_headers ${PROJECT_BINARY_DIR}/game_test_headers.cpp zermelo::testkit)
    target_precompile_headers(zermelo_game_test_headers PRIVATE
      <gtest/gtest.h> <nlohmann/json.hpp> <zermelo/testkit/catalog_game.hpp> <zermelo/testkit/conformance.hpp>)
  endif()
  target_precompile_headers(${name} REUSE_FROM zermelo_game_test_headers)
endfunction()

# zermelo_add_test_program(NAME FILES LIBRARIES...): adds a GoogleTest program and registers each TEST with ctest.
function(zermelo_add_test_program name files)
  zermelo_add_test_executable(${name} "${files}" ${ARGN})
  gtest_discover_tests(${name} TEST_PREFIX ${name}: DISCOVERY_MODE PRE_TEST)
endfunction()

# zermelo_add_layer_tests(NAME LIBRARIES...): adds the C++ tests, the Python tests and the files of cases in the folder
# test/ of a layer and its subfolders. The C++ tests may include headers of test/ and of the testkit. They are linked
# into one program, which takes less time than one program per file.
function(zermelo_add_layer_tests name)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS test/*_test.cpp)
  if(files)
    zermelo_add_test_program(${name}_test "${files}" zermelo::${name} zermelo::testkit ${ARGN})
    target_include_directories(${name}_test PRIVATE test)
    zermelo_compile_in_batches(${name}_test 6)
  endif()
  zermelo_add_python_tests(test/*_test.py)
  zermelo_add_python_tests(test/*.cases)
endfunction()

# Settings of Open MPI for tests: allow root, and more ranks than cores; do not bind ranks to cores; use only this
# machine. Waiting ranks yield the processor.
set(zermelo_mpirun_environment
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
  OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_pml=ob1
  OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_plm_rsh_agent=false)

# Python tests also need the Python package, the modules of the tools, and the modules that tests of the program share.
set(zermelo_python_test_environment
  ${zermelo_test_environment} PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
  PYTHONPATH=${PROJECT_BINARY_DIR}/python:${PROJECT_SOURCE_DIR}/scripts:${PROJECT_SOURCE_DIR}/framework/cli/test)
if(MPI_CXX_FOUND)
  list(APPEND zermelo_python_test_environment ${zermelo_mpirun_environment}
    ZERMELO_MPI_PROGRAM=${PROJECT_BINARY_DIR}/bin/zermelo-mpi ZERMELO_MPIRUN=${MPIEXEC_EXECUTABLE})
endif()

# zermelo_add_rank_tests(NAME FILES LIBRARIES...): adds a GoogleTest program for MPI. FILES contain a main() that
# initializes MPI. ctest runs the program on 1, 2, 3 and 4 ranks.
function(zermelo_add_rank_tests name files)
  zermelo_add_test_executable(${name} "${files}" ${ARGN})
  foreach(ranks RANGE 1 4)
    set(test ${name}:on_${ranks}_ranks)
    add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:${name}>)
    # The tests share Open MPI's session folder, so only one runs at a time. Each rank reserves a processor, since ranks
    # synchronize often, and all of them wait for a rank that has no processor.
    set_tests_properties(${test} PROPERTIES ENVIRONMENT "${zermelo_mpirun_environment}" RESOURCE_LOCK mpirun_sessions
      PROCESSORS ${ranks} TIMEOUT 600 COST ${ranks})
  endforeach()
endfunction()

# Modules outside the standard library that the Python tests import. Without them these tests are omitted.
set(zermelo_python_modules pytest h5py numpy matplotlib xarray netCDF4 h5netcdf mypy networkx)
string(CONCAT find_missing "import importlib.util, sys;"
  "print(' '.join(name for name in sys.argv[1:] if not importlib.util.find_spec(name)))")
execute_process(COMMAND ${ZERMELO_PYTHON} -c "${find_missing}" ${zermelo_python_modules}
  RESULT_VARIABLE zermelo_python_status OUTPUT_VARIABLE zermelo_python_missing
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT zermelo_python_status EQUAL 0)
  set(zermelo_python_missing "Python")
endif()
if(zermelo_python_missing)
  message(NOTICE
    "zermelo: ${ZERMELO_PYTHON} has no ${zermelo_python_missing}; the tests in Python are left out (ZERMELO_PYTHON)")
endif()

# Approximate run times of the longest Python tests in seconds. ctest starts the longest tests first, so that none of
# them runs alone at the end. Without these values it knows run times only after a first run.
set(zermelo_python_test_seconds
  games/published_test.py=35
  framework/distributed/test/zermelo_mpi_test.py=30
  framework/serve/test/browser/page_boards_test.py=25
  framework/cli/test/solves/explored_game_test.py=10
  framework/serve/test/browser/page_appearance_test.py=15
  framework/serve/test/browser/page_play_test.py=15
  framework/serve/test/browser/page_slow_test.py=15
  framework/distributed/test/verify_on_ranks_test.py=12
  framework/distributed/test/ranks.cases=12
  framework/distributed/test/long_solve_on_ranks_test.py=12
  framework/distributed/test/study_on_ranks_test.py=12
  framework/cli/test/cases/sets.cases=12
  framework/cli/test/solves/table_set_memory_test.py=12
  scripts/tests/plot_table_test.py=12
  framework/cli/test/hostile/exhausted_resources_test.py=10
  framework/cli/test/solves/key_set_test.py=10
  framework/cli/test/solves/graph_file_test.py=8
  framework/cli/test/cases/explored_sets.cases=8
  scripts/tests/surroundings_test.py=10
  framework/python/test/long_calls_test.py=9
  framework/cli/test/studies/saved_case_test.py=8)

# zermelo_add_python_tests(GLOB): registers each matching file, also in subfolders, as a test of ctest that runs pytest.
function(zermelo_add_python_tests pattern)
  if(zermelo_python_missing)
    return()
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${pattern})
  foreach(file IN LISTS files)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    add_test(NAME ${name} COMMAND ${ZERMELO_PYTHON} -m pytest -q -p no:cacheprovider ${file})
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "${zermelo_python_test_environment}")
    set(seconds ${zermelo_python_test_seconds})
    list(FILTER seconds INCLUDE REGEX "^${name}=")
    if(seconds)
      string(REGEX REPLACE ".*=" "" seconds "${seconds}")
      set_tests_properties(${name} PROPERTIES COST ${seconds})
    endif()
  endforeach()
endfunction()

# zermelo_usage_options(LIBRARY VARIABLE): stores the compiler options for including headers of LIBRARY in VARIABLE.
function(zermelo_usage_options library variable)
  set(folders "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>")
  set(${variable} ${CMAKE_CXX20_STANDARD_COMPILE_OPTION}
    "-I$<JOIN:$<REMOVE_DUPLICATES:${folders}>,;-I>"
    "$<$<BOOL:${definitions}>:-D$<JOIN:$<REMOVE_DUPLICATES:${definitions}>,;-D>>" PARENT_SCOPE)
endfunction()

# zermelo_add_rejection_tests(LIBRARY): adds a test that the compiler reports exactly one error for each source below
# test/must_not_compile/, whose message matches the source's line `// expect: REGULAR EXPRESSION`. To save time, all
# sources are checked as one, without generating code, so their declarations need distinct names.
function(zermelo_add_rejection_tests library)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
  zermelo_usage_options(${library} usage)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    list(APPEND flags -ferror-limit=0)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS test/must_not_compile/*.cpp)
  list(JOIN sources "\"\n#include \"" includes)
  set(all ${CMAKE_CURRENT_BINARY_DIR}/must_not_compile.cpp)
  file(CONFIGURE OUTPUT ${all} CONTENT "#include \"${includes}\"\n")
  add_test(NAME must_not_compile:${library}
    COMMAND ${CMAKE_COMMAND} "-Dcommand=${CMAKE_CXX_COMPILER};${flags};${usage};-fsyntax-only;${all}" "-Dsources=${sources}"
      -P ${PROJECT_SOURCE_DIR}/cmake/expect_rejection.cmake)
endfunction()

# zermelo_write_header_options(): writes a file for each layer with the compiler options for including its public
# headers, for scripts/check_headers.
function(zermelo_write_header_options)
  get_property(layers GLOBAL PROPERTY ZERMELO_LAYERS)
  set(warnings "$<TARGET_PROPERTY:zermelo_warnings,INTERFACE_COMPILE_OPTIONS>")
  foreach(layer IN LISTS layers)
    zermelo_usage_options(zermelo_${layer} options)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/header_check/${layer}
      CONTENT "\"$<JOIN:${options};${warnings},\"\n\">\"\n" TARGET zermelo_warnings)
  endforeach()
endfunction()
