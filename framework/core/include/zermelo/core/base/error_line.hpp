// SPDX-License-Identifier: MIT
// Error messages as single lines of limited length.
#pragma once

#include <string>
#include <string_view>

namespace zermelo {

/// Returns a message, escaped by `escaped_text`, as one line of at most 1000 bytes. The middle of a longer message is
/// replaced by " ... ", since messages state the problem after the text that they quote. Characters are never split.
[[nodiscard]] std::string error_line(std::string_view message);

}  // namespace zermelo
