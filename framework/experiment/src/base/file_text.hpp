// SPDX-License-Identifier: MIT
// Text files that users name.
#pragma once

#include <string>

namespace zermelo::experiment {

/// What a file is called in messages; `-` is standard input.
[[nodiscard]] std::string name_of_file(const std::string& file);

/// The text of a file, or of standard input for `-`, with lines ended by '\n', without a byte-order mark and without
/// the last line's end.
/// @throws input_error if it cannot be read or is longer than 64 MiB; interrupted by a signal; resource_error.
[[nodiscard]] std::string read_text_file(const std::string& file);

}  // namespace zermelo::experiment
