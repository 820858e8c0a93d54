// SPDX-License-Identifier: MIT
#include <zermelo/core/value/value_table.hpp>

#include <algorithm>

namespace zermelo {

value_table value_table::with_capacity(std::uint64_t size, std::uint32_t max_distance_plies) {
  const auto filled = [&](auto words) {
    std::fill(words.data(), words.data() + words.size(), 0);
    return value_table(std::move(words));
  };
  if (max_distance_plies <= packed_word<std::uint16_t>::max_low) return filled(narrow_words(size));
  if (max_distance_plies <= packed_word<std::uint32_t>::max_low) return filled(wide_words(size));
  throw std::out_of_range("value_table: distance over 2^29 - 1 plies");
}

void value_table::read(position first, std::span<position_value> entries) const noexcept {
  std::visit(
      [&](const auto& words) {
        using word = packed_word<std::remove_cvref_t<decltype(words[0])>>;
        for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = word::value(words[first + i]);
      },
      m_words);
}

std::uint32_t value_table::distance_bound() const noexcept {
  return std::holds_alternative<narrow_words>(m_words) ? packed_word<std::uint16_t>::max_low
                                                       : packed_word<std::uint32_t>::max_low;
}

entry_words value_table::words() const noexcept {
  if (const auto* narrow = std::get_if<narrow_words>(&m_words)) return {{narrow->data(), narrow->size()}, {}};
  const auto& wide = std::get<wide_words>(m_words);
  return {{}, {wide.data(), wide.size()}};
}

}  // namespace zermelo
