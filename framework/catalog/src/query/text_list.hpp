// SPDX-License-Identifier: MIT
// Represents the values of fields as keys, which are numbers. The key of a string is its index in a list.
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

/// The value of a field as a number: the number itself, or the index of a name, a group or a string.
using field_key = std::int64_t;
inline constexpr field_key no_key = std::numeric_limits<field_key>::min();

/// Returns the number in a field, or nothing if the field is not the canonical form of a number.
[[nodiscard]] std::optional<std::int64_t> canonical_number(std::string_view text);

/// A list of strings with keys. Thread-safe.
class text_list {
 public:
  /// Integers between -`first_text` and `first_text` are their own keys.
  static constexpr field_key first_text = field_key{1} << 62;

  /// Stores a string and returns its key. @throws resource_error if there is not enough memory.
  [[nodiscard]] field_key key(std::string_view text);
  [[nodiscard]] std::string text(field_key key);
  /// Whether both keys represent strings, and the first string is less than the second.
  [[nodiscard]] bool is_less(field_key a, field_key b);

 private:
  std::mutex m_mutex;
  std::deque<std::string> m_strings;
  std::unordered_map<std::string_view, field_key> m_keys;  ///< keys of `m_strings`
  std::uint64_t m_bytes_unchecked = 0;                     ///< size of the strings added since the last check of the
                                                           ///< available memory
};

}  // namespace zermelo
