// SPDX-License-Identifier: MIT
// The stored graph of a game whose moves make few differences. Where positions are numbered as a box of digits, which
// most rankings are, a move adds to the number what the piece and its way say, wherever the others stand: KRvK has 60
// such differences, an n x n board of crosses and noughts 2 n^2. Then a move u -> v can be stored as one bit at v,
// which says that v - difference is a predecessor. Bits need no counting before they are set, so that the rules are
// asked for every move once, and bits take less memory than rows of numbers.
//
// The rare moves that make another difference, and the second of two moves from one position to one other, stand in a
// list beside, sorted.
//
//   time    one walk over all moves, one memory operation a move
//   memory  8 bytes a position for every 64 differences, 2 of out-degrees, 16 a move beside, twice that while they are
//           sorted
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>

namespace zermelo {

/// Some differences of position numbers, modulo 2^64, and the number of each among them.
class move_differences {
 public:
  static constexpr std::size_t bits_per_word = 64;
  static constexpr std::size_t max_differences = 4 * bits_per_word;
  static constexpr std::uint32_t none = max_differences;

  move_differences() = default;
  /// Precondition: all different, at most `max_differences` of them.
  explicit move_differences(std::span<const std::uint64_t> differences)
      : m_all(differences.begin(), differences.end()) {
    // Some multiplier puts few of them in each other's places, or none: looking them up stalls no processor then.
    constexpr std::uint64_t num_tries = 64;
    std::size_t least = m_all.size() * m_all.size() + 1;
    std::uint64_t best = 0;
    for (std::uint64_t i = 0; i < num_tries && least > 0; ++i) {
      m_multiplier = splitmix64_mix(i) | 1;
      const std::size_t steps = fill();
      if (steps >= least) continue;
      least = steps;
      best = m_multiplier;
    }
    m_multiplier = best;
    fill();
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_all.size(); }
  [[nodiscard]] std::uint64_t operator[](std::size_t number) const noexcept { return m_all[number]; }
  /// The number of a difference; `none` if it is not among them.
  [[nodiscard]] [[gnu::always_inline]] std::uint32_t number_of(std::uint64_t difference) const noexcept {
    std::size_t at = slot_of(difference);
    while (m_slots[at].difference != difference && m_slots[at].number != none) at = (at + 1) % num_slots;
    return m_slots[at].number;
  }

 private:
  struct slot {
    std::uint64_t difference = 0;
    std::uint32_t number = none;
  };
  static constexpr unsigned bits_of_slot = 10;
  static constexpr std::size_t num_slots = std::size_t{1} << bits_of_slot;  // a quarter of them is taken at most

  [[nodiscard]] std::size_t slot_of(std::uint64_t difference) const noexcept {
    constexpr unsigned bits_of_number = 64;
    return (difference * m_multiplier) >> (bits_of_number - bits_of_slot);
  }
  /// Returns how many steps there are from where differences belong to where they are.
  std::size_t fill() {
    m_slots.fill({});
    std::size_t steps = 0;
    for (std::uint32_t number = 0; number < m_all.size(); ++number) {
      std::size_t at = slot_of(m_all[number]);
      for (; m_slots[at].number != none; at = (at + 1) % num_slots) ++steps;
      m_slots[at] = {m_all[number], number};
    }
    return steps;
  }

  std::uint64_t m_multiplier = 1;
  std::vector<std::uint64_t> m_all;
  std::array<slot, num_slots> m_slots{};
};

/// Moves in a list that is sorted and looked up by target.
class listed_moves {
 public:
  struct move {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    friend auto operator<=>(const move&, const move&) = default;
  };

  listed_moves() = default;
  listed_moves(std::vector<move> moves, std::uint64_t num_vertices) : m_moves(std::move(moves)) {
    if (m_moves.empty()) return;
    std::sort(m_moves.begin(), m_moves.end());
    m_starts.assign((num_vertices >> bits_of_stretch) + 2, 0);
    for (const move& m : m_moves) ++m_starts[(m.to >> bits_of_stretch) + 1];
    for (std::size_t i = 1; i < m_starts.size(); ++i) m_starts[i] += m_starts[i - 1];
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return m_moves.size(); }
  template <class Callback>
  void for_each_to(std::uint64_t v, const Callback& f) const {
    if (m_moves.empty()) return;
    const std::uint64_t stretch = v >> bits_of_stretch;
    for (std::uint64_t i = m_starts[stretch]; i != m_starts[stretch + 1]; ++i) {
      if (m_moves[i].to == v) f(m_moves[i].from);
    }
  }

 private:
  static constexpr unsigned bits_of_stretch = 6;  // 64 positions share a start, an eighth of a byte each

  std::vector<move> m_moves;
  std::vector<std::uint64_t> m_starts;
};

/// A graph that is walked backwards. Immutable and thread-safe once built.
class difference_graph {
 public:
  using vertex_descriptor = std::uint64_t;
  using masks = uninitialized_array<std::uint64_t>;
  static constexpr std::uint64_t bytes_per_word = sizeof(std::uint64_t);
  /// Bytes of a move in the list beside, while the list is sorted.
  static constexpr double bytes_per_other = 2 * sizeof(listed_moves::move);

  /// @param bits  for each vertex as many words as the differences need: bit i says that the difference of that number
  ///   leads here
  difference_graph(move_differences differences, masks bits, listed_moves beside, degree_array out_degrees,
                   std::uint64_t num_vertices)
      : m_differences(std::move(differences)),
        m_words_per_vertex(words_per_vertex(m_differences.size())),
        m_bits(std::move(bits)),
        m_beside(std::move(beside)),
        m_out_degrees(std::move(out_degrees)),
        m_num_vertices(num_vertices) {}

  [[nodiscard]] static std::uint64_t words_per_vertex(std::size_t num_differences) noexcept {
    return (num_differences + move_differences::bits_per_word - 1) / move_differences::bits_per_word;
  }

  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return m_out_degrees[v]; }
  [[nodiscard]] std::uint64_t num_beside() const noexcept { return m_beside.size(); }
  template <class Callback>
  void for_each_predecessor(std::uint64_t v, Callback&& f) const {
    for (std::uint64_t word = 0; word != m_words_per_vertex; ++word) {
      for (std::uint64_t bits = m_bits[v * m_words_per_vertex + word]; bits != 0; bits &= bits - 1) {
        f(v - m_differences[word * move_differences::bits_per_word + static_cast<unsigned>(std::countr_zero(bits))]);
      }
    }
    m_beside.for_each_to(v, f);
  }

  friend std::uint64_t num_vertices(const difference_graph& g) { return g.m_num_vertices; }

 private:
  move_differences m_differences;
  std::uint64_t m_words_per_vertex;
  masks m_bits;
  listed_moves m_beside;
  degree_array m_out_degrees;
  std::uint64_t m_num_vertices;
};

}  // namespace zermelo
