// SPDX-License-Identifier: MIT
#include <zermelo/experiment/verify_set.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/experiment/memory.hpp>

#include "resident_slices.hpp"

namespace zermelo::experiment {
namespace {

constexpr std::size_t most_reported = 10;

void add(verify_report& all, const verify_report& part) {
  all.checked += part.checked;
  all.wrong += part.wrong;
  const std::size_t room = most_reported - all.first.size();
  const auto end = part.first.begin() + static_cast<std::ptrdiff_t>(std::min(room, part.first.size()));
  all.first.insert(all.first.end(), part.first.begin(), end);
  all.edges = all.edges && part.edges ? std::optional(*all.edges + *part.edges) : std::nullopt;
}

}  // namespace

verify_report verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                         solve_visitor& visitor) {
  const std::vector<slice> slices = game.slices();
  const std::vector<slice_group> order = slice_order(slices);
  resident_slices resident(game, set, scope.threads);
  constexpr std::uint64_t reserved = std::uint64_t{256} << 20;  // for buffers and chunks
  const std::uint64_t available = available_memory_bytes();
  const std::uint64_t most_bytes =
      std::min(scope.memory_bytes, available > reserved ? available - reserved : std::uint64_t{0});
  const auto is_done = [&](const slice_group& group) {
    return std::any_of(group.slices.begin(), group.slices.end(), [&](std::uint32_t s) { return set.is_done(s); });
  };

  verify_report report;
  report.edges = 0;
  for (std::size_t g = 0; g < order.size(); ++g) {
    const slice_group& group = order[g];
    if (!is_done(group)) continue;
    joined_entries entries(game.num_positions());
    const auto take = [&](std::uint32_t s) {
      if (!set.is_done(s)) {
        throw input_error(
            fmt::format("slice {} is not done, which {} enters", slices[s].name, slices[group.slices.front()].name));
      }
      entries.add(set.index().slices[s].first, resident.entries(s, most_bytes, visitor));
    };
    for (const std::uint32_t s : group.slices) take(s);
    for (const std::uint32_t entered : group.enters) {
      for (const std::uint32_t s : order[entered].slices) take(s);
    }
    for (const std::uint32_t s : group.slices) {
      verify_scope here = scope;
      const position first = set.index().slices[s].first;
      here.stretch = {first, first + slices[s].size};
      if (scope.sample > 0) {
        const double share = static_cast<double>(slices[s].size) / static_cast<double>(game.num_positions());
        here.sample = 1 + static_cast<std::uint64_t>(share * static_cast<double>(scope.sample));
      }
      add(report, game.verify(entries, here, visitor));
    }
    resident.drop_unless([&](std::uint32_t s) {
      for (std::size_t later = g + 1; later < order.size(); ++later) {
        if (!is_done(order[later])) continue;
        for (const std::uint32_t entered : order[later].enters) {
          const std::vector<std::uint32_t>& needed = order[entered].slices;
          if (std::find(needed.begin(), needed.end(), s) != needed.end()) return true;
        }
      }
      return false;
    });
  }
  return report;
}

}  // namespace zermelo::experiment
