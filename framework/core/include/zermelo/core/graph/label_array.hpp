// SPDX-License-Identifier: MIT
// The labels of a graph's vertices in a byte each, so that what needs no more of a game than its labels is compiled
// once for all games. Read from other labels in parallel.
//
//   a byte   0: not legal, 1 + the player to move; where play has ended, who has won; and up to how many plies
//   time     V labels      memory  V bytes, and a map with an entry for every end that is more plies away than fit
//   threads  reading is thread-safe
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Models PositionLabels.
class label_array {
 public:
  static constexpr std::uint64_t bytes_per_vertex = 1;

  /// @param labels must outlive this: what it means to be stuck is asked of them when it is asked here
  template <class Labels>
  label_array(const Labels& labels, std::uint64_t size, unsigned threads, work_monitor& monitor)
      : m_bytes(size),
        m_infinite_play(labels.infinite_play()),
        m_no_moves([&labels](std::uint64_t v) { return labels.no_moves(v); }) {
    for_each_block(size, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v != end; ++v) {
        m_bytes[v] = not_legal;
        inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
          m_bytes[v] = terminal ? encode(v, to_move, *terminal) : encode(to_move);
        });
      }
    });
  }

  template <class Callback>
  [[gnu::always_inline]] bool inspect(std::uint64_t v, const Callback& f) const {
    const std::uint8_t byte = m_bytes[v];
    if (byte == not_legal) return false;
    const player to_move = (byte & second_bit) != 0 ? player::second : player::first;
    f(to_move, (byte & end_bits) == 0 ? std::nullopt : std::optional<result>(end_of(v, byte)));
    return true;
  }
  [[nodiscard]] position_label label(std::uint64_t v) const {
    position_label read;
    read.is_legal = inspect(v, [&read](player to_move, const std::optional<result>& terminal) {
      read.to_move = to_move;
      read.terminal = terminal;
    });
    return read;
  }
  [[nodiscard]] result no_moves(std::uint64_t v) const { return m_no_moves(v); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }

 private:
  // From the lowest bit: legal, the player, three bits for how play has ended, three for in how many plies.
  static constexpr std::uint8_t not_legal = 0;
  static constexpr std::uint8_t legal_bit = 1;
  static constexpr std::uint8_t second_bit = 2;
  static constexpr unsigned end_shift = 2;
  static constexpr std::uint8_t end_bits = 7 << end_shift;
  static constexpr std::uint8_t end_won_by_first = 1;
  static constexpr std::uint8_t end_won_by_second = 2;
  static constexpr std::uint8_t end_other = 3;  ///< neither has won: beside, or a tie
  static constexpr unsigned plies_shift = 5;
  static constexpr std::uint8_t plies_beside = 7;  ///< too many for the bits: the whole end stands in the map

  [[nodiscard]] static std::uint8_t encode(player to_move) {
    return static_cast<std::uint8_t>(legal_bit | (to_move == player::second ? second_bit : 0));
  }
  [[nodiscard]] std::uint8_t encode(std::uint64_t v, player to_move, const result& end) {
    std::uint8_t how = end_other;
    if (end.winner) how = *end.winner == player::first ? end_won_by_first : end_won_by_second;
    std::uint8_t plies = plies_beside;
    const result read_back =
        end.winner ? result::won_by(*end.winner, end.distance_plies) : result::tied(end.distance_plies);
    if (end.distance_plies < plies_beside && end == read_back) {
      plies = static_cast<std::uint8_t>(end.distance_plies);
    } else {
      const std::lock_guard lock(m_guard);
      m_beside.emplace(v, end);
    }
    return static_cast<std::uint8_t>(encode(to_move) | (how << end_shift) | (plies << plies_shift));
  }
  [[nodiscard]] result end_of(std::uint64_t v, std::uint8_t byte) const {
    const auto plies = static_cast<std::uint32_t>(byte >> plies_shift);
    if (plies == plies_beside) return m_beside.at(v);
    const unsigned how = (byte & end_bits) >> end_shift;
    if (how == end_other) return result::tied(plies);
    return result::won_by(how == end_won_by_first ? player::first : player::second, plies);
  }

  uninitialized_array<std::uint8_t> m_bytes;
  std::unordered_map<std::uint64_t, result> m_beside;
  std::mutex m_guard;  ///< of the map, while it is filled
  std::optional<player> m_infinite_play;
  std::function<result(std::uint64_t)> m_no_moves;
};

}  // namespace zermelo
