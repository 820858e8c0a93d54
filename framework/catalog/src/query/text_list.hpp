// SPDX-License-Identifier: MIT
// Keys: the values of fields as numbers, those of strings as their numbers in a list.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace zermelo {

/// The value of a field as a number: the number itself, or that of a name, a group or a text.
using field_key = std::int64_t;
inline constexpr field_key no_key = std::numeric_limits<field_key>::min();

/// The number that a word is; nothing unless the number is written as this word.
[[nodiscard]] std::optional<std::int64_t> canonical_number(std::string_view text);

/// Texts by number. Thread-safe.
class text_list {
 public:
  /// Whole numbers between -`first_text` and `first_text` are their own keys.
  static constexpr field_key first_text = field_key{1} << 62;

  /// The key of a text, which is kept. @throws resource_error if the memory does not suffice.
  [[nodiscard]] field_key key(std::string_view text);
  [[nodiscard]] std::string text(field_key key);
  /// Whether both keys are strings of which the first is less.
  [[nodiscard]] bool is_less(field_key a, field_key b);

 private:
  std::mutex m_mutex;
  std::deque<std::string> m_strings;
  std::unordered_map<std::string_view, field_key> m_keys;  ///< of `m_strings`
  std::uint64_t m_bytes_unchecked = 0;                     ///< of strings since the last look at the memory available
};

}  // namespace zermelo
