// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/outcome_entries.hpp>

#include <algorithm>
#include <cstddef>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

using packed = packed_word<position_word>;

}  // namespace

index_range outcome_entries::read_together(position p) const {
  constexpr std::uint64_t together = 64;
  const position begin = p - p % together;
  return {begin, std::min(begin + together, size())};
}

void outcome_entries::read(position first, std::span<position_value> entries) const {
  const position begin = m_first + first;
  for_each_call(begin, begin + entries.size(), [&](position p, std::span<position_word> words) {
    m_game.label(p, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const outcome here = words[i] == packed::illegal ? outcome::illegal : m_outcomes->at(p + i - m_first);
      entries[p + i - begin] = {here, no_distance};
    }
  });
}

slice_sums summarize_outcomes(const rules& game, position first, const outcome_bits& outcomes, unsigned threads,
                              work_monitor& monitor) {
  tbb::enumerable_thread_specific<slice_sums> parts;
  monitor.phase("summarize", outcomes.size());
  for_each_block(outcomes.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    slice_sums sums;
    for_each_call(first + begin, first + end, [&](position p, std::span<position_word> words) {
      game.label(p, words);
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == packed::illegal) continue;
        const position own = p + i - first;
        sums.add(own, first, {outcomes.at(own), no_distance}, packed::to_move(words[i]));
      }
    });
    parts.local() += sums;
  });
  slice_sums all;
  for (const slice_sums& part : parts) all += part;
  all.own.positions = outcomes.size();
  return all;
}

}  // namespace zermelo
