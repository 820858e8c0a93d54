// SPDX-License-Identifier: MIT
#include <zermelo/core/base/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <system_error>
#include <type_traits>

#include <fmt/core.h>

#include <zermelo/core/base/escaped_text.hpp>

namespace zermelo {

template <ParsedNumber Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if constexpr (std::is_floating_point_v<Number>) {
    // std::from_chars reports overflow and underflow in the same way. A number that underflows as a double, but not as
    // a long double, becomes 0.
    if (status == std::errc::result_out_of_range) {
      long double wide = 0;
      status = std::from_chars(text.data(), text.data() + text.size(), wide).ec;
      number = static_cast<Number>(wide);
      if (!std::isfinite(number)) status = std::errc::result_out_of_range;
    }
  }
  if (status != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}
template std::optional<unsigned char> parse_number(std::string_view text);
template std::optional<int> parse_number(std::string_view text);
template std::optional<unsigned> parse_number(std::string_view text);
template std::optional<long> parse_number(std::string_view text);
template std::optional<unsigned long> parse_number(std::string_view text);
template std::optional<long long> parse_number(std::string_view text);
template std::optional<unsigned long long> parse_number(std::string_view text);
template std::optional<double> parse_number(std::string_view text);

std::string hex_text(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::optional<std::uint64_t> parse_hex(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, 16);
  return hex_text(number) == text ? std::optional(number) : std::nullopt;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string> split_tokens(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t max_bytes = 40;
  constexpr std::size_t max_character_bytes = 4;
  const auto is_inside_character = [text](std::size_t at) { return (static_cast<unsigned char>(text[at]) >> 6) == 2; };
  std::size_t retained = std::min(text.size(), max_bytes);
  while (retained > max_bytes - max_character_bytes && retained < text.size() && is_inside_character(retained))
    --retained;
  std::string display(text.substr(0, retained));
  std::replace(display.begin(), display.end(), '\n', '/');
  return escaped_text(display) + (text.size() > max_bytes ? "..." : "");
}

}  // namespace zermelo
