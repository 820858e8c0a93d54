// SPDX-License-Identifier: MIT
#include <zermelo/core/graph/csr_graph.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

constexpr std::uint64_t max_moves = packed_word<std::uint32_t>::max_low;  // the greatest counter of a packed word

template <std::integral Integer>
[[nodiscard]] constexpr std::make_unsigned_t<Integer> as_unsigned(Integer number) noexcept {
  return static_cast<std::make_unsigned_t<Integer>>(number);
}

/// The unused indices, one bit per position.
class unused_bits {
 public:
  explicit unused_bits(std::uint64_t size) : m_words((size + bits_per_word - 1) / bits_per_word) {}
  /// Thread-safe for blocks that begin at multiples of 64.
  void set(std::uint64_t begin, std::span<const std::uint8_t> terminal) {
    for (std::size_t i = 0; i < terminal.size(); ++i) {
      const std::uint64_t v = begin + i;
      m_words[v / bits_per_word] |= std::uint64_t{is_unused(terminal[i])} << v % bits_per_word;
    }
  }
  [[nodiscard]] bool operator[](std::uint64_t v) const noexcept {
    return (m_words[v / bits_per_word] >> v % bits_per_word & 1) != 0;
  }
  [[nodiscard]] static constexpr bool is_unused(std::uint8_t code) noexcept {
    return code == static_cast<std::uint8_t>(graph_end::illegal);
  }

 private:
  static constexpr unsigned bits_per_word = 64;
  std::vector<std::uint64_t> m_words;
};

/// Checks the arrays of one graph. A sweep over a block only determines whether all its entries are valid, so that
/// compilers vectorize it. For the message, the first invalid block is then checked entry by entry.
class arrays_check {
 public:
  arrays_check(const graph_spans& arrays, unsigned threads, work_monitor& monitor)
      : m_arrays(arrays), m_threads(threads), m_monitor(monitor), m_num_moves(size_of(arrays.indices)) {}

  /// Returns whether there are unused indices.
  [[nodiscard]] bool run() {
    check_sizes();
    std::visit([this](auto indptr) { check_bounds(indptr); }, m_arrays.indptr);
    m_monitor.phase("check", m_size + m_num_moves);
    std::visit([this](auto indptr) { check_positions(indptr); }, m_arrays.indptr);
    std::optional<unused_bits> unused;
    if (m_has_unused.load()) unused = list_unused();
    std::visit([this, &unused](auto indices) { check_moves(indices, unused); }, m_arrays.indices);
    return unused.has_value();
  }

 private:
  void check_sizes() {
    const std::uint64_t num_starts = size_of(m_arrays.indptr);
    if (num_starts == 0) throw input_error("indptr: expected at least 2 entries (1 position), got 0");
    m_size = num_starts - 1;
    if (m_size == 0) throw input_error("indptr: expected at least 2 entries (1 position), got 1");
    if (m_size > csr_graph::max_vertices) {
      throw input_error(fmt::format("indptr has {} entries; at most {} positions are supported", num_starts,
                                    csr_graph::max_vertices));
    }
    check_size("to_move", m_arrays.to_move.size());
    check_size("terminal", m_arrays.terminal.size());
    if (!m_arrays.distance.empty()) check_size("distance", m_arrays.distance.size());
    if (m_arrays.conventions.seen_by == viewpoint::to_move && m_arrays.conventions.infinite_play) {
      throw input_error(
          fmt::format("infinite_play '{}' cannot be combined with seen_by 'player_to_move'; omit infinite_play",
                      *m_arrays.conventions.infinite_play == player::first ? "first" : "second"));
    }
  }
  void check_size(std::string_view name, std::size_t size) const {
    if (size == m_size) return;
    throw input_error(fmt::format("{0}: expected {2} entries, one less than indptr, got {1}", name, size, m_size));
  }

  template <std::integral Start>
  void check_bounds(std::span<const Start> indptr) const {
    if (indptr.front() != 0) throw input_error(fmt::format("indptr[0]: expected 0, got {}", indptr.front()));
    if (!std::in_range<std::uint64_t>(indptr.back()) || static_cast<std::uint64_t>(indptr.back()) != m_num_moves) {
      throw input_error(fmt::format("indptr[{0}]: expected {2}, the number of entries of indices, got {1}", m_size,
                                    indptr.back(), m_num_moves));
    }
  }

