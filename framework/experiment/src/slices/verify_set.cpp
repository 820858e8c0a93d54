// SPDX-License-Identifier: MIT
#include <zermelo/experiment/slices/verify_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/verify/share_of_sample.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/job/verifying.hpp>
#include <zermelo/experiment/slices/slice_plan.hpp>
#include <zermelo/experiment/slices/slicing.hpp>

#include "../job/game_memory.hpp"
#include "evict_to_fit.hpp"
#include "named_phases.hpp"
#include "resident_outcomes.hpp"
#include "resident_slices.hpp"
#include "slice_sums.hpp"

namespace zermelo::experiment {
namespace {

/// Of one slice, whose entries may be read elsewhere than from its table.
void check_statements(const any_game& game, const table_set& set, std::size_t number, const solution_entries& entries,
                      unsigned threads, work_monitor& monitor, set_verification& found) {
  const set_slice& listed = set.index().slices[number];
  const slice_sums sums = summarize_slice(game, entries, listed.first, threads, monitor);
  found.signature += sums.share;
  const auto demand = [&](bool is_so, std::string_view what) {
    if (!is_so) found.false_statements.push_back(fmt::format("slice {}: {}", listed.name, what));
  };
  const solution_summary& stored = set.table(number)->metadata().summary;
  demand(stored.signature == sums.own.signature, "its signature is not that of its entries");
  demand(listed.share == sums.share, "its share in set.json is not that of its entries");
  demand(stored.counts == sums.own.counts && stored.winners == sums.own.winners &&
             stored.by_distance == sums.own.by_distance,
         "its counts are not those of its entries");
}

/// How much of a sample falls on each slice: all of it on those that are done. Everything if there is no sample that
/// leaves anything out.
std::vector<std::uint64_t> shares_of_sample(const table_set& set, const verify_scope& scope) {
  const std::vector<set_slice>& slices = set.index().slices;
  const std::uint64_t done = set.num_positions_done();
  std::vector<std::uint64_t> shares;
  std::uint64_t first = 0;  // in the number of positions that are done
  for (const set_slice& listed : slices) {
    const std::uint64_t size = listed.is_done ? listed.size : 0;
    shares.push_back(is_sample(done, scope) ? share_of_sample(done, scope.sample, {first, first + size}) : size);
    first += size;
  }
  return shares;
}

/// What this process may take in all.
std::uint64_t limit_of(const verify_scope& scope) {
  constexpr std::uint64_t most_reserved = std::uint64_t{256} << 20;  // for others, and the system's cache of files
  constexpr std::uint64_t reserved_share = 4;
  const std::uint64_t available = available_memory_bytes();
  const std::uint64_t reserved = std::min(most_reserved, available / reserved_share);
  const std::uint64_t of_machine = saturating_sum(resident_bytes(), available - reserved);
  return std::min(scope.memory_bytes, of_machine);
}

/// By group, the slices whose entries are looked up: its own first.
/// @throws input_error if one is not done.
std::vector<std::vector<std::uint32_t>> slices_needed(const table_set& set, const std::vector<slice>& slices,
                                                      const std::vector<slice_group>& groups) {
  const std::vector<slice_group> order = slice_order(slices);
  std::vector<std::vector<std::uint32_t>> needed;
  for (const slice_group& group : groups) {
    std::vector<std::uint32_t>& here = needed.emplace_back(group.slices);
    for (const std::uint32_t entered : group.enters) {
      for (const std::uint32_t s : order[entered].slices) {
        if (!set.is_done(s)) {
          throw input_error(
              fmt::format("slice {} is not done, which {} enters", slices[s].name, slices[group.slices.front()].name));
        }
        here.push_back(s);
      }
    }
  }
  return needed;
}

/// What verifying a group takes beside `base` bytes.
struct group_needs {
  std::uint64_t words = 0;       ///< of all entries that are looked up
  std::uint64_t everything = 0;  ///< with all of them in memory
  std::uint64_t least = 0;       ///< with none
};

group_needs needs_of(const table_set& set, const std::vector<std::uint32_t>& needed, const resident_slices& resident,
                     std::uint64_t base, unsigned threads) {
  const std::uint64_t num_threads = resolve_threads(threads);
  group_needs needs;
  std::uint64_t largest_chunk = 0;  // positions
  std::uint64_t chunks_kept = 0;
  for (const std::uint32_t s : needed) {
    needs.words = saturating_sum(needs.words, resident.bytes_of_words(s));
    largest_chunk = std::max(largest_chunk, set.table(s)->read_together(0).end);
    chunks_kept += set.table(s)->cache_bytes();
  }
  constexpr std::uint64_t reserved = std::uint64_t{1} << 20;  // stacks and lists
  constexpr std::uint64_t chunks_read_at_once = 3;            // packed, unpacked, and as entries
  const std::uint64_t loading =
      reserved + chunks_kept + num_threads * chunks_read_at_once * largest_chunk * sizeof(position_value);
  const std::uint64_t runs = num_threads * entry_reader::most_runs * largest_chunk * sizeof(position_value);
  needs.everything = saturating_sum(base, loading, needs.words);
  needs.least = std::min(needs.everything, saturating_sum(base, loading, runs));
  return needs;
}

/// Entries that are in no memory need buffers through which they are read from their tables.
std::string needs_text(const group_needs& needs, const std::string& name) {
  return fmt::format("slice {}: verifying it needs about {} with all entries in memory, {} with none", name,
                     format_bytes(needs.everything), format_bytes(needs.least));
}

/// The slices that are done, by groups, and what is kept of them in memory.
class set_verifier {
 public:
  set_verifier(const any_game& game, const table_set& set, const verify_scope& scope)
      : m_game(game),
        m_set(set),
        m_scope(scope),
        m_slices(game.slices()),
        m_order(slice_order(m_slices)),
        m_limit_bytes(limit_of(scope)),
        m_resident(game, set, scope.threads),
        m_outcomes(set, scope.threads),
        m_is_sample(is_sample(set.num_positions_done(), scope)),
        m_shares(shares_of_sample(set, scope)) {
    for (const slice_group& group : m_order) {
      if (!set.is_done(group.slices.front())) continue;  // all of them are, or none
      const auto is_looked_at = [this](std::uint32_t s) { return m_shares[s] > 0; };
      if (std::any_of(group.slices.begin(), group.slices.end(), is_looked_at)) m_done.push_back(group);
    }
    m_needed = slices_needed(set, m_slices, m_done);
  }

