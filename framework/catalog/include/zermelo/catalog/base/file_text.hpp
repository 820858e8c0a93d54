// SPDX-License-Identifier: MIT
// Reads text files that a user names, or standard input.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace zermelo {

/// The name of a file in messages: "standard input" for `-`, otherwise the file name.
[[nodiscard]] std::string display_file_name(const std::string& file);

/// Calls take(bytes) for each block of a file, in order; `-` is standard input.
/// @throws input_error if the file cannot be read; interrupted by a signal; resource_error if the
///   process or the disk fails (too many open files, no memory, an I/O error); what `take` throws
void read_file_in_blocks(const std::string& file, const std::function<void(std::string_view)>& take);

/// The text of a file, or of standard input for `-`, with lines ended by '\n', without a byte-order mark and without
/// the line end of the last line.
/// @throws what read_file_in_blocks throws; input_error if the name is empty, or the file is longer than 64 MiB.
[[nodiscard]] std::string read_text_file(const std::string& file);

}  // namespace zermelo