  /// Calls is_sound(begin, end) for blocks of 0 .. size - 1, on all threads; then calls reject(v), which throws if v is
  /// wrong, for v from the beginning of the first block that is not sound.
  void check_blocks(std::uint64_t size, const std::function<bool(std::uint64_t, std::uint64_t)>& is_sound,
                    const std::function<void(std::uint64_t)>& reject) {
    constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
    std::atomic<std::uint64_t> first_wrong{none};  // relaxed: read after the loop's join
    for_each_block(size, m_threads, m_monitor, [&](std::uint64_t begin, std::uint64_t end) {
      if (!is_sound(begin, end)) lower_to(first_wrong, begin);
    });
    for (std::uint64_t i = first_wrong.load(); i < size; ++i) reject(i);
  }

  template <std::integral Start>
  void check_positions(std::span<const Start> indptr) {
    const bool is_relative = m_arrays.conventions.seen_by == viewpoint::to_move;
    const std::uint8_t max_player = is_relative ? 0 : 1;
    check_blocks(
        m_size,
        [&](std::uint64_t begin, std::uint64_t end) {
          return is_valid_range(indptr, begin, static_cast<std::size_t>(end - begin), max_player);
        },
        [&](std::uint64_t v) { reject_position(indptr, v, max_player); });
  }
  template <std::integral Start>
  [[nodiscard]] bool is_valid_range(std::span<const Start> indptr, std::uint64_t begin, std::size_t size,
                                    std::uint8_t max_player) {
    const Start* const starts = indptr.data() + begin;
    const std::uint8_t* const terminal = m_arrays.terminal.data() + begin;
    const std::uint8_t* const to_move = m_arrays.to_move.data() + begin;
    const std::uint64_t num_moves = m_num_moves;
    bool is_wrong = false;
    bool has_unused = false;
    for (std::size_t i = 0; i < size; ++i) {
      is_wrong |= terminal[i] >= num_graph_ends;
      is_wrong |= to_move[i] > max_player;
      has_unused |= unused_bits::is_unused(terminal[i]);
    }
    for (std::size_t i = 0; i < size; ++i) {
      const auto moves = static_cast<std::uint64_t>(as_unsigned(starts[i + 1])) - as_unsigned(starts[i]);
      is_wrong |= starts[i + 1] < starts[i];
      is_wrong |= as_unsigned(starts[i + 1]) > num_moves;
      is_wrong |= moves > (terminal[i] == 0 ? max_moves : 0);
    }
    if (!m_arrays.distance.empty()) {
      const std::uint32_t* const distance = m_arrays.distance.data() + begin;
      for (std::size_t i = 0; i < size; ++i) is_wrong |= distance[i] > max_distance_at(terminal[i]);
    }
    if (has_unused) m_has_unused.store(true, std::memory_order_relaxed);
    return !is_wrong;
  }
  [[nodiscard]] static std::uint64_t max_distance_at(std::uint8_t code) noexcept {
    return code >= static_cast<std::uint8_t>(graph_end::first_has_won) &&
                   code <= static_cast<std::uint8_t>(graph_end::tie)
               ? csr_graph::max_end_distance
               : 0;
  }
  /// @throws input_error if the entries of position v are invalid.
  template <std::integral Start>
  void reject_position(std::span<const Start> indptr, std::uint64_t v, std::uint8_t max_player) const {
    const std::uint8_t code = m_arrays.terminal[v];
    if (code >= num_graph_ends) {
      throw input_error(fmt::format("terminal[{0}]: expected 0 to {2}, got {1}", v, code, num_graph_ends - 1));
    }
    if (m_arrays.to_move[v] > max_player) {
      throw input_error(fmt::format("to_move[{0}]: expected {2}, got {1}", v, m_arrays.to_move[v],
                                    max_player == 0 ? "0, since seen_by is player_to_move" : "0 or 1"));
    }
    const Start start = indptr[v];
    const Start end = indptr[v + 1];
    if (end < start) {
      throw input_error(
          fmt::format("indptr[{0}]: expected at least indptr[{2}], which is {3}, got {1}", v + 1, end, v, start));
    }
    if (as_unsigned(end) > m_num_moves) {
      throw input_error(fmt::format("indptr[{0}]: expected at most {2}, the number of entries of indices, got {1}",
                                    v + 1, end, m_num_moves));
    }
    const auto moves = static_cast<std::uint64_t>(as_unsigned(end)) - as_unsigned(start);
    if (code != 0 && moves > 0) {
      throw input_error(
          fmt::format("terminal[{}] is {}, {}, but indptr has moves at position {}; expected 0, got {}", v, code,
                      unused_bits::is_unused(code) ? "an illegal position" : "a terminal position", v, moves));
    }
    if (moves > max_moves) {
      throw input_error(fmt::format("indptr has {1} moves at position {0}; expected at most {2}", v, moves, max_moves));
    }
    if (m_arrays.distance.empty()) return;
    const std::uint64_t allowed = max_distance_at(code);
    if (m_arrays.distance[v] <= allowed) return;
    if (allowed == 0) {
      throw input_error(
          fmt::format("distance[{0}]: expected 0 where terminal is {2}, got {1}", v, m_arrays.distance[v], code));
    }
    throw input_error(fmt::format("distance[{0}]: expected at most {2}, got {1}", v, m_arrays.distance[v], allowed));
  }

