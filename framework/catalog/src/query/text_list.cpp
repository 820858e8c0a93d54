// SPDX-License-Identifier: MIT
#include "text_list.hpp"

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

std::optional<std::int64_t> canonical_number(std::string_view text) {
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number <= -text_list::first_text || *number >= text_list::first_text) return std::nullopt;
  if (std::to_string(*number) != text) return std::nullopt;
  return number;
}

field_key text_list::key(std::string_view text) {
  if (const auto number = canonical_number(text)) return *number;
  const std::lock_guard lock(m_mutex);
  if (const auto known = m_keys.find(text); known != m_keys.end()) return known->second;
  // The memory of a string, its node in the map, and the map's array of buckets, which grows by doubling.
  constexpr std::uint64_t overhead_bytes = sizeof(std::string) + 80;
  constexpr std::uint64_t bytes_per_check = 16 << 20;
  m_bytes_unchecked += overhead_bytes + text.size();
  if (m_bytes_unchecked >= bytes_per_check) {
    expect_available("storing the fields of the positions found needs another", 2 * bytes_per_check);
    m_bytes_unchecked = 0;
  }
  const std::string& added = m_strings.emplace_back(text);
  return m_keys.emplace(added, first_text + static_cast<field_key>(m_strings.size() - 1)).first->second;
}

std::string text_list::text(field_key key) {
  const std::lock_guard lock(m_mutex);
  return m_strings[static_cast<std::size_t>(key - first_text)];
}

bool text_list::is_less(field_key a, field_key b) {
  if (a < first_text || b < first_text) return false;
  const std::lock_guard lock(m_mutex);
  return m_strings[static_cast<std::size_t>(a - first_text)] < m_strings[static_cast<std::size_t>(b - first_text)];
}

}  // namespace zermelo
