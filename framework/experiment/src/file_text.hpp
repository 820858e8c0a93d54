// SPDX-License-Identifier: MIT
// Text files that users name.
#pragma once

#include <string>

namespace zermelo::experiment {

/// A file's text with lines ended by '\n', without a byte-order mark and without the last line's end.
/// @throws input_error if it cannot be read or is longer than 64 MiB; interrupted by a signal; resource_error.
[[nodiscard]] std::string read_text_file(const std::string& file);

}  // namespace zermelo::experiment
