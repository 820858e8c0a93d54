// SPDX-License-Identifier: MIT
// Opens a file with HDF5, to inspect what was written.
#pragma once

#include <filesystem>

#include "../src/hdf5/hdf5.hpp"

namespace zermelo::storage::test {

[[nodiscard]] inline hdf5::file open_hdf5(const std::filesystem::path& path) {
  return hdf5::file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
}

}  // namespace zermelo::storage::test