  [[nodiscard]] set_verification verify(solve_visitor& visitor) {
    expect_room_for_all();
    if (!m_is_sample) m_found.report.edges = 0;
    for (std::size_t g = 0; g < m_done.size(); ++g) {
      named_phases progress(visitor, name_of_group(m_slices, m_done[g]), g + 1, m_done.size());
      hold_slices(m_game, slices_needed_by(m_order, m_done[g]), m_scope.threads, progress);
      if (is_by_outcome(g)) {
        verify_by_outcome(g, progress);
      } else {
        verify_entries(g, progress);
      }
    }
    if (m_found.report.edges && m_counted_edges != m_stored_edges) {
      m_found.false_statements.push_back(
          fmt::format("edges: stored {}, the rules give {}", m_stored_edges, m_counted_edges));
    }
    return std::move(m_found);
  }

 private:
  [[nodiscard]] bool is_by_outcome(std::size_t g) const { return m_set.has_outcomes_alone(m_done[g].slices.front()); }
  /// What groups from here on need of a slice: its words, or outcomes alone.
  [[nodiscard]] auto next_use(std::size_t from, bool by_outcome) const {
    return [this, from, by_outcome](std::uint32_t s) {
      for (std::size_t later = from; later < m_done.size(); ++later) {
        if (is_by_outcome(later) != by_outcome) continue;
        const std::vector<std::uint32_t>& needed = m_needed[later];
        if (std::find(needed.begin(), needed.end(), s) != needed.end()) return static_cast<std::uint32_t>(later);
      }
      return never_used;
    };
  }
  [[nodiscard]] verify_scope scope_of(std::uint32_t s) const {
    verify_scope here = m_scope;
    here.sample = m_is_sample ? m_shares[s] : 0;
    return here;
  }

