// SPDX-License-Identifier: MIT
#include <zermelo/solving/sets/verify_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/progress/named_phases.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "../plan/game_memory.hpp"
#include "slice_cache.hpp"
#include "summarize_slice.hpp"

namespace zermelo {
namespace {

/// Compares the statements of a table and of the index about a slice with its entries, from the table or from memory.
void check_statements(const any_game& game, const table_set& set, std::size_t number, const solution_entries& entries,
                      unsigned threads, work_monitor& monitor, table_verification& found) {
  const set_slice& listed = set.index().slices[number];
  const slice_sums sums = summarize_slice(game, entries, listed.first, threads, monitor);
  found.signature += sums.share;
  std::vector<std::string> wrong =
      find_false_statements(game, set.table(number)->metadata(), sums.own, {listed.first, listed.first + listed.size},
                            threads, nullptr, monitor);
  if (listed.share != sums.share) wrong.emplace_back("share: the value in set.json differs from the entries");
  for (const std::string& text : wrong) {
    found.false_statements.push_back(fmt::format("slice {}: {}", listed.name, text));
  }
}

/// Returns, by slice, the number of positions to check: its part of a sample, or all positions of a slice that is done.
std::vector<std::uint64_t> num_to_check_by_slice(const table_set& set, const verify_scope& scope) {
  const std::vector<set_slice>& slices = set.index().slices;
  const std::uint64_t done = set.num_positions_done();
  std::vector<std::uint64_t> shares;
  std::uint64_t first = 0;  // first number of the slice, counting only positions of slices that are done
  for (const set_slice& listed : slices) {
    const std::uint64_t size = listed.is_done ? listed.size : 0;
    shares.push_back(is_sample(done, scope) ? share_of_sample(done, scope.sample, {first, first + size}) : size);
    first += size;
  }
  return shares;
}

/// Returns the memory limit of this process.
std::uint64_t limit_of(const verify_scope& scope) {
  constexpr std::uint64_t max_reserved = std::uint64_t{256} << 20;  // for other processes, and the system's file cache
  constexpr std::uint64_t reserved_share = 4;                       // a quarter of the available memory
  const std::uint64_t available = available_memory_bytes();
  const std::uint64_t reserved = std::min(max_reserved, available / reserved_share);
  const std::uint64_t of_machine = saturating_sum(resident_bytes(), available - reserved);
  return std::min(scope.memory_bytes, of_machine);
}

/// Returns, by group, its own slices if it has distances, and the slices that it leads to: for outcomes only if the
/// group has no distances, or distances that count to the conversion. @throws input_error if one is not done.
std::vector<needed_slices> needs_of_groups(const table_set& set, const std::vector<slice>& slices,
                                           const std::vector<slice_group>& groups) {
  const std::vector<slice_group> order = slice_order(slices);
  std::vector<needed_slices> needs;
  for (const slice_group& group : groups) {
    needed_slices& needed = needs.emplace_back();
    const bool by_outcome = set.has_outcomes_only(group.slices.front());
    if (!by_outcome) needed.entries = group.slices;
    std::vector<std::uint32_t>& reached =
        by_outcome || set.index().metric == metric::conversion ? needed.outcomes : needed.entries;
    for (const std::uint32_t reachable : group.successor_groups) {
      for (const std::uint32_t s : order[reachable].slices) {
        if (!set.is_done(s)) {
          throw input_error(fmt::format("slice {} is not done, but {} leads to it; solve it first", slices[s].name,
                                        slices[group.slices.front()].name));
        }
        reached.push_back(s);
      }
    }
  }
  return needs;
}

/// The memory of verifying a group, in bytes.
struct group_needs {
  std::uint64_t outcomes = 0;  ///< the slices that are needed for outcomes only, which are always in memory
  std::uint64_t words = 0;     ///< these outcomes, and the entries of the other needed slices in memory
  std::uint64_t max = 0;       ///< total of the process, with these in memory
  std::uint64_t min = 0;       ///< total of the process without entries in memory
};

/// Verifies the groups whose slices are done, one after the other, with needed slices in memory as far as memory
/// suffices.
class set_verifier {
 public:
  set_verifier(const any_game& game, const table_set& set, const verify_scope& scope)
      : m_game(game),
        m_set(set),
        m_scope(scope),
        m_slices(game.slices()),
        m_order(slice_order(m_slices)),
        m_lookup(groups_to_verify(m_slices, has_gains(game))),
        m_limit_bytes(limit_of(scope)),
        m_is_sample(is_sample(set.num_positions_done(), scope)),
        m_num_to_check(num_to_check_by_slice(set, scope)),
        m_groups(groups_to_check()),
        m_needed(needs_of_groups(set, m_slices, m_groups)),
        m_resident(game, set, scope.threads, m_needed) {}

