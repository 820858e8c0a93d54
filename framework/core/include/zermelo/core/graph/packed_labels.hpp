// SPDX-License-Identifier: MIT
// The labels of vertices in one byte each: illegal, or the player to move, the result of a terminal, and its distance
// in plies. Greater distances and margins are in a map.
//
//   a byte   0 for an unused index; otherwise, from the lowest bit: 1 for legal; 1 if the second player moves; three
//            bits for the result; three bits for its distance in plies
//   memory   V bytes, and a map with an entry for every result with a distance of at least 7 plies or a margin above 1
//   threads  different vertices may be set at the same time; reading is thread-safe after all vertices are set
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/position_label.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

class packed_labels {
 public:
  static constexpr std::uint64_t bytes_per_vertex = 1;

  packed_labels() = default;
  explicit packed_labels(std::uint64_t size) : m_bytes(size) {}

  void set_unused(std::uint64_t v) { m_bytes[v] = unused; }
  /// @param guard  one mutex for all vertices that are set at the same time
  void set(std::uint64_t v, player to_move, const std::optional<result>& end, std::mutex& guard) {
    std::uint32_t plies = end ? end->distance_plies : 0;
    if (end && (plies >= in_map || end->extra_points != 0)) [[unlikely]] {
      const std::lock_guard lock(guard);
      m_others[v] = {plies, end->extra_points};
      plies = in_map;
    }
    m_bytes[v] =
        static_cast<std::uint8_t>(legal_bit | (to_move == player::second ? second_bit : 0) |
                                  static_cast<std::uint32_t>(kind_of(end)) << end_shift | plies << plies_shift);
  }
  /// Copies the label of vertex `u` of other labels. @param guard  see `set`
  void set_as(std::uint64_t v, const packed_labels& other, std::uint64_t u, std::mutex& guard) {
    m_bytes[v] = other.m_bytes[u];
    if (m_bytes[v] == unused || m_bytes[v] >> plies_shift != in_map) return;
    const std::lock_guard lock(guard);
    m_others[v] = other.m_others.at(u);
  }

  // Precondition of the following functions: the vertex has been set.
  [[nodiscard]] bool is_legal(std::uint64_t v) const { return m_bytes[v] != unused; }
  /// The player to move; the first player for an unused index.
  [[nodiscard]] player player_to_move(std::uint64_t v) const { return player_of(m_bytes[v]); }
  [[nodiscard]] std::optional<result> end(std::uint64_t v) const { return end_of(v, m_bytes[v]); }
  /// See inspect_label.
  template <class Callback>
  [[gnu::always_inline]] bool inspect(std::uint64_t v, const Callback& f) const {
    const std::uint8_t byte = m_bytes[v];
    if (byte == unused) return false;
    f(player_of(byte), (byte & end_bits) == 0 ? std::nullopt : end_of(v, byte));
    return true;
  }
  [[nodiscard]] position_label label(std::uint64_t v) const {
    if (!is_legal(v)) return {false, player::first, std::nullopt};
    return {true, player_to_move(v), end(v)};
  }

 private:
  enum class end_kind : std::uint8_t { none, first_wins, second_wins, tie, drawn };

  static constexpr std::uint8_t unused = 0;
  static constexpr std::uint8_t legal_bit = 1;
  static constexpr std::uint8_t second_bit = 2;
  static constexpr unsigned end_shift = 2;
  static constexpr std::uint8_t end_bits = 7 << end_shift;
  static constexpr unsigned plies_shift = 5;
  static constexpr std::uint32_t in_map = 7;  ///< instead of plies, if the result is in m_others

  struct other_end {
    std::uint32_t plies = 0;
    std::uint16_t extra_points = 0;
  };

  [[nodiscard]] static end_kind kind_of(const std::optional<result>& end) {
    if (!end) return end_kind::none;
    if (end->winner) return *end->winner == player::first ? end_kind::first_wins : end_kind::second_wins;
    return end->is_drawn ? end_kind::drawn : end_kind::tie;
  }
  [[nodiscard]] static player player_of(std::uint8_t byte) {
    return (byte & second_bit) != 0 ? player::second : player::first;
  }
  [[nodiscard]] std::optional<result> end_of(std::uint64_t v, std::uint8_t byte) const {
    std::uint32_t plies = byte >> plies_shift;
    std::uint16_t extra_points = 0;
    if (plies == in_map) [[unlikely]] {
      const other_end& other = m_others.at(v);
      plies = other.plies;
      extra_points = other.extra_points;
    }
    switch (static_cast<end_kind>((byte & end_bits) >> end_shift)) {
      case end_kind::none: return std::nullopt;
      case end_kind::first_wins: return result{player::first, false, plies, extra_points};
      case end_kind::second_wins: return result{player::second, false, plies, extra_points};
      case end_kind::tie: return result::tied(plies);
      case end_kind::drawn: return result::drawn();
    }
    throw std::logic_error("packed_labels: invalid label");
  }

  uninitialized_array<std::uint8_t> m_bytes;
  std::unordered_map<std::uint64_t, other_end> m_others;
};

}  // namespace zermelo