  /// Of this process, without the entries that it keeps.
  [[nodiscard]] std::uint64_t bytes_beside_entries() const {
    give_back_memory();
    const std::uint64_t used = resident_bytes();
    return used - std::min(used, m_outcomes.bytes() + m_resident.bytes());
  }
  /// Before any work, of all groups at once: the one that needs most is named, and what fits it fits all.
  /// @throws resource_error.
  void expect_room_for_all() const {
    const std::uint64_t base = saturating_sum(bytes_beside_entries(), bytes_to_come());
    std::uint64_t most = 0;
    std::string who;
    for (std::size_t g = 0; g < m_done.size(); ++g) {
      const std::uint64_t with_keys = saturating_sum(base, bytes_of_keys(g));
      const std::string name = name_of_group(m_slices, m_done[g]);
      std::uint64_t least = 0;
      std::string needed;
      if (is_by_outcome(g)) {
        const std::uint64_t outcomes = m_outcomes.missing_bytes(m_done[g], m_order);
        least = saturating_sum(with_keys, outcomes);
        needed = fmt::format("slice {}: verifying it needs about {}, with the outcomes that it enters", name,
                             format_bytes(least));
      } else {
        const group_needs needs = needs_of(m_set, m_needed[g], m_resident, with_keys, m_scope.threads);
        least = needs.least;
        needed = needs_text(needs, name);
      }
      if (least <= most) continue;
      most = least;
      who = std::move(needed);
    }
    if (most <= m_limit_bytes) return;
    constexpr std::uint64_t differs_by_run = std::uint64_t{1} << 20;  // what the process takes before any work
    throw resource_error(fmt::format("{}; the memory limit is {}: all slices fit {}", who, format_bytes(m_limit_bytes),
                                     sufficient_limit_text(saturating_sum(most, differs_by_run))));
  }
  /// Of the keys that are in memory while a group is looked at.
  [[nodiscard]] std::uint64_t bytes_of_keys(std::size_t g) const {
    std::uint64_t positions = 0;
    for (const std::uint32_t s : slices_needed_by(m_order, m_done[g])) positions += m_slices[s].size;
    return key_bytes(m_game, positions);
  }
  /// Of this process, which grows while it works: stacks and what allocators keep, by thread.
  [[nodiscard]] std::uint64_t bytes_to_come() const {
    constexpr std::uint64_t of_process = std::uint64_t{1} << 20;
    constexpr std::uint64_t of_thread = std::uint64_t{256} << 10;
    return of_process + of_thread * resolve_threads(m_scope.threads);
  }
  /// What entries in memory may take: all of them if they fit, else what is left beside the buffers through which the
  /// others are read. @throws resource_error if those have no room.
  [[nodiscard]] std::uint64_t room_for_words(std::size_t g) const {
    const group_needs needs = needs_of(m_set, m_needed[g], m_resident, bytes_beside_entries(), m_scope.threads);
    if (needs.least > m_limit_bytes) {  // something else has grown than was to be expected
      throw resource_error(fmt::format("{}; the memory limit is {}",
                                       needs_text(needs, name_of_group(m_slices, m_done[g])),
                                       format_bytes(m_limit_bytes)));
    }
    if (needs.everything <= m_limit_bytes) return needs.words + (m_limit_bytes - needs.everything);
    return m_limit_bytes - needs.least;
  }

