// SPDX-License-Identifier: MIT
// Writes to an open file.
#pragma once

#include <string_view>

namespace zermelo::storage {

/// Writes bytes to an open file, in as many system calls as necessary. Returns false and sets errno if a system call
/// fails; some of the bytes may have been written.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace zermelo::storage
