# SPDX-License-Identifier: MIT
# The Debian packages, which scripts/package builds from the installed files: `zermelo` and, if MPI is found,
# `zermelo-mpi`, which is separate since MPI has many libraries. dpkg-shlibdeps adds the libraries that programs link.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME zermelo)
set(CPACK_PACKAGE_CONTACT "The Zermelo authors <zermelo@localhost>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(ZERMELO_X86_64_V2)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_DEPENDS sse4.2-support)  # needs a processor with SSE 4.2
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME zermelo)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "\
Zermelo computes the outcome and the distance to the end of every position of
a game of perfect information, and stores them in a table. The package
contains the program, the C++ libraries that it is built from, for your own
games, and Python tools that read and draw tables.")
# Packages that the Python package and tools import. The Python package is built for one version of Python.
set(zermelo_python_packages python3)
if(zermelo_has_python)
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(zermelo_python_packages
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_minor})")
endif()
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "${zermelo_python_packages}, python3-h5py, python3-numpy, python3-matplotlib")
# Packages that only single functions of the tools import and that have many dependencies, and packages that a project
# written by new_game needs to build.
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS "\
bash-completion, python3-xarray, python3-h5netcdf, python3-networkx, python3-tqdm, cmake, g++, pkg-config, \
libboost1.81-dev, libtbb-dev, libhdf5-dev, libdeflate-dev, libcli11-dev, libtomlplusplus-dev, nlohmann-json3-dev, libfmt-dev, libgtest-dev")

if(TARGET zermelo-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME zermelo-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "zermelo (= ${PROJECT_VERSION})")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "The program of the package zermelo for the ranks of an MPI job.")
endif()

include(CPack)
