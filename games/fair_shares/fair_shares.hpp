// SPDX-License-Identifier: MIT
// Fair Shares and Varied Pairs, a game of heaps from Winning Ways (Berlekamp, Conway, Guy) in which positions can
// repeat.
//
// Rules. n counters lie in heaps. The players take turns to split one heap into two or more heaps of the same size, or
// to join two heaps of different sizes. A player to move has lost if all heaps have one counter. Endless play is a
// draw.
//
// Parameters   n from 1 to 100, by default 10.
// Positions    relative to the player to move: the partitions of n, in the order of their largest heap, then
//              the next, and so on. There are 42 of 10, 204,226 of 50 and 190,569,292 of 100.
// Published    for n = 10, 30 positions are won and 12 lost; from n = 11 nearly all are drawn. See the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class fair_shares {
 public:
  static constexpr unsigned max_counters = 100;

  /// The number of heaps of each size; 0 for size 0.
  struct state {
    std::array<std::uint8_t, max_counters + 1> heaps{};
    friend bool operator==(const state&, const state&) = default;
  };

  /// In every state `player::first` is the player to move.
  static constexpr bool is_relative = true;

  explicit fair_shares(unsigned n) : m_n(n) {
    expect_between("n", n, 1U, max_counters);
    m_numbers.resize(std::size_t{n + 1} * (n + 1));
    for (unsigned largest = 0; largest <= n; ++largest) number(0, largest) = 1;
    for (unsigned counters = 1; counters <= n; ++counters) {
      for (unsigned largest = 1; largest <= n; ++largest) {
        // Partitions without a heap of size `largest`, plus those with one and the other counters in heaps of at most
        // that size.
        number(counters, largest) =
            partitions(counters, largest - 1) + (largest <= counters ? partitions(counters - largest, largest) : 0);
      }
    }
  }
  explicit fair_shares(const parameter_values& values) : fair_shares(static_cast<unsigned>(values.integer("n"))) {}

  static constexpr std::string_view name() { return "fair_shares"; }
  static constexpr std::string_view summary() { return "players split heaps into equal heaps, or join unequal heaps"; }
  static std::vector<parameter> parameters() {
    return {{"n", parameter_type::integer, "counters in the heaps", "10", 1, max_counters}};
  }
  static game_size size_of(const parameter_values& values) {
    const fair_shares game(values);
    const std::uint64_t bytes = game.m_numbers.size() * sizeof(position);
    return {game.num_positions(), bytes, bytes};
  }

  // Partitions are numbered in ascending order of their largest heap, then of the next largest heap, and so on.

  [[nodiscard]] position num_positions() const { return partitions(m_n, m_n); }
  [[nodiscard]] position rank(const state& s) const {
    position before = 0;
    unsigned left = m_n;
    for (unsigned size = m_n; size > 0; --size) {
      for (unsigned i = 0; i < s.heaps[size]; ++i) {
        before += partitions(left, size - 1);
        left -= size;
      }
    }
    return before;
  }
  [[nodiscard]] state unrank(position p) const {
    state s;
    unsigned left = m_n;
    for (unsigned size = m_n; size > 0; --size) {
      while (left >= size && p >= partitions(left, size - 1)) {
        p -= partitions(left, size - 1);
        left -= size;
        ++s.heaps[size];
      }
    }
    return s;
  }

  // The rules.

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.heaps[1] == m_n) return result::won_by(player::second);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for (unsigned size = 2; size <= m_n; ++size) {
      if (s.heaps[size] == 0) continue;
      for (unsigned share = 1; share < size; ++share) {
        if (size % share != 0) continue;
        state next = s;
        --next.heaps[size];
        next.heaps[share] = static_cast<std::uint8_t>(next.heaps[share] + size / share);
        f(next);
      }
      for (unsigned smaller = 1; smaller < size; ++smaller) {
        if (s.heaps[smaller] == 0) continue;
        state next = s;
        --next.heaps[size];
        --next.heaps[smaller];
        ++next.heaps[size + smaller];
        f(next);
      }
    }
  }
  /// The heaps are common to both players.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return s; }
  /// A heap of more than one counter can always be split into heaps of one.
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }

  [[nodiscard]] state start() const {
    state s;
    s.heaps[m_n] = 1;
    return s;
  }

  // Text: the heaps, the largest first.

  [[nodiscard]] std::string format(const state& s) const {
    std::string text;
    for (unsigned size = m_n; size > 0; --size) {
      for (unsigned i = 0; i < s.heaps[size]; ++i) text += fmt::format("{}{}", text.empty() ? "" : ",", size);
    }
    return "heaps=" + text;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"heaps"});
    const std::string_view heaps = fields.at("heaps");
    state s;
    unsigned sum = 0;
    for (std::size_t begin = 0; begin <= heaps.size();) {
      const std::size_t end = std::min(heaps.find(',', begin), heaps.size());
      const std::string_view part = heaps.substr(begin, end - begin);
      const auto size = parse_number<unsigned>(part);
      if (!size || *size == 0 || *size > m_n) {
        throw input_error(
            fmt::format("position: heaps={}: expected heaps of 1 to {}, got '{}'", excerpt(heaps), m_n, excerpt(part)));
      }
      sum += *size;
      if (sum > m_n) break;
      ++s.heaps[*size];
      begin = end + 1;
    }
    if (sum != m_n) {
      throw input_error(fmt::format("position: heaps={}: expected {} counters, got {}", excerpt(heaps), m_n,
                                    sum > m_n ? "more" : "fewer"));
    }
    return s;
  }
  /// A line per heap, the largest first.
  [[nodiscard]] std::string drawing(const state& s) const {
    std::string lines;
    for (unsigned size = m_n; size > 0; --size) {
      for (unsigned i = 0; i < s.heaps[size]; ++i) {
        if (!lines.empty()) lines += '\n';
        lines.append(size, 'o');
      }
    }
    return lines;
  }

 private:
  [[nodiscard]] position& number(unsigned counters, unsigned largest) {
    return m_numbers[std::size_t{counters} * (m_n + 1) + largest];
  }
  /// The number of partitions of `counters` into heaps of size `largest` at most.
  [[nodiscard]] position partitions(unsigned counters, unsigned largest) const {
    return m_numbers[std::size_t{counters} * (m_n + 1) + largest];
  }
  unsigned m_n;
  std::vector<position> m_numbers;  ///< see `partitions`, at [counters][largest]
};

}  // namespace zermelo::games
