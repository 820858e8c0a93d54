// SPDX-License-Identifier: MIT
// Writing to an open file.
#pragma once

#include <string_view>

namespace zermelo::storage {

/// Writes bytes to an open file, in as many system calls as it takes. False if the system rejects: errno says why, and
/// some of the bytes may have been written.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace zermelo::storage