  [[nodiscard]] unused_bits list_unused() const {
    unused_bits unused(m_size);
    constexpr std::uint64_t block_size = sweep_block_size;
    for_each_index(m_threads, (m_size + block_size - 1) / block_size, [&](std::uint64_t block) {
      m_monitor.check_stop();
      const std::uint64_t begin = block * block_size;
      unused.set(begin, m_arrays.terminal.subspan(begin, std::min(block_size, m_size - begin)));
    });
    return unused;
  }

  template <std::integral Vertex>
  void check_moves(std::span<const Vertex> indices, const std::optional<unused_bits>& unused) {
    const std::uint64_t num_positions = m_size;
    check_blocks(
        indices.size(),
        [&](std::uint64_t begin, std::uint64_t end) {
          const auto targets = indices.subspan(begin, end - begin);
          bool is_wrong = false;
          for (const Vertex to : targets) is_wrong |= as_unsigned(to) >= num_positions;
          if (is_wrong || !unused) return !is_wrong;
          for (const Vertex to : targets) is_wrong |= (*unused)[as_unsigned(to)];
          return !is_wrong;
        },
        [&](std::uint64_t i) { reject_move(i, indices[i], unused); });
  }
  /// @throws input_error if move i is invalid.
  template <std::integral Vertex>
  void reject_move(std::uint64_t i, Vertex to, const std::optional<unused_bits>& unused) const {
    if (as_unsigned(to) >= m_size) {
      throw input_error(fmt::format("indices[{0}], a move of position {2}: expected 0 to {3}, got {1}", i, to,
                                    position_of_move(i), m_size - 1));
    }
    if (unused && (*unused)[as_unsigned(to)]) {
      throw input_error(
          fmt::format("indices[{}] is {}, a move of position {} to an illegal position: terminal[{}] is {}", i, to,
                      position_of_move(i), to, m_arrays.terminal[as_unsigned(to)]));
    }
  }
  [[nodiscard]] std::uint64_t position_of_move(std::uint64_t i) const {
    return std::visit(
        [i](auto indptr) {
          const auto is_behind = [](std::uint64_t number, auto start) { return number < as_unsigned(start); };
          const auto behind = std::upper_bound(indptr.begin(), indptr.end(), i, is_behind);
          return static_cast<std::uint64_t>(behind - indptr.begin() - 1);
        },
        m_arrays.indptr);
  }

  const graph_spans& m_arrays;
  unsigned m_threads;
  work_monitor& m_monitor;
  std::uint64_t m_num_moves;
  std::uint64_t m_size = 0;               ///< number of positions
  std::atomic<bool> m_has_unused{false};  ///< relaxed: read after the loop's join
};

/// The same array with unsigned elements. Precondition: no element is negative.
template <std::integral Integer>
[[nodiscard]] std::span<const std::make_unsigned_t<Integer>> unsigned_span(std::span<const Integer> numbers) {
  return {reinterpret_cast<const std::make_unsigned_t<Integer>*>(numbers.data()), numbers.size()};
}

}  // namespace

csr_graph::checked_rows csr_graph::check(const graph_spans& arrays, unsigned threads, work_monitor& monitor) {
  const bool has_unused = arrays_check(arrays, resolve_threads(threads), monitor).run();
  return std::visit(
      [has_unused]<class Start, class Vertex>(std::span<const Start> indptr,
                                              std::span<const Vertex> indices) -> checked_rows {
        using rows = borrowed_rows<std::make_unsigned_t<Vertex>, std::make_unsigned_t<Start>>;
        return {rows(unsigned_span(indptr), unsigned_span(indices)), has_unused};
      },
      arrays.indptr, arrays.indices);
}

csr_graph::csr_graph(const graph_spans& arrays, checked_rows checked)
    : m_rows(checked.rows),
      m_labels(arrays),
      m_num_vertices(size_of(arrays.indptr) - 1),
      m_num_edges(size_of(arrays.indices)),
      m_has_unused(checked.has_unused) {}

csr_graph::csr_graph(const graph_spans& arrays, unsigned threads, work_monitor& monitor)
    : csr_graph(arrays, check(arrays, threads, monitor)) {}

}  // namespace zermelo
