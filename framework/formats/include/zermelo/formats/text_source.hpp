// SPDX-License-Identifier: MIT
// A text that is read in pieces, since it may be long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace zermelo {

struct text_source {
  std::string location{};  ///< the origin of the text, for messages
  std::uint64_t num_bytes = 0;
  /// Reads bytes at an offset and returns their number, which is less than requested only at the end of the text.
  /// Several threads call it at the same time.
  std::function<std::size_t(std::uint64_t offset, std::span<char> bytes)> read{};
  /// The maximum length of a line. The default allows more than a hundred million numbers per line.
  std::uint64_t max_line_bytes = std::uint64_t{1} << 30;
};

}  // namespace zermelo
