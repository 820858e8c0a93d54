// SPDX-License-Identifier: MIT
// Finds the known name that is nearest to a mistyped one, for error messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// The number of single-character insertions, deletions and substitutions between two words (Levenshtein).
/// Time |a| x |b|.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the end of a message about an unknown word: "did you mean 'WORD'?" with the nearest known word if it is at
/// most 1 + unknown.size() / 3 edits away, otherwise "known: " with all known words or "none".
[[nodiscard]] std::string suggest(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace zermelo