  void verify_entries(std::size_t g, solve_visitor& visitor) {
    m_outcomes.make_room(0, next_use(g, true));
    const std::uint64_t room = room_for_words(g);
    const std::uint64_t missing = m_resident.missing_bytes({m_needed[g].begin(), m_needed[g].end()});
    m_resident.make_room(room - std::min(room, missing), next_use(g, false));
    joined_entries entries(m_game.num_positions());
    for (const std::uint32_t s : m_needed[g]) {
      entries.add(m_set.index().slices[s].first, m_resident.entries(s, room, visitor));
    }
    for (const std::uint32_t s : m_done[g].slices) {
      if (m_shares[s] == 0) continue;
      m_stored_edges += m_set.table(s)->metadata().edges.value_or(0);
      if (!m_is_sample) {
        check_statements(m_game, m_set, s, *m_resident.entries(s, room, visitor), m_scope.threads, visitor, m_found);
      }
      verify_scope here = scope_of(s);
      const position first = m_set.index().slices[s].first;
      here.stretch = {first, first + m_slices[s].size};
      const verify_report part = experiment::verify(m_game, entries, here, visitor);
      m_counted_edges += part.edges.value_or(0);
      m_found.report.add(part);
    }
    for (const std::uint32_t s : m_needed[g]) m_set.table(s)->forget_chunks();
  }

  void verify_by_outcome(std::size_t g, solve_visitor& visitor) {
    const slice_group& group = m_done[g];
    const std::uint32_t number = group.slices.front();
    const std::uint64_t base = bytes_beside_entries();
    const std::uint64_t room = m_limit_bytes - std::min(m_limit_bytes, base);
    const std::uint64_t missing = m_outcomes.missing_bytes(group, m_order);
    m_outcomes.make_room(room - std::min(room, missing), next_use(g, true));
    const std::uint64_t needed = saturating_sum(m_outcomes.bytes(), missing);
    if (needed > room) {
      throw resource_error(
          fmt::format("slice {}: the outcomes that it enters need about {}, {} of the memory limit of {} are left",
                      m_slices[number].name, format_bytes(needed), format_bytes(room), format_bytes(m_limit_bytes)));
    }
    m_resident.make_room(room - needed, next_use(g, false));
    const outcomes_by_slice entered = m_outcomes.entered_by(group, m_order, visitor);
    if (!m_is_sample) {
      check_statements(m_game, m_set, number, *m_set.table(number), m_scope.threads, visitor, m_found);
    }
    const verify_report part = verify_outcomes(m_game.rules(), m_slices, number, *m_set.table(number), entered.by_slice,
                                               scope_of(number), visitor);
    if (const auto stored = m_set.table(number)->metadata().edges; stored && part.edges) {
      m_stored_edges += *stored;
      m_counted_edges += *part.edges;
    }
    m_found.report.add(part);
    m_set.table(number)->forget_chunks();
  }

  const any_game& m_game;
  const table_set& m_set;
  const verify_scope& m_scope;
  std::vector<slice> m_slices;
  std::vector<slice_group> m_order;
  std::vector<slice_group> m_done;
  std::vector<std::vector<std::uint32_t>> m_needed;  ///< by group that is done
  std::uint64_t m_limit_bytes;
  resident_slices m_resident;
  resident_outcomes m_outcomes;
  bool m_is_sample;
  std::vector<std::uint64_t> m_shares;  ///< by slice: how many of its positions are looked at
  set_verification m_found;
  std::uint64_t m_stored_edges = 0;
  std::uint64_t m_counted_edges = 0;  ///< of the slices that say theirs
};

}  // namespace

set_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                   work_monitor& monitor) {
  set_verification found;
  for (std::size_t s = 0; s < set.index().slices.size(); ++s) {
    if (!set.is_done(s)) continue;
    const std::array<std::uint32_t, 1> held{static_cast<std::uint32_t>(s)};
    hold_slices(game, held, threads, monitor);
    check_statements(game, set, s, *set.table(s), threads, monitor, found);
  }
  return found;
}

set_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                            solve_visitor& visitor) {
  return set_verifier(game, set, scope).verify(visitor);
}

}  // namespace zermelo::experiment
