// SPDX-License-Identifier: MIT
// The nearest known name to a mistyped one, for error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// The number of single-character insertions, deletions and substitutions between two words (Levenshtein).
/// Time |a| x |b|.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The end of a message about an unknown word: the nearest known word if it is at most 1 + unknown.size() / 3 edits
/// away, otherwise all known words, or "there are none".
[[nodiscard]] std::string suggest(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace zermelo
