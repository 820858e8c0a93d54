// SPDX-License-Identifier: MIT
// How HDF5 ends with the process.
#pragma once

namespace zermelo::storage {

/// For a program, before its first file: HDF5 does not tidy up when the process ends, and so prints nothing of what it
/// finds in disorder then, as it does after a damaged file. All that is written is closed long before.
void leave_library_open_at_exit() noexcept;

}  // namespace zermelo::storage
