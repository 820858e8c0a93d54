// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/outcome_entries.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

index_range outcome_entries::read_together(position p) const {
  constexpr std::uint64_t run_size = 64;  // more labels cost little compared to a call of the rules
  const position begin = p - p % run_size;
  return {begin, std::min(begin + run_size, size())};
}

void outcome_entries::read(position first, std::span<position_value> entries) const {
  using packed = packed_word<position_word>;
  const position begin = m_first + first;
  for_each_call(begin, begin + entries.size(), [&](position p, std::span<position_word> words) {
    m_game.label(p, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_unused = words[i] == packed::illegal;
      entries[p + i - begin] = {is_unused ? outcome::illegal : m_outcomes->at(p + i - m_first), no_distance};
    }
  });
}

}  // namespace zermelo
