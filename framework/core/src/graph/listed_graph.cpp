// SPDX-License-Identifier: MIT
#include <zermelo/core/graph/listed_graph.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

constexpr std::uint64_t max_moves = packed_word<std::uint32_t>::max_low;  // of words, see packed_word.hpp

template <std::integral Integer>
[[nodiscard]] constexpr std::make_unsigned_t<Integer> as_unsigned(Integer number) noexcept {
  return static_cast<std::make_unsigned_t<Integer>>(number);
}

/// The holes among the positions, a bit each.
class hole_bits {
 public:
  explicit hole_bits(std::uint64_t size) : m_words((size + bits_per_word - 1) / bits_per_word) {}
  /// Thread-safe for blocks that begin at multiples of 64.
  void set(std::uint64_t begin, std::span<const std::uint8_t> terminal) {
    for (std::size_t i = 0; i < terminal.size(); ++i) {
      const std::uint64_t v = begin + i;
      m_words[v / bits_per_word] |= std::uint64_t{is_hole(terminal[i])} << v % bits_per_word;
    }
  }
  [[nodiscard]] bool operator[](std::uint64_t v) const noexcept {
    return (m_words[v / bits_per_word] >> v % bits_per_word & 1) != 0;
  }
  [[nodiscard]] static constexpr bool is_hole(std::uint8_t code) noexcept {
    return code == static_cast<std::uint8_t>(graph_end::illegal);
  }

 private:
  static constexpr unsigned bits_per_word = 64;
  std::vector<std::uint64_t> m_words;
};

/// Checks the arrays of one graph. A sweep over a block only says whether all of the block is right, so that compilers
/// vectorize it; the first block that is not is then gone through entry by entry, for the message.
template <std::integral Start, std::integral Vertex>
class arrays_check {
 public:
  arrays_check(const graph_spans& arrays, unsigned threads, work_monitor& monitor)
      : m_indptr(std::get<std::span<const Start>>(arrays.indptr)),
        m_indices(std::get<std::span<const Vertex>>(arrays.indices)),
        m_arrays(arrays),
        m_threads(threads),
        m_monitor(monitor) {}

  /// Returns whether there are holes.
  [[nodiscard]] bool run() {
    check_sizes();
    m_monitor.phase("check", m_size + m_indices.size());
    check_positions();
    std::optional<hole_bits> holes;
    if (m_has_holes.load()) holes = list_holes();
    check_moves(holes);
    return holes.has_value();
  }

 private:
  void check_sizes() {
    if (m_indptr.empty()) throw input_error("indptr has no entries; a graph of V positions has V + 1");
    m_size = m_indptr.size() - 1;
    if (m_size == 0) throw input_error("indptr has 1 entry, so there are no positions; at least 1 is needed");
    if (m_size > listed_graph::max_vertices) {
      throw input_error(
          fmt::format("indptr has {} entries, one more than positions; at most {} positions can be solved",
                      m_indptr.size(), listed_graph::max_vertices));
    }
    check_size("to_move", m_arrays.to_move.size());
    check_size("terminal", m_arrays.terminal.size());
    if (!m_arrays.distance.empty()) check_size("distance", m_arrays.distance.size());
    if (m_arrays.conventions.seen_by == viewpoint::mover && m_arrays.conventions.infinite_play) {
      throw input_error(fmt::format("infinite_play is {}; nobody wins infinite play where seen_by is mover",
                                    *m_arrays.conventions.infinite_play == player::first ? "first" : "second"));
    }
    if (m_indptr.front() != 0) throw input_error(fmt::format("indptr[0] is {}; it must be 0", m_indptr.front()));
    if (!std::in_range<std::size_t>(m_indptr.back()) || static_cast<std::size_t>(m_indptr.back()) != m_indices.size()) {
      throw input_error(fmt::format("indptr[{}], the last, is {}; it must be {}, the number of entries of indices",
                                    m_size, m_indptr.back(), m_indices.size()));
    }
  }
  void check_size(std::string_view name, std::size_t size) const {
    if (size == m_size) return;
    throw input_error(fmt::format("{} has {} entries; it must have {}, one less than indptr", name, size, m_size));
  }

