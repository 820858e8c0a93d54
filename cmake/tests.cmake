# SPDX-License-Identifier: MIT
# How tests are built and registered.
include(GoogleTest)

# What a test may want to know of its surroundings, as macros in C++ and as environment variables in Python.
set(zermelo_test_environment
  ZERMELO_SOURCE_DIR=${PROJECT_SOURCE_DIR}
  ZERMELO_DATA_DIR=${PROJECT_SOURCE_DIR}/data
  ZERMELO_PROGRAM=${PROJECT_BINARY_DIR}/bin/zermelo)

# zermelo_add_test_executable(NAME FILES LIBRARIES...): one GoogleTest program, of which ctest knows nothing.
function(zermelo_add_test_executable name files)
  add_executable(${name} ${files})
  target_link_libraries(${name} PRIVATE ${ARGN} nlohmann_json::nlohmann_json GTest::gtest_main zermelo_warnings)
  list(TRANSFORM zermelo_test_environment REPLACE "^([^=]+)=(.*)$" "\\1=\"\\2\"" OUTPUT_VARIABLE definitions)
  target_compile_definitions(${name} PRIVATE ${definitions})
  # Tests are compiled once and run for seconds. The program that the other tests run is what users have.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/thread_sanitizer.cpp)
  endif()
endfunction()

# zermelo_share_test_headers(NAME): the test program of a game, which reads the headers that all of them include as they were
# compiled once: half of what compiling one takes.
function(zermelo_share_test_headers name)
  if(NOT TARGET zermelo_game_test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/game_test_headers.cpp CONTENT "")
    zermelo_add_test_executable(zermelo_game_test_headers ${PROJECT_BINARY_DIR}/game_test_headers.cpp zermelo::testkit)
    target_precompile_headers(zermelo_game_test_headers PRIVATE
      <gtest/gtest.h> <nlohmann/json.hpp> <zermelo/testkit/catalog_game.hpp> <zermelo/testkit/conformance.hpp>)
  endif()
  target_precompile_headers(${name} REUSE_FROM zermelo_game_test_headers)
endfunction()

# zermelo_add_test_program(NAME FILES LIBRARIES...): the same; every TEST is a test of ctest.
function(zermelo_add_test_program name files)
  zermelo_add_test_executable(${name} "${files}" ${ARGN})
  gtest_discover_tests(${name} TEST_PREFIX ${name}: DISCOVERY_MODE PRE_TEST)
endfunction()

# zermelo_add_layer_tests(NAME LIBRARIES...): the tests in C++ and Python and the files of cases in the test/ folder of a layer
# and in folders below it. Those in C++ see the headers of test/ and of the testkit, and are linked into one program, which
# costs one link instead of one per file.
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

# How the ranks of a test are started: also by root, on more ranks than there are cores, bound to none, and within this
# machine. They take turns where they wait.
set(zermelo_mpirun_environment
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
  OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_pml=ob1
  OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_plm_rsh_agent=false)

# What a test in Python needs beside that: the package, modules of the tools, and what tests of the command line share.
set(zermelo_python_test_environment
  ${zermelo_test_environment} PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
  PYTHONPATH=${PROJECT_BINARY_DIR}/python:${PROJECT_SOURCE_DIR}/scripts:${PROJECT_SOURCE_DIR}/framework/cli/test)
if(MPI_CXX_FOUND)
  list(APPEND zermelo_python_test_environment ${zermelo_mpirun_environment}
    ZERMELO_MPI_PROGRAM=${PROJECT_BINARY_DIR}/bin/zermelo-mpi ZERMELO_MPIRUN=${MPIEXEC_EXECUTABLE})
endif()

# zermelo_add_rank_tests(NAME FILES LIBRARIES...): the same with a main() of its own, which begins MPI; ctest starts it on
# 1, 2, 3 and 4 ranks.
function(zermelo_add_rank_tests name files)
  zermelo_add_test_executable(${name} "${files}" ${ARGN})
  foreach(ranks RANGE 1 4)
    set(test ${name}:on_${ranks}_ranks)
    add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:${name}>)
    # They share a folder of Open MPI's sessions. Each rank counts as one processor, so that no other test runs beside:
    # ranks meet in many short rounds, and a rank that waits for a processor holds up all.
    set_tests_properties(${test} PROPERTIES ENVIRONMENT "${zermelo_mpirun_environment}" RESOURCE_LOCK mpirun_sessions
      PROCESSORS ${ranks} TIMEOUT 600 COST ${ranks})
  endforeach()
endfunction()

# Optional: what the tests in Python import beside Python's own modules.
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

# About how many seconds the longest of them take. ctest begins with these, also where it has not run before and so knows no
# other costs: one that is begun last would be waited for alone.
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

# zermelo_add_python_tests(GLOB): one test of ctest per file, run by pytest; also of files in folders below.
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

# zermelo_usage_options(LIBRARY VARIABLE): options of a compiler that reads headers of this library, as a list.
function(zermelo_usage_options library variable)
  set(folders "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>")
  set(${variable} ${CMAKE_CXX20_STANDARD_COMPILE_OPTION}
    "-I$<JOIN:$<REMOVE_DUPLICATES:${folders}>,;-I>"
    "$<$<BOOL:${definitions}>:-D$<JOIN:$<REMOVE_DUPLICATES:${definitions}>,;-D>>" PARENT_SCOPE)
endfunction()

# zermelo_add_rejection_tests(LIBRARY): the compiler has to refuse each source below test/must_not_compile/, with the message
# that its line `// expect: REGULAR EXPRESSION` asks for, and with one error alone. The compiler only reads the sources, all
# of them as one, which takes as long as reading three; so what they declare has names that differ.
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

# zermelo_write_header_options(): for each layer what the compiler is called with to read one of its public headers, for
# scripts/check_headers.
function(zermelo_write_header_options)
  get_property(layers GLOBAL PROPERTY ZERMELO_LAYERS)
  set(warnings "$<TARGET_PROPERTY:zermelo_warnings,INTERFACE_COMPILE_OPTIONS>")
  foreach(layer IN LISTS layers)
    zermelo_usage_options(zermelo_${layer} options)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/header_check/${layer}
      CONTENT "\"$<JOIN:${options};${warnings},\"\n\">\"\n" TARGET zermelo_warnings)
  endforeach()
endfunction()
