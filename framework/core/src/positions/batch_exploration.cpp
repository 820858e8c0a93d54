// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/batch_exploration.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/inclusive_scan.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/positions/sort_found.hpp>
#include <zermelo/core/rules/packing.hpp>

namespace zermelo {
namespace {

/// Copies keys. @param name  the array's name, for messages @throws input_error for the first key above `max_key`, or
/// for too many keys in a batch.
void copy_keys(std::string_view name, const integer_span& from, std::vector<std::uint64_t>& to) {
  constexpr std::uint64_t max_keys = std::numeric_limits<std::uint32_t>::max();  // indices in a batch have 32 bits
  constexpr std::uint64_t max_key = batch_exploration::max_key;
  if (size_of(from) > max_keys) {
    throw input_error(
        fmt::format("{0}: expected at most {2} entries per batch, got {1}", name, size_of(from), max_keys));
  }
  to.resize(size_of(from));
  std::visit(
      [&]<std::integral Integer>(std::span<const Integer> keys) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
          to[i] = static_cast<std::uint64_t>(keys[i]);  // a negative number becomes a large one
          if (to[i] <= max_key) continue;
          throw input_error(fmt::format("{0}[{1}]: expected 0 to {3}, got {2}", name, i, keys[i], max_key));
        }
      },
      from);
}

}  // namespace

batch_exploration::batch_exploration(unsigned threads)
    : m_threads(resolve_threads(threads)), m_arena(m_threads), m_table(m_threads) {}

void batch_exploration::open(std::span<const key> keys) {
  copy_keys("start", keys, m_targets);
  look_up();
}

std::span<const batch_exploration::key> batch_exploration::next(std::size_t max_positions) const noexcept {
  const auto open = m_keys.span().subspan(num_expanded());
  return open.first(std::min(open.size(), max_positions));
}

void batch_exploration::add(const graph_batch& batch) {
  const std::uint64_t num_awaited = next(batch.to_move.size()).size();
  if (num_awaited < batch.to_move.size()) {
    throw input_error(
        fmt::format("to_move: expected {1} entries, one per key, got {0}", batch.to_move.size(), num_awaited));
  }
  expect_row_ends(batch.indptr, batch.to_move.size(), size_of(batch.targets));
  copy_keys("targets", batch.targets, m_targets);
  const auto unused =
      std::find(batch.terminal.begin(), batch.terminal.end(), static_cast<std::uint8_t>(graph_end::illegal));
  if (unused != batch.terminal.end()) {
    throw input_error(fmt::format("terminal[{}] is {}, which marks an illegal position, but play reaches it",
                                  unused - batch.terminal.begin(), *unused));
  }
  look_up();
  graph_batch numbered = batch;
  numbered.targets = std::span<const std::uint32_t>(m_numbers);
  m_graph.add(numbered, gathered_graph::rows_of::all_positions, m_keys.size());
}

void batch_exploration::look_up() {
  const std::span<const key> targets = m_targets;
  m_by_range.resize(targets.size());
  m_numbers.resize(targets.size());
  const std::vector<std::size_t> starts = m_table.sort_by_range(targets, m_by_range);
  const std::size_t before = m_keys.size();
  const std::span<key> found = m_keys.extend(targets.size());
  std::atomic<std::uint64_t> num_new{0};  // relaxed: numbers need only differ
  for_each_index(m_arena, m_threads, m_table.num_parts(), [&](std::uint64_t part) {
    m_table.insert_all(
        part, std::span(m_by_range).subspan(starts[part], starts[part + 1] - starts[part]),
        [&] {
          const std::uint64_t number = before + num_new.fetch_add(1, std::memory_order_relaxed);
          if (number < csr_graph::max_vertices) return static_cast<std::uint32_t>(number);
          throw resource_error(
              fmt::format("more than {} reachable positions are not supported", csr_graph::max_vertices));
        },
        [&](const target_key<key>& target, std::uint32_t number, bool is_new) {
          m_numbers[target.index] = number;
          if (is_new) found[number - before] = target.key;
        });
  });
  m_keys.shrink(before + num_new.load());
}

batch_exploration::result batch_exploration::finish(work_monitor& monitor) && {
  if (num_expanded() != num_found()) {
    throw std::logic_error(fmt::format("{} positions are not expanded; add them first", num_found() - num_expanded()));
  }
  constexpr std::uint64_t units_of_sorting = 2;
  const std::uint64_t size = m_keys.size();
  monitor.phase("sort", (units_of_sorting + 1) * size);
  m_keys = {};
  zeroed_pages<key> keys(size);
  uninitialized_array<std::uint32_t> position_of(size);
  const auto take = [&](std::uint64_t i, const found_key<key>& at) {
    keys[i] = at.key();
    position_of[at.number_plus_1 - 1] = static_cast<std::uint32_t>(i);
  };
  detail::take_sorted(m_table, take, m_arena, m_threads, monitor);
  return {sorted_keys<key>(std::move(keys)), renumbered(position_of.span(), monitor)};
}

graph_arrays batch_exploration::renumbered(std::span<const std::uint32_t> position_of, work_monitor& monitor) {
  const std::size_t size = position_of.size();
  const std::span<const std::int64_t> old_indptr = m_graph.indptr();
  const std::span<const std::uint32_t> old_indices = m_graph.indices();
  const bool has_distance = !m_graph.distance().empty();
  graph_arrays to{.indptr = uninitialized_array<std::uint64_t>(size + 1),
                  .indices = uninitialized_array<std::uint32_t>(old_indices.size()),
                  .to_move = uninitialized_array<std::uint8_t>(size),
                  .terminal = uninitialized_array<std::uint8_t>(size),
                  .distance = uninitialized_array<std::uint32_t>(has_distance ? size : 0)};
  const auto num_moves = [&](std::size_t v) { return static_cast<std::uint64_t>(old_indptr[v + 1] - old_indptr[v]); };
  to.indptr[0] = 0;
  for (std::size_t v = 0; v < size; ++v) to.indptr[position_of[v] + std::size_t{1}] = num_moves(v);
  inclusive_scan(to.indptr.span(), m_threads);
  for_each_block(size, m_threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const position p = position_of[v];
      const std::uint32_t* from = old_indices.data() + old_indptr[v];
      std::uint32_t* into = to.indices.data() + to.indptr[p];
      for (std::uint64_t i = num_moves(v); i > 0; --i) *into++ = position_of[*from++];
      to.to_move[p] = m_graph.to_move()[v];
      to.terminal[p] = m_graph.terminal()[v];
      if (has_distance) to.distance[p] = m_graph.distance()[v];
    }
  });
  m_graph = {};
  return to;
}

}  // namespace zermelo