  [[nodiscard]] table_verification verify(solve_visitor& visitor) {
    expect_space_for_all();
    if (!m_is_sample) m_found.report.edges = 0;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      named_phases progress(visitor, name_of_group(m_slices, m_groups[g]), g + 1, m_groups.size());
      load_slices(m_game, slices_needed_by(m_order, m_groups[g]), m_scope.threads, progress);
      if (m_needed[g].entries.empty()) {
        verify_by_outcome(g, progress);
      } else {
        verify_entries(g, progress);
      }
    }
    return std::move(m_found);
  }

 private:
  [[nodiscard]] std::vector<slice_group> groups_to_check() const {
    std::vector<slice_group> groups;
    for (const slice_group& group : m_order) {
      if (!m_set.is_done(group.slices.front())) continue;  // all slices of a group are done, or none
      const auto is_checked = [this](std::uint32_t s) { return m_num_to_check[s] > 0; };
      if (std::ranges::any_of(group.slices, is_checked)) groups.push_back(group);
    }
    return groups;
  }
  /// Returns the positions of a group to verify.
  [[nodiscard]] verify_scope scope_of(const slice_group& group) const {
    verify_scope scope = m_scope;
    scope.ranges.clear();
    scope.sample = 0;
    for (const std::uint32_t s : group.slices) {
      const position first = m_set.index().slices[s].first;
      scope.ranges.push_back({first, first + m_slices[s].size});
      if (m_is_sample) scope.sample += m_num_to_check[s];
      if (counts_distinct_moves(m_game, m_set.table(s)->metadata())) scope.counts_distinct_moves = true;
    }
    return scope;
  }
  /// Returns the memory of this process, without cached entries.
  [[nodiscard]] std::uint64_t bytes_without_entries() const {
    give_back_memory();
    return saturating_difference(resident_bytes(), m_resident.bytes());
  }
  /// @param base  memory of the process without entries and buffers
  [[nodiscard]] group_needs needs_of(std::size_t g, std::uint64_t base) const {
    group_needs needs;
    const needed_slices& needed = m_needed[g];
    for (const std::uint32_t s : needed.outcomes) {
      needs.outcomes = saturating_sum(needs.outcomes, m_resident.bytes_of(true, s));
    }
    needs.words = needs.outcomes;
    for (const std::uint32_t s : needed.entries)
      needs.words = saturating_sum(needs.words, m_resident.bytes_of(false, s));
    if (needed.entries.empty()) {
      needs.max = needs.min = saturating_sum(base, needs.words);
      return needs;
    }
    const std::uint64_t num_threads = resolve_threads(m_scope.threads);
    std::uint64_t max_chunk_positions = 0;
    std::uint64_t cache_bytes = 0;
    for (const std::uint32_t s : needed.entries) {
      max_chunk_positions = std::max(max_chunk_positions, m_set.table(s)->read_together(0).end);
      cache_bytes += m_set.table(s)->cache_bytes();
    }
    constexpr std::uint64_t stack_and_list_bytes = std::uint64_t{1} << 20;
    const std::uint64_t chunk_bytes = max_chunk_positions * sizeof(position_value);
    const std::uint64_t loading = stack_and_list_bytes + cache_bytes + num_threads * chunks_per_reader * chunk_bytes;
    const std::uint64_t runs = num_threads * entry_reader::max_runs * chunk_bytes;
    needs.max = saturating_sum(base, loading, needs.words);
    needs.min = std::min(needs.max, saturating_sum(base, loading, runs, needs.outcomes));
    return needs;
  }
  [[nodiscard]] std::string needs_text(std::size_t g, const group_needs& needs) const {
    const std::string text = fmt::format("slice {}: verifying needs about {}", name_of_group(m_slices, m_groups[g]),
                                         format_bytes(needs.max));
    if (m_needed[g].entries.empty()) return text + ", with the outcomes of its successors";
    return text + fmt::format(" with all entries in memory, {} with none", format_bytes(needs.min));
  }
  /// @throws resource_error naming the group that needs the most memory, and a limit that suffices for all groups.
  void expect_space_for_all() const {
    const std::uint64_t base = saturating_sum(bytes_without_entries(), growth_bytes());
    group_needs largest;
    std::size_t group_of_largest = 0;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      const group_needs needs = needs_of(g, saturating_sum(base, bytes_of_keys(g)));
      if (needs.min <= largest.min) continue;
      largest = needs;
      group_of_largest = g;
    }
    if (largest.min <= m_limit_bytes) return;
    constexpr std::uint64_t difference_of_runs = std::uint64_t{1} << 20;  // variation of the process's initial memory
    throw resource_error(fmt::format("{}; the memory limit is {}, and {} suffices for all slices",
                                     needs_text(group_of_largest, largest), format_bytes(m_limit_bytes),
                                     sufficient_limit_text(saturating_sum(largest.min, difference_of_runs))));
  }
  /// Returns the memory of the keys while a group is verified.
  [[nodiscard]] std::uint64_t bytes_of_keys(std::size_t g) const {
    std::uint64_t positions = 0;
    for (const std::uint32_t s : slices_needed_by(m_order, m_groups[g])) positions += m_slices[s].size;
    return key_bytes(m_game, positions);
  }
  /// Returns the growth of this process while it works: stacks, and memory that allocators retain.
  [[nodiscard]] std::uint64_t growth_bytes() const {
    constexpr std::uint64_t process_bytes = std::uint64_t{1} << 20;
    constexpr std::uint64_t thread_bytes = std::uint64_t{256} << 10;
    return process_bytes + thread_bytes * resolve_threads(m_scope.threads);
  }
  /// Returns the memory for entries or outcomes: enough for all if the limit suffices, otherwise the memory that the
  /// limit leaves after the buffers for reading entries from their tables. @throws resource_error if the limit is too
  /// low for the buffers.
  [[nodiscard]] std::uint64_t space_for_words(std::size_t g) const {
    const group_needs needs = needs_of(g, bytes_without_entries());
    if (needs.min > m_limit_bytes) {  // the process has grown more than growth_bytes
      throw resource_error(
          fmt::format("{}; the memory limit is {}", needs_text(g, needs), format_bytes(m_limit_bytes)));
    }
    if (needs.max <= m_limit_bytes) return needs.words + (m_limit_bytes - needs.max);
    return needs.outcomes + (m_limit_bytes - needs.min);
  }

