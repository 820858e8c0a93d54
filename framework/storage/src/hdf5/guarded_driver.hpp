// SPDX-License-Identifier: MIT
// A file driver for HDF5 under which a full disk cannot hurt.
//
// When a write fails under HDF5's own drivers, the library keeps the data that it could not write, refuses to
// close the file, and tries again when the program exits. This driver remembers the first failure and drops
// every write after it, but tells HDF5 that all went well, so that everything closes as usual; the owner
// asks `first_error` and throws the file away. It takes no lock: the file has no name yet that a reader would know.
#pragma once

#include <cstdint>

#include "hdf5.hpp"

namespace zermelo::storage {

/// What a guarded file is made of. It must outlive the HDF5 file.
struct guarded_file {
  int descriptor = -1;          ///< open for reading and writing, empty
  int first_error = 0;          ///< errno of the first write that failed, or 0
  std::uint64_t num_bytes = 0;  ///< as HDF5 has it, what a failed write has lost included
};

/// Registers the driver with HDF5. It must outlive the HDF5 file.
[[nodiscard]] hdf5::driver register_guarded_driver();

}  // namespace zermelo::storage
