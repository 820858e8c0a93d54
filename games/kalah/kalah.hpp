// SPDX-License-Identifier: MIT
// Kalah, a game of sowing seeds. The margin is the number of seeds that the player to move gets in further play, minus
// those that the opponent gets. Positions are explored, since only a few distributions of seeds are reachable.
//
// Rules. Each player has a row of pits, and a store at its end. A move takes all seeds from one of the player's pits
// and sows them one by one, anticlockwise: into the next pits, the player's own store, the opponent's pits, then the
// player's first pit again. The opponent's store is skipped; the emptied pit is not. If the last seed falls into the
// store, the player moves again. If it falls into an empty pit of the player, this seed and all seeds in the opposite
// pit are moved to the store; with empty_capture=no only if the opposite pit has seeds. Play ends as soon as a player
// has no seeds in pits; the other player gets the remaining seeds in pits.
//
// Parameters   pits: of each player, 1 to 6; seeds: in each pit at the start, 1 to 6; empty_capture: yes or no; start:
//              instead of seeds, a board where both players have seeds, at most 6 per pit, and the player to move.
// Positions    reachable positions with the player to move and without the stores; a slice for each number of seeds in
//              pits.
// Published    G. Irving, J. Donkers, J. Uiterwijk: Solving Kalah, ICGA Journal 23(3), 2000. See the README.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game/pit_boards.hpp>
#include <zermelo/core/game/pit_rows.hpp>
#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class kalah {
 public:
  static constexpr player south = player::first;
  static constexpr player north = player::second;

  static constexpr std::size_t max_pits = pit_boards::max_pits / 2;
  static constexpr unsigned max_seeds = 6;
  static constexpr int default_seeds = 3;

  struct state {
    /// The number of seeds in each pit, in the order of sowing: south's pits, then north's. Pits beyond those of the
    /// instance are empty.
    pit_boards::board pits{};
    player to_move = player::first;
    friend bool operator==(const state&, const state&) = default;
  };

  /// Whether a last seed that falls into an empty pit is captured even if the opposite pit is empty.
  enum class empty_capture : std::uint8_t { no, yes };

  /// @param seeds  seeds in each pit at the start @throws input_error if a number is out of range
  kalah(std::size_t pits, unsigned seeds, empty_capture rule = empty_capture::yes)
      : m_pits(expect_between<std::size_t>("pits", pits, 1, max_pits)),
        m_all_seeds(static_cast<unsigned>(num_pits()) * expect_between<unsigned>("seeds", seeds, 1, max_seeds)),
        m_rule(rule),
        m_boards(num_pits(), m_all_seeds) {
    std::fill_n(m_start.pits.begin(), num_pits(), static_cast<std::uint8_t>(seeds));
  }
  /// @param start  a position as text, with at most max_seeds for each pit
  /// @throws input_error if a number is out of range, the text is malformed, or the start is a terminal
  kalah(std::size_t pits, std::string_view start, empty_capture rule = empty_capture::yes);
  explicit kalah(const parameter_values& values);

  static constexpr std::string_view name() { return "kalah"; }
  static constexpr std::string_view summary() {
    return "players sow seeds round the board and gather them in stores, for points";
  }
  static std::vector<parameter> parameters() {
    return {{"pits", parameter_type::integer, "pits of each player", "3", 1, max_pits},
            {"seeds", parameter_type::integer, "seeds in each pit at the start", std::to_string(default_seeds), 1,
             max_seeds},
            yes_or_no("empty_capture",
                      "whether a last seed in an empty pit is captured if the opposite pit is empty, too", "yes"),
            {"start", parameter_type::text, "the start, such as south=3,0,1 north=0,2,2 turn=north, instead of seeds"}};
  }

  // A key consists of the number of the board and the player to move. Boards ascend by the seeds in all pits, then by
  // the seeds in all pits except the last, and so on.

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return num_players * m_boards.rank(s.pits) + index_of(s.to_move);
  }
  /// For an invalid key, returns a state whose key differs from it.
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {m_boards.unrank(key / num_players), key % num_players == 0 ? south : north};
  }

  // There is a slice for each number of seeds in pits. A move leads to another slice if it puts seeds into the store.

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned seeds = 0; seeds <= m_all_seeds; ++seeds) {
      slice one{fmt::format("seeds-{}", seeds), 0, {}, {{"seeds", seeds}}, std::max(seeds, 1U)};
      // If both players have seeds, play continues.
      if (seeds >= num_players) {
        one.leads_to.resize(seeds + 1);
        std::iota(one.leads_to.begin(), one.leads_to.end(), 0U);
      }
      all.push_back(std::move(one));
    }
    return all;
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return seeds_of(s, south) + seeds_of(s, north); }

  // The rules.

  [[nodiscard]] std::uint32_t max_margin() const { return m_all_seeds; }
  [[nodiscard]] std::uint32_t max_gain() const { return m_all_seeds; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    const unsigned of_south = seeds_of(s, south);
    const unsigned of_north = seeds_of(s, north);
    if (of_south > 0 && of_north > 0) return std::nullopt;
    return result::scored(south, static_cast<int>(of_south) - static_cast<int>(of_north));
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    const std::size_t own = first_pit(s.to_move);
    for (std::size_t pit = 0; pit < m_pits; ++pit) {
      if (s.pits[own + pit] == 0) continue;
      state next = s;
      const int stored = sow(next, pit);
      f(std::as_const(next), stored);
    }
  }
  /// Never called, since the player to move has seeds unless play has ended.
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  /// The same board with the other player to move.
  [[nodiscard]] std::optional<state> passed(const state& s) const { return state{s.pits, opponent(s.to_move)}; }

  [[nodiscard]] state start() const { return m_start; }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == south ? "south" : "north"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("south={} north={} turn={}", pit_row_text(row(s, south)), pit_row_text(row(s, north)),
                       player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const;
  [[nodiscard]] std::string drawing(const state& s) const;

  // Every pit is a cell of the board. All seeds in a pit are displayed as a piece whose symbol is their number.

  [[nodiscard]] game_board board_shape() const;
  [[nodiscard]] placed_pieces board_pieces(const state& s) const;

 private:
  static constexpr unsigned num_players = 2;

  /// Parses a position with at most m_all_seeds per pit. @throws input_error if the text is malformed
  [[nodiscard]] state parse_rows(std::string_view text) const;
  [[nodiscard]] std::size_t num_pits() const { return num_players * m_pits; }
  [[nodiscard]] std::size_t first_pit(player p) const { return index_of(p) * m_pits; }
  [[nodiscard]] unsigned seeds_of(const state& s, player p) const {
    unsigned seeds = 0;
    for (std::size_t pit = 0; pit < m_pits; ++pit) seeds += s.pits[first_pit(p) + pit];
    return seeds;
  }
  [[nodiscard]] pit_row row(const state& s, player p) const { return pit_row(s.pits).subspan(first_pit(p), m_pits); }

  /// Makes a move from a pit of the player to move, numbered from 0, and returns the seeds that it puts into the store.
  int sow(state& s, std::size_t from) const {
    const std::size_t own = first_pit(s.to_move);
    const std::size_t other = first_pit(opponent(s.to_move));
    int stored = 0;
    // The cycle of sowing: the player's pits, the store, the opponent's pits.
    const std::size_t store = m_pits;
    std::size_t hole = from;
    for (unsigned seeds = std::exchange(s.pits[own + from], std::uint8_t{0}); seeds > 0; --seeds) {
      hole = hole == num_pits() ? 0 : hole + 1;
      if (hole == store) {
        ++stored;
      } else {
        ++s.pits[hole < store ? own + hole : other + hole - store - 1];
      }
    }
    if (hole == store) return stored;
    if (hole < store && s.pits[own + hole] == 1) {
      std::uint8_t& opposite = s.pits[other + m_pits - 1 - hole];
      if (opposite > 0 || m_rule == empty_capture::yes) {
        stored += std::exchange(s.pits[own + hole], std::uint8_t{0});
        stored += std::exchange(opposite, std::uint8_t{0});
      }
    }
    s.to_move = opponent(s.to_move);
    return stored;
  }

  std::size_t m_pits;
  unsigned m_all_seeds;  ///< the number of seeds at the start
  empty_capture m_rule;
  pit_boards m_boards;
  state m_start;
};

}  // namespace zermelo::games
