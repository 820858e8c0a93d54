// SPDX-License-Identifier: MIT
// The stored graph of a game whose moves change the position by few different amounts. If the position's number
// consists of digits, one per piece, the difference depends only on the piece and its step: king and rook against king
// on 12 x 12 squares have 60 differences, 16 by the kings and 44 by the rook; noughts and crosses on n x n cells in
// base 3 have 2 n^2. Rankings up to symmetry, such as that of chess_ending, have thousands. With few differences, a
// move u -> v can be stored as one bit at v, which means that v - difference is a predecessor. Moves need not be
// counted before bits are set, so the rules list every move once, and bits need less memory than rows of numbers.
//
// The rare moves with another difference, and the second of two moves from one position to the same position, are in a
// separate sorted list.
//
//   memory  8 bytes per position for every 64 differences, 2 bytes per position for out-degrees, and 16 bytes per
//           listed move, 32 while the list is sorted
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/degree_array.hpp>

namespace zermelo {

/// Numbers some differences of positions, modulo 2^64, starting at 0.
class move_differences {
 public:
  static constexpr std::size_t bits_per_word = 64;
  static constexpr std::size_t max_differences = 4 * bits_per_word;
  static constexpr std::uint32_t none = max_differences;

  move_differences() = default;
  /// Precondition: the differences are distinct, and at most `max_differences`.
  explicit move_differences(std::span<const std::uint64_t> differences)
      : m_all(differences.begin(), differences.end()) {
    // Chooses the multiplier with the fewest collisions. There are usually none, so that a look-up is one step.
    constexpr std::uint64_t num_tries = 64;
    std::size_t min_steps = m_all.size() * m_all.size() + 1;
    std::uint64_t best = 0;
    for (std::uint64_t i = 0; i < num_tries && min_steps > 0; ++i) {
      m_multiplier = splitmix64_mix(i) | 1;
      const std::size_t steps = fill();
      if (steps >= min_steps) continue;
      min_steps = steps;
      best = m_multiplier;
    }
    m_multiplier = best;
    fill();
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_all.size(); }
  [[nodiscard]] std::uint64_t operator[](std::size_t number) const noexcept { return m_all[number]; }
  /// The number of a difference; `none` if it has no number.
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
  static constexpr std::size_t num_slots = std::size_t{1} << bits_of_slot;  // at most a quarter is used

  [[nodiscard]] std::size_t slot_of(std::uint64_t difference) const noexcept {
    constexpr unsigned bits_of_number = 64;
    return (difference * m_multiplier) >> (bits_of_number - bits_of_slot);
  }
  /// Fills the slots by linear probing. Returns the sum of the distances of differences from their home slots.
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

/// A list of moves, looked up by target.
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
    m_starts.assign((num_vertices >> bits_of_range) + 2, 0);
    for (const move& m : m_moves) ++m_starts[(m.to >> bits_of_range) + 1];
    for (std::size_t i = 1; i < m_starts.size(); ++i) m_starts[i] += m_starts[i - 1];
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return m_moves.size(); }
  /// Calls f(from) for every move to v.
  template <class Callback>
  void for_each_to(std::uint64_t v, const Callback& f) const {
    if (m_moves.empty()) return;
    const std::uint64_t range = v >> bits_of_range;
    for (std::uint64_t i = m_starts[range]; i != m_starts[range + 1]; ++i) {
      if (m_moves[i].to == v) f(m_moves[i].from);
    }
  }

 private:
  static constexpr unsigned bits_of_range = 6;  // 64 positions share a start: 1/8 byte per position

  std::vector<move> m_moves;
  std::vector<std::uint64_t> m_starts;  ///< [target range]: index of its first move; followed by the number of moves
};

/// Models PredecessorGraph. Immutable and thread-safe once built.
class difference_graph {
 public:
  using vertex_descriptor = std::uint64_t;
  using masks = uninitialized_array<std::uint64_t>;
  static constexpr std::uint64_t bytes_per_word = sizeof(std::uint64_t);
  /// Bytes per listed move while the list is sorted.
  static constexpr double bytes_per_listed_move = 2 * sizeof(listed_moves::move);

  /// @param bits  for each vertex v, `words_per_vertex` words: bit i is set if v - differences[i] is a predecessor
  difference_graph(move_differences differences, masks bits, listed_moves others, degree_array out_degrees,
                   std::uint64_t num_vertices)
      : m_differences(std::move(differences)),
        m_words_per_vertex(words_per_vertex(m_differences.size())),
        m_bits(std::move(bits)),
        m_others(std::move(others)),
        m_out_degrees(std::move(out_degrees)),
        m_num_vertices(num_vertices) {}

  [[nodiscard]] static std::uint64_t words_per_vertex(std::size_t num_differences) noexcept {
    return (num_differences + move_differences::bits_per_word - 1) / move_differences::bits_per_word;
  }

  [[nodiscard]] std::uint64_t num_successors(std::uint64_t v) const { return m_out_degrees[v]; }
  [[nodiscard]] std::uint64_t num_listed_moves() const noexcept { return m_others.size(); }
  template <class Callback>
  void for_each_predecessor(std::uint64_t v, Callback&& f) const {
    for (std::uint64_t word = 0; word != m_words_per_vertex; ++word) {
      for (std::uint64_t bits = m_bits[v * m_words_per_vertex + word]; bits != 0; bits &= bits - 1) {
        f(v - m_differences[word * move_differences::bits_per_word + static_cast<unsigned>(std::countr_zero(bits))]);
      }
    }
    m_others.for_each_to(v, f);
  }
  /// Prefetch what `for_each_predecessor(v)` reads: there is no start, and the bits replace the targets of a row.
  void prefetch_start(std::uint64_t /*v*/) const noexcept {}
  void prefetch_targets(std::uint64_t v) const noexcept { __builtin_prefetch(m_bits.data() + v * m_words_per_vertex); }

  friend std::uint64_t num_vertices(const difference_graph& g) { return g.m_num_vertices; }

 private:
  move_differences m_differences;
  std::uint64_t m_words_per_vertex;
  masks m_bits;
  listed_moves m_others;
  degree_array m_out_degrees;
  std::uint64_t m_num_vertices;
};

}  // namespace zermelo