  /// Calls sound(begin, end) for blocks of 0 .. size - 1, on all threads; then refuse(v) for the entries of the first
  /// block where it returned false.
  template <class IsSound, class Refuse>
  void check_blocks(std::uint64_t size, const IsSound& is_sound, const Refuse& refuse) {
    constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
    std::atomic<std::uint64_t> first_wrong{none};  // relaxed: read after the loop's join
    for_each_block(size, m_threads, m_monitor, [&](std::uint64_t begin, std::uint64_t end) {
      if (is_sound(begin, end)) return;
      std::uint64_t known = first_wrong.load(std::memory_order_relaxed);
      while (begin < known && !first_wrong.compare_exchange_weak(known, begin, std::memory_order_relaxed)) {}
    });
    for (std::uint64_t i = first_wrong.load(); i < size; ++i) refuse(i);
  }

  void check_positions() {
    const bool by_mover = m_arrays.conventions.seen_by == viewpoint::mover;
    const std::uint8_t max_player = by_mover ? 0 : 1;
    check_blocks(
        m_size,
        [&](std::uint64_t begin, std::uint64_t end) {
          return is_sound_stretch(begin, static_cast<std::size_t>(end - begin), max_player);
        },
        [&](std::uint64_t v) { refuse_position(v, max_player); });
  }
  [[nodiscard]] bool is_sound_stretch(std::uint64_t begin, std::size_t size, std::uint8_t max_player) {
    const Start* const starts = m_indptr.data() + begin;
    const std::uint8_t* const terminal = m_arrays.terminal.data() + begin;
    const std::uint8_t* const to_move = m_arrays.to_move.data() + begin;
    const std::uint64_t num_moves = m_indices.size();
    bool is_wrong = false;
    bool has_holes = false;
    for (std::size_t i = 0; i < size; ++i) {
      is_wrong |= terminal[i] >= num_graph_ends;
      is_wrong |= to_move[i] > max_player;
      has_holes |= hole_bits::is_hole(terminal[i]);
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
    if (has_holes) m_has_holes.store(true, std::memory_order_relaxed);
    return !is_wrong;
  }
  [[nodiscard]] static std::uint64_t max_distance_at(std::uint8_t code) noexcept {
    return code >= static_cast<std::uint8_t>(graph_end::first_has_won) &&
                   code <= static_cast<std::uint8_t>(graph_end::tie)
               ? listed_graph::max_end_distance
               : 0;
  }
  /// @throws input_error if the position is wrong.
  void refuse_position(std::uint64_t v, std::uint8_t max_player) const {
    const std::uint8_t code = m_arrays.terminal[v];
    if (code >= num_graph_ends) {
      throw input_error(fmt::format("terminal[{}] is {}; it must be one of 0 .. {}", v, code, num_graph_ends - 1));
    }
    if (m_arrays.to_move[v] > max_player) {
      throw input_error(fmt::format("to_move[{}] is {}; it must be {}", v, m_arrays.to_move[v],
                                    max_player == 0 ? "0, as seen_by is mover" : "0 or 1"));
    }
    const Start start = m_indptr[v];
    const Start end = m_indptr[v + 1];
    if (end < start) {
      throw input_error(
          fmt::format("indptr[{}] is {}, less than indptr[{}], which is {}; it must not fall", v + 1, end, v, start));
    }
    if (as_unsigned(end) > m_indices.size()) {
      throw input_error(fmt::format("indptr[{}] is {}; it must be at most {}, the number of entries of indices", v + 1,
                                    end, m_indices.size()));
    }
    const auto moves = static_cast<std::uint64_t>(as_unsigned(end)) - as_unsigned(start);
    if (code != 0 && moves > 0) {
      throw input_error(fmt::format("terminal[{}] is {}, {}, but indptr gives position {} {} moves; it must have none",
                                    v, code, hole_bits::is_hole(code) ? "a hole" : "an end of play", v, moves));
    }
    if (moves > max_moves) {
      throw input_error(fmt::format("indptr gives position {} {} moves; it may have {}", v, moves, max_moves));
    }
    if (m_arrays.distance.empty()) return;
    const std::uint64_t allowed = max_distance_at(code);
    if (m_arrays.distance[v] <= allowed) return;
    if (allowed == 0) {
      throw input_error(
          fmt::format("distance[{}] is {}; it must be 0 where terminal is {}", v, m_arrays.distance[v], code));
    }
    throw input_error(fmt::format("distance[{}] is {}; it must be at most {}", v, m_arrays.distance[v], allowed));
  }

  [[nodiscard]] hole_bits list_holes() const {
    hole_bits holes(m_size);
    constexpr std::uint64_t block_size = sweep_block_size;
    for_each_index(m_threads, (m_size + block_size - 1) / block_size, [&](std::uint64_t block) {
      m_monitor.check_stop();
      const std::uint64_t begin = block * block_size;
      holes.set(begin, m_arrays.terminal.subspan(begin, std::min(block_size, m_size - begin)));
    });
    return holes;
  }

  void check_moves(const std::optional<hole_bits>& holes) {
    const std::uint64_t num_positions = m_size;
    check_blocks(
        m_indices.size(),
        [&](std::uint64_t begin, std::uint64_t end) {
          const auto targets = m_indices.subspan(begin, end - begin);
          bool is_wrong = false;
          for (const Vertex to : targets) is_wrong |= as_unsigned(to) >= num_positions;
          if (is_wrong || !holes) return !is_wrong;
          for (const Vertex to : targets) is_wrong |= (*holes)[as_unsigned(to)];
          return !is_wrong;
        },
        [&](std::uint64_t i) { refuse_move(i, holes); });
  }
  /// @throws input_error if the move is wrong.
  void refuse_move(std::uint64_t i, const std::optional<hole_bits>& holes) const {
    const Vertex to = m_indices[i];
    const auto from = [&] {
      const auto behind = std::upper_bound(m_indptr.begin(), m_indptr.end(), i, [](std::uint64_t number, Start start) {
        return number < as_unsigned(start);
      });
      return behind - m_indptr.begin() - 1;
    };
    if (as_unsigned(to) >= m_size) {
      throw input_error(fmt::format("indices[{}] is {}, a move of position {}; it must be one of 0 .. {}", i, to,
                                    from(), m_size - 1));
    }
    if (holes && (*holes)[as_unsigned(to)]) {
      throw input_error(fmt::format("indices[{}] is {}, a move of position {} to a hole: terminal[{}] is {}", i, to,
                                    from(), to, m_arrays.terminal[as_unsigned(to)]));
    }
  }

  std::span<const Start> m_indptr;
  std::span<const Vertex> m_indices;
  const graph_spans& m_arrays;
  unsigned m_threads;
  work_monitor& m_monitor;
  std::uint64_t m_size = 0;              ///< positions
  std::atomic<bool> m_has_holes{false};  ///< relaxed: read after the loop's join
};

/// The same array with unsigned elements. Precondition: no element is negative.
template <std::integral Integer>
[[nodiscard]] std::span<const std::make_unsigned_t<Integer>> unsigned_span(std::span<const Integer> numbers) {
  return {reinterpret_cast<const std::make_unsigned_t<Integer>*>(numbers.data()), numbers.size()};
}

}  // namespace

listed_graph::checked_rows listed_graph::check(const graph_spans& arrays, unsigned threads, work_monitor& monitor) {
  return std::visit(
      [&]<class Start, class Vertex>(std::span<const Start> indptr, std::span<const Vertex> indices) -> checked_rows {
        const bool has_holes = arrays_check<Start, Vertex>(arrays, resolve_threads(threads), monitor).run();
        using rows = borrowed_rows<std::make_unsigned_t<Vertex>, std::make_unsigned_t<Start>>;
        return {rows(unsigned_span(indptr), unsigned_span(indices)), has_holes};
      },
      arrays.indptr, arrays.indices);
}

listed_graph::listed_graph(const graph_spans& arrays, checked_rows checked)
    : m_rows(checked.rows),
      m_labels(arrays),
      m_num_vertices(size_of(arrays.indptr) - 1),
      m_num_edges(size_of(arrays.indices)),
      m_has_holes(checked.has_holes) {}

listed_graph::listed_graph(const graph_spans& arrays, unsigned threads, work_monitor& monitor)
    : listed_graph(arrays, check(arrays, threads, monitor)) {}

}  // namespace zermelo
