// SPDX-License-Identifier: MIT
// Texts as numbers, and texts in messages.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace zermelo {

/// The types of numbers that texts are read as.
template <class Number>
concept ParsedNumber =
    std::same_as<Number, unsigned char> || std::same_as<Number, int> || std::same_as<Number, unsigned> ||
    std::same_as<Number, long> || std::same_as<Number, unsigned long> || std::same_as<Number, long long> ||
    std::same_as<Number, unsigned long long> || std::same_as<Number, double>;

/// A number that is the whole text; nothing if it is not one, or out of the range of its type.
template <ParsedNumber Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// A text without a UTF-8 byte-order mark at its beginning.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Long values, such as whole grids, are cut in messages, between characters; what shows nothing is escaped.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace zermelo
