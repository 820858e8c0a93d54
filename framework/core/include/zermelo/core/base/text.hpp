// SPDX-License-Identifier: MIT
// Numbers parsed from text, and values quoted in messages.
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

/// The number that the whole text represents, by the rules of std::from_chars; nothing if the text is not a number, or
/// the number is out of the type's range.
template <ParsedNumber Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// A number as 16 hexadecimal digits.
[[nodiscard]] std::string hex_text(std::uint64_t number);
/// Parses a text made by `hex_text`; returns nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_hex(std::string_view text);

/// A text without the blanks at its beginning and end. @param blanks  the characters that count as blanks
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// The parts of a text between blanks and line ends.
[[nodiscard]] std::vector<std::string> split_tokens(const std::string& text);

/// A text without a UTF-8 byte-order mark at its beginning.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Shortens a value for a message to at most its first 40 bytes followed by "...", replaces line ends by '/', and
/// escapes the result by `escaped_text`.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace zermelo
