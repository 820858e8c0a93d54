// SPDX-License-Identifier: MIT
// One call, which HDF5 takes only before it has begun.
#include <zermelo/storage/library_exit.hpp>

#include <hdf5.h>

namespace zermelo::storage {

void leave_library_open_at_exit() noexcept { (void)H5dont_atexit(); }

}  // namespace zermelo::storage
