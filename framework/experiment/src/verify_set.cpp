// SPDX-License-Identifier: MIT
#include <zermelo/experiment/verify_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/experiment/memory.hpp>

#include "resident_outcomes.hpp"
#include "resident_slices.hpp"
#include "slice_sums.hpp"

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

/// Of one slice, whose entries may be read elsewhere than from its table.
void check_statements(const any_game& game, const table_set& set, std::size_t number, const solution_entries& entries,
                      unsigned threads, work_monitor& monitor, set_verification& found) {
  const set_slice& said = set.index().slices[number];
  const slice_sums sums = sum_up(game, entries, said.first, threads, monitor);
  found.signature += sums.share;
  const auto demand = [&](bool is_so, std::string_view what) {
    if (!is_so) found.false_statements.push_back(fmt::format("slice {}: {}", said.name, what));
  };
  const solution_summary& stored = set.table(number)->metadata().summary;
  demand(stored.signature == sums.own.signature, "its signature is not that of its entries");
  demand(said.share == sums.share, "its share in set.json is not that of its entries");
  demand(stored.counts == sums.own.counts && stored.winners == sums.own.winners &&
             stored.by_distance == sums.own.by_distance,
         "its counts are not those of its entries");
}

[[nodiscard]] std::uint64_t share_of_sample(const any_game& game, const slice& of, const verify_scope& scope) {
  const double share = static_cast<double>(of.size) / static_cast<double>(game.num_positions());
  return 1 + static_cast<std::uint64_t>(share * static_cast<double>(scope.sample));
}

}  // namespace

set_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                   work_monitor& monitor) {
  set_verification found;
  for (std::size_t s = 0; s < set.index().slices.size(); ++s) {
    if (!set.is_done(s)) continue;
    const std::array<std::uint32_t, 1> held{static_cast<std::uint32_t>(s)};
    game.hold_slices(held, threads, monitor);
    check_statements(game, set, s, *set.table(s), threads, monitor, found);
  }
  return found;
}

set_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                            solve_visitor& visitor) {
  const std::vector<slice> slices = game.slices();
  const std::vector<slice_group> order = slice_order(slices);
  resident_slices resident(game, set, scope.threads);
  resident_outcomes outcomes(set, scope.threads);
  constexpr std::uint64_t reserved = std::uint64_t{256} << 20;  // for buffers and chunks
  const std::uint64_t available = available_memory_bytes();
  const std::uint64_t most_bytes =
      std::min(scope.memory_bytes, available > reserved ? available - reserved : std::uint64_t{0});
  const auto is_done = [&](const slice_group& group) {
    return std::any_of(group.slices.begin(), group.slices.end(), [&](std::uint32_t s) { return set.is_done(s); });
  };

  set_verification found;
  verify_report& report = found.report;
  report.edges = 0;
  std::uint64_t stored_edges = 0;
  std::uint64_t counted_edges = 0;  // of the slices that say theirs
  // What later groups need of a slice: its words, or outcomes alone.
  const auto next_use = [&](std::size_t from, bool by_outcome) {
    return [&, from, by_outcome](std::uint32_t s) {
      for (std::size_t later = from; later < order.size(); ++later) {
        if (!is_done(order[later]) || set.has_outcomes_alone(order[later].slices.front()) != by_outcome) continue;
        for (const std::uint32_t entered : order[later].enters) {
          const std::vector<std::uint32_t>& needed = order[entered].slices;
          if (std::find(needed.begin(), needed.end(), s) != needed.end()) return static_cast<std::uint32_t>(later);
        }
      }
      return resident_slices::never;
    };
  };
  for (std::size_t g = 0; g < order.size(); ++g) {
    const slice_group& group = order[g];
    if (!is_done(group)) continue;
    for (const std::uint32_t entered : group.enters) {
      for (const std::uint32_t s : order[entered].slices) {
        if (set.is_done(s)) continue;
        throw input_error(
            fmt::format("slice {} is not done, which {} enters", slices[s].name, slices[group.slices.front()].name));
      }
    }
    game.hold_slices(slices_looked_into(order, group), scope.threads, visitor);
    if (set.has_outcomes_alone(group.slices.front())) {
      const std::uint32_t number = group.slices.front();
      const std::uint64_t missing = outcomes.missing_bytes(group, order);
      outcomes.make_room(most_bytes - std::min(most_bytes, missing), next_use(g, true));
      const std::uint64_t needed = saturating_sum(outcomes.bytes(), missing);
      if (needed > most_bytes) {
        throw resource_error(fmt::format("slice {}: the outcomes that it enters need about {}, {} are available",
                                         slices[number].name, format_bytes(needed), format_bytes(most_bytes)));
      }
      resident.make_room(most_bytes - needed, next_use(g, false));
      const outcomes_by_slice entered = outcomes.entered_by(group, order, visitor);
      if (scope.sample == 0) check_statements(game, set, number, *set.table(number), scope.threads, visitor, found);
      verify_scope here = scope;
      if (scope.sample > 0) here.sample = share_of_sample(game, slices[number], scope);
      const verify_report part = game.verify_outcomes(number, *set.table(number), entered.by_slice, here, visitor);
      if (const auto stored = set.table(number)->metadata().edges; stored && part.edges) {
        stored_edges += *stored;
        counted_edges += *part.edges;
      }
      add(report, part);
      continue;
    }
    outcomes.make_room(0, next_use(g, true));
    joined_entries entries(game.num_positions());
    const auto take = [&](std::uint32_t s) {
      entries.add(set.index().slices[s].first, resident.entries(s, most_bytes, visitor));
    };
    for (const std::uint32_t s : group.slices) take(s);
    for (const std::uint32_t entered : group.enters) {
      for (const std::uint32_t s : order[entered].slices) take(s);
    }
    for (const std::uint32_t s : group.slices) {
      stored_edges += set.table(s)->metadata().edges.value_or(0);
      if (scope.sample == 0) {
        check_statements(game, set, s, *resident.entries(s, most_bytes, visitor), scope.threads, visitor, found);
      }
      verify_scope here = scope;
      const position first = set.index().slices[s].first;
      here.stretch = {first, first + slices[s].size};
      if (scope.sample > 0) here.sample = share_of_sample(game, slices[s], scope);
      const verify_report part = game.verify(entries, here, visitor);
      counted_edges += part.edges.value_or(0);
      add(report, part);
    }
    resident.make_room(most_bytes, next_use(g + 1, false));
  }
  if (report.edges && counted_edges != stored_edges) {
    found.false_statements.push_back(fmt::format("edges: stored {}, the rules give {}", stored_edges, counted_edges));
  }
  return found;
}

}  // namespace zermelo::experiment
