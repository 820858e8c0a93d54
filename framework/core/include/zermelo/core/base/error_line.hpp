// SPDX-License-Identifier: MIT
// Error messages as single lines of limited length.
#pragma once

#include <string>
#include <string_view>

namespace zermelo {

/// A message, escaped by `escaped_text`, as one line of at most 1000 bytes. A longer message loses its middle, since
/// messages state the problem behind what they quote. Characters are never split.
[[nodiscard]] std::string error_line(std::string_view message);

}  // namespace zermelo
