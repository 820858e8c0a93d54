# SPDX-License-Identifier: MIT
# Finds the libraries that Zermelo uses; nothing is downloaded. cmake/zermelo-config.cmake.in finds the same libraries
# for a project that links an installed layer.
find_package(Boost 1.81 REQUIRED CONFIG)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)

# Found by pkg-config, since CMake's module for HDF5 needs a C compiler and also lists the dependencies of HDF5.
find_package(PkgConfig REQUIRED)
pkg_search_module(hdf5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)

# Optional: GoogleTest, for the testkit, which is built even without Zermelo's tests, and for these tests.
find_package(GTest QUIET)
if(NOT GTest_FOUND)
  message(NOTICE "zermelo: GoogleTest (GTest) is not found; the testkit and the tests are left out")
  set(ZERMELO_BUILD_TESTS OFF)
endif()

if(ZERMELO_BUILD_BENCHMARKS)
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    message(NOTICE "zermelo: Google Benchmark (benchmark) is not found; the microbenchmarks are left out")
    set(ZERMELO_BUILD_BENCHMARKS OFF)
  endif()
endif()

# Optional: MPI, for zermelo::distributed. Its C++ bindings, which MPI has removed, are not used.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI QUIET COMPONENTS CXX)
if(NOT MPI_CXX_FOUND)
  message(NOTICE "zermelo: MPI is not found; zermelo::distributed and the program zermelo-mpi are left out")
endif()

# Optional: the Python package `zermelo`, for one version of Python.
set(Python_EXECUTABLE ${ZERMELO_PYTHON})
find_package(Python QUIET COMPONENTS Interpreter Development.Module)
if(Python_FOUND)
  find_package(pybind11 2.10 QUIET CONFIG)
endif()
set(zermelo_has_python ${pybind11_FOUND})
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  set(zermelo_has_python OFF)  # Python itself would also have to be built with the thread sanitizer
endif()
if(NOT pybind11_FOUND)
  message(NOTICE "zermelo: ${ZERMELO_PYTHON} has no headers (python3-dev) or no pybind11 (pybind11-dev); \
the package for Python is left out (ZERMELO_PYTHON)")
endif()
