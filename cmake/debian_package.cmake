# SPDX-License-Identifier: MIT
# The Debian packages, which scripts/package makes of what is installed: `zermelo`, and `zermelo-mpi` where MPI is found,
# since the libraries of MPI are many. What their programs link with, dpkg-shlibdeps says.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME zermelo)
set(CPACK_PACKAGE_CONTACT "The Zermelo authors <zermelo@localhost>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(ZERMELO_X86_64_V2)
  set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_DEPENDS sse4.2-support)  # apt installs it only where the processor has SSE 4.2
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME zermelo)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "\
Every position of a game of perfect information gets its outcome and its
distance to the end, and the whole table is kept for study. With the program
come the libraries that it is made of, for games of your own, and tools in
Python that read and draw tables.")
# What the package and the tools in Python import. The package is for one version of Python.
set(zermelo_python_packages python3)
if(zermelo_has_python)
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(zermelo_python_packages
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_minor})")
endif()
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "${zermelo_python_packages}, python3-h5py, python3-numpy, python3-matplotlib")
# What one of their functions imports, with hundreds of packages behind it; and what a program is built with that new_game
# writes.
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
