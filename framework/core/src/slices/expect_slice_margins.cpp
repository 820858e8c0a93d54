// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/expect_slice_margins.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

/// @param solved   the rules of the solve
/// @param of_slice  the positions of a slice, as numbered in the solve
void expect_margins_within(std::uint32_t bound, const rules& solved, const solution_entries& values,
                           const index_range& of_slice) {
  constexpr std::uint64_t max_run = 4096;
  std::vector<position_value> run;
  for (const index_range& resident : values.local_ranges()) {
    const position end = std::min(resident.end, of_slice.end);
    for (position first = std::max(resident.begin, of_slice.begin); first < end; first += run.size()) {
      run.resize(std::min(max_run, end - first));
      values.read(first, run);
      for (std::size_t i = 0; i < run.size(); ++i) {
        const int margin = run[i].margin();
        if (detail::is_beyond_bound(margin, bound)) {
          detail::reject_margin(solved.number_in_game(first + i), margin, bound);
        }
      }
    }
  }
}

}  // namespace

void expect_slice_margins(const part_rules& group, const solution_entries& values) {
  const std::uint32_t bound_of_solve = group.traits().max_margin;
  group.numbers().for_each_slice([&](position begin, position end, std::uint32_t of_slice) {
    const std::uint32_t bound = margin_bound_of_slice(of_slice, bound_of_solve);
    if (bound < bound_of_solve) expect_margins_within(bound, group, values, {begin, end});
  });
}

void expect_slice_margins(const rules& game, std::span<const slice> slices, const solution_entries& values) {
  const std::uint32_t bound_of_solve = game.traits().max_margin;
  position begin = 0;
  for (const slice& one : slices) {
    const std::uint32_t bound = margin_bound_of_slice(one.max_margin, bound_of_solve);
    if (bound < bound_of_solve) expect_margins_within(bound, game, values, {begin, begin + one.size});
    begin += one.size;
  }
}

}  // namespace zermelo
