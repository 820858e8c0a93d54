// SPDX-License-Identifier: MIT
// Numbers, entries and labelled lines as all reports write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo::experiment {

/// A signature as it is written everywhere: 16 hexadecimal digits.
[[nodiscard]] std::string signature_text(std::uint64_t signature);

/// A number with its digits in groups.
[[nodiscard]] std::string counted(std::uint64_t number);

/// A raw entry, such as "win in 5 plies".
[[nodiscard]] std::string entry_text(position_value entry);

/// "1 ply", "2 plies".
[[nodiscard]] std::string plies_text(std::uint64_t plies);

/// The line "label  value". The value may be anybody's words, and is escaped; a label of 12 characters or more runs
/// into it.
[[nodiscard]] std::string labelled_line(std::string_view label, std::string_view value);

}  // namespace zermelo::experiment
