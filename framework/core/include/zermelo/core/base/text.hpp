// SPDX-License-Identifier: MIT
// Texts read as numbers, and texts as messages quote them.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// The types for which `parse_number` is compiled.
template <class Number>
concept ParsedNumber =
    std::same_as<Number, unsigned char> || std::same_as<Number, int> || std::same_as<Number, unsigned> ||
    std::same_as<Number, long> || std::same_as<Number, unsigned long> || std::same_as<Number, long long> ||
    std::same_as<Number, unsigned long long> || std::same_as<Number, double>;

/// The number that the whole text is, as std::from_chars reads it; nothing if the text is no number, or the number is
/// out of the type's range.
template <ParsedNumber Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// A number as 16 hexadecimal digits.
[[nodiscard]] std::string hex_text(std::uint64_t number);
/// The number that `hex_text` makes this text of; nothing if there is none.
[[nodiscard]] std::optional<std::uint64_t> parse_hex(std::string_view text);

/// A text without the blanks at its ends. @param blanks  the characters that count as blanks
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// The parts of a text between blanks and line ends.
[[nodiscard]] std::vector<std::string> split_tokens(const std::string& text);

/// A text without a UTF-8 byte-order mark at its beginning.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// A value in a message: at most its first 40 bytes and then "...", '/' for line ends, and escaped as by
/// `escaped_text`.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace zermelo
