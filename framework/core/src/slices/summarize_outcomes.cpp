// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/summarize_outcomes.hpp>

#include <cstddef>
#include <span>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {

slice_sums summarize_outcomes(const rules& game, position first, const outcome_bits& outcomes, unsigned threads,
                              work_monitor& monitor) {
  using packed = packed_word<position_word>;
  per_thread<slice_sums> parts;
  monitor.phase("summarize", outcomes.size());
  for_each_block(outcomes.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    slice_sums sums;
    for_each_call(first + begin, first + end, [&](position p, std::span<position_word> words) {
      game.label(p, words);
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == packed::illegal) continue;
        const position in_slice = p + i - first;
        sums.add(in_slice, first, {outcomes.at(in_slice), no_distance}, packed::to_move(words[i]));
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
