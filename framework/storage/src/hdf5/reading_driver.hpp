// SPDX-License-Identifier: MIT
// An HDF5 file driver that reads from an open descriptor, even if the file has been renamed or removed. It does not
// lock the file, since our files are renamed to their final names when they are complete. It records the location of a
// chunk's bytes, for which HDF5 1.10 has no call that takes constant time per chunk.
#pragma once

#include <cstdint>
#include <optional>

#include "hdf5.hpp"

namespace zermelo::storage {

/// A range of a file.
struct file_piece {
  std::uint64_t offset = 0;
  std::uint64_t num_bytes = 0;
};

/// The file that the driver reads. Must outlive the HDF5 file.
struct readable_file {
  int descriptor = -1;  ///< open for reading
  std::uint64_t num_bytes = 0;
  bool only_locates = false;            ///< if true, raw data are located but not read
  std::optional<file_piece> located{};  ///< the location of the last raw data that HDF5 has read or located
};

/// Registers the driver with HDF5. The result must outlive the HDF5 file.
[[nodiscard]] hdf5::driver register_reading_driver();

}  // namespace zermelo::storage
