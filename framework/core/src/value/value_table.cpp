// SPDX-License-Identifier: MIT
#include <zermelo/core/value/value_table.hpp>

#include <algorithm>
#include <string>

namespace zermelo {

value_table value_table::with_capacity(std::uint64_t size, std::uint32_t max_distance_plies, std::uint32_t max_margin) {
  const unsigned margin_bits = margin_bits_of(max_margin);
  const auto filled = [&](auto words) {
    std::fill(words.data(), words.data() + words.size(), 0);
    return value_table(std::move(words), margin_bits);
  };
  const auto fits = [&]<class Word>(Word) {
    using layout = word_layout<Word>;
    return layout::has_space(margin_bits) && max_distance_plies <= layout(margin_bits).max_distance();
  };
  if (fits(std::uint16_t{})) return filled(narrow_words(size));
  if (fits(std::uint32_t{})) return filled(wide_words(size));
  throw std::out_of_range("value_table: a distance of " + std::to_string(max_distance_plies) + " plies exceeds 2^" +
                          std::to_string(word_layout<std::uint32_t>::low_bits - margin_bits) + " - 1");
}

void value_table::read(position first, std::span<position_value> entries) const noexcept {
  std::visit(
      [&](const auto& words) {
        const word_layout<std::remove_cvref_t<decltype(words[0])>> layout(m_margin_bits);
        for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = layout.value(words[first + i]);
      },
      m_words);
}

std::uint32_t value_table::distance_bound() const noexcept {
  return std::holds_alternative<narrow_words>(m_words) ? word_layout<std::uint16_t>(m_margin_bits).max_distance()
                                                       : word_layout<std::uint32_t>(m_margin_bits).max_distance();
}

entry_words value_table::words() const noexcept {
  if (const auto* narrow = std::get_if<narrow_words>(&m_words))
    return {{narrow->data(), narrow->size()}, {}, m_margin_bits};
  const auto& wide = std::get<wide_words>(m_words);
  return {{}, {wide.data(), wide.size()}, m_margin_bits};
}

}  // namespace zermelo
