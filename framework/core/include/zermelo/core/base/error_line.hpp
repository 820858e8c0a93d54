// SPDX-License-Identifier: MIT
// Error messages as single lines of limited length.
#pragma once

#include <string>
#include <string_view>

namespace zermelo {

/// A message, escaped by `escaped_text`, as one line of at most 1000 bytes. Of a longer message the beginning and the
/// end are kept, since messages state the problem behind what they quote. No character is cut apart.
[[nodiscard]] std::string error_line(std::string_view message);

}  // namespace zermelo
