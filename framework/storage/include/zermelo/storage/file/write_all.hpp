// SPDX-License-Identifier: MIT
// Writing to an open file.
#pragma once

#include <string_view>

namespace zermelo::storage {

/// Writes bytes to an open file's descriptor, however many calls of the system that takes. False if the disk is full or
/// broken: some may be written then, and errno says why.
[[nodiscard]] bool write_all(int file, std::string_view bytes);

}  // namespace zermelo::storage