  void verify_entries(std::size_t g, solve_visitor& visitor) {
    const std::uint64_t space = space_for_words(g);
    (void)m_resident.make_space(g, g + 1, space);
    const auto entries = m_resident.entries_of(g, space, visitor);
    if (!m_is_sample) {
      for (const std::uint32_t s : m_groups[g].slices) {
        check_statements(m_game, m_set, s, *m_resident.entries(s, space, visitor), m_scope.threads, visitor, m_found);
      }
    }
    const slice_lookup* const lookup = m_lookup ? &*m_lookup : nullptr;
    add(m_groups[g], verify_solution(m_game.rules(), *entries, scope_of(m_groups[g]), visitor, lookup));
    for (const std::uint32_t s : slices_needed_by(m_order, m_groups[g])) m_set.table(s)->forget_chunks();
  }

  void verify_by_outcome(std::size_t g, solve_visitor& visitor) {
    const slice_group& group = m_groups[g];
    const std::uint32_t number = group.slices.front();  // the only slice
    (void)m_resident.make_space(g, g + 1, space_for_words(g));
    const outcomes_by_slice reachable = m_resident.outcomes_of(g, visitor);
    if (!m_is_sample) {
      check_statements(m_game, m_set, number, *m_set.table(number), m_scope.threads, visitor, m_found);
    }
    add(group, verify_outcomes(m_game.rules(), m_slices, number, *m_set.table(number), reachable.by_slice,
                               scope_of(group), visitor));
    m_set.table(number)->forget_chunks();
  }

  /// Adds the report on a group, and compares the number of its moves with what its tables state.
  void add(const slice_group& group, const verify_report& part) {
    m_found.report.add(part);
    if (m_is_sample) return;
    std::uint64_t stored = 0;
    for (const std::uint32_t s : group.slices) {
      const std::optional<std::uint64_t> edges = m_set.table(s)->metadata().edges;
      if (!edges) return;
      stored += *edges;
    }
    if (const auto wrong = false_edges_text(stored, part.edges)) {
      m_found.false_statements.push_back(fmt::format("slice {}: {}", name_of_group(m_slices, group), *wrong));
    }
  }

  const any_game& m_game;
  const table_set& m_set;
  const verify_scope& m_scope;
  std::vector<slice> m_slices;
  std::vector<slice_group> m_order;      ///< all groups of the game
  std::optional<slice_lookup> m_lookup;  ///< the result of groups_to_verify
  std::uint64_t m_limit_bytes;
  bool m_is_sample;
  std::vector<std::uint64_t> m_num_to_check;  ///< [slice]
  std::vector<slice_group> m_groups;          ///< to be verified
  std::vector<needed_slices> m_needed;        ///< [group to be verified]
  slice_cache m_resident;
  table_verification m_found;
};

}  // namespace

table_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                     work_monitor& monitor) {
  table_verification found;
  for (std::size_t s = 0; s < set.index().slices.size(); ++s) {
    if (!set.is_done(s)) continue;
    const std::array<std::uint32_t, 1> checked{static_cast<std::uint32_t>(s)};
    load_slices(game, checked, threads, monitor);
    check_statements(game, set, s, *set.table(s), threads, monitor, found);
  }
  return found;
}

table_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                              solve_visitor& visitor) {
  return set_verifier(game, set, scope).verify(visitor);
}

}  // namespace zermelo
