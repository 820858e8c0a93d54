// SPDX-License-Identifier: MIT
// Awari (oware, wari), a game of sowing seeds for points: each captured seed is a point.
//
// Rules. Each player has a row of pits. A move takes all seeds of one of the player's own pits and sows them one by
// one, anticlockwise, first into the player's pits to the right, then into the opponent's pits, and so on; the
// emptied pit is skipped. If a pit of the opponent has two or three seeds after it gets the last seed, they are
// captured, and so are those of the opponent's pits before it, as long as each has two or three seeds. A move that
// leaves the opponent without seeds is a last resort: it is allowed only if the player has no other move (but see the
// parameters). If a player cannot move, the opponent captures all remaining seeds. In endless play nobody captures.
//
// Parameters   pits        number of pits of each player, 2 to 6
//              seeds       largest number of seeds on a board
//              grand_slam  a move that captures all seeds of the opponent
//                          forbidden  is a last resort
//                          captured   is always allowed
//                          kept       is always allowed, but captures nothing
//              feeding     a move that captures nothing and leaves the opponent without seeds
//                          yes        is a last resort
//                          no         is always allowed
// Positions    all ways to place n seeds in the pits, relative to the player to move, for n = 0 .. seeds: a slice for
//              each n, of C(n + 2 pits - 1, 2 pits - 1) positions.
// Published    J. W. Romein, H. E. Bal: Solving awari with parallel retrograde analysis, Computer 36(10), 2003.
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

class awari {
 public:
  static constexpr bool is_relative = true;

  static constexpr std::size_t max_pits = pit_boards::max_pits / 2;
  static constexpr unsigned max_seeds = 48;

  /// The number of seeds in each pit, in the order of sowing: the pits of the player to move, then the opponent's. Pits
  /// beyond those of the instance are empty.
  using state = pit_boards::board;

  enum class grand_slam_rule : std::uint8_t { forbidden, captured, kept };

  /// @throws input_error if a number is out of range
  awari(std::size_t pits, unsigned seeds, grand_slam_rule grand_slam = grand_slam_rule::forbidden,
        bool must_feed = true)
      : m_pits(expect_between<std::size_t>("pits", pits, 2, max_pits)),
        m_seeds(expect_between<unsigned>("seeds", seeds, 0, max_seeds)),
        m_grand_slam(grand_slam),
        m_must_feed(must_feed),
        m_boards(2 * pits, seeds) {
    for (std::size_t from = 0; from < pits; ++from) {
      m_sowings[from][0].last = from;
      for (unsigned in_hand = 1; in_hand <= seeds; ++in_hand) {
        sowing& one = m_sowings[from][in_hand] = m_sowings[from][in_hand - 1];
        one.last = next_pit(one.last);
        if (one.last == from) one.last = next_pit(from);
        ++one.added[one.last];
      }
    }
  }
  explicit awari(const parameter_values& values)
      : awari(static_cast<std::size_t>(values.integer("pits")), static_cast<unsigned>(values.integer("seeds")),
              rule_of(values.text("grand_slam")), values.is_yes("feeding")) {}

  static constexpr std::string_view name() { return "awari"; }
  static constexpr std::string_view summary() {
    return "oware on all boards with at most a given number of seeds, for points";
  }
  static std::vector<parameter> parameters() {
    return {{"pits", parameter_type::integer, "pits of each player", "6", 2, max_pits},
            {"seeds", parameter_type::integer, "largest number of seeds on a board", "8", 0, max_seeds},
            {"grand_slam",
             parameter_type::choice,
             "a move that would capture all seeds of the opponent: last resort, captures them, or captures nothing",
             "forbidden",
             0,
             0,
             {"forbidden", "captured", "kept"}},
            yes_or_no("feeding", "whether starving the opponent without a capture is a last resort", "yes")};
  }
  static game_size size_of(const parameter_values& values) { return {awari(values).num_positions(), 0, 0}; }

  // The ranking. Boards are ordered by their number of seeds, then by the seeds in all pits except the last, and so on.

  [[nodiscard]] position num_positions() const { return m_boards.num_boards(); }
  [[nodiscard]] position rank(const state& s) const { return m_boards.rank(s); }
  [[nodiscard]] state unrank(position p) const { return m_boards.unrank(p); }
  template <class Callback>
  void for_each_state(position first, position last, Callback&& f) const {
    if (first == last) return;
    state s = unrank(first);
    for (position p = first;;) {
      f(std::as_const(s));
      if (++p == last) return;
      m_boards.to_next(s);
    }
  }

  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (unsigned seeds = 0; seeds <= m_seeds; ++seeds) {
      slice one{fmt::format("seeds-{}", seeds), m_boards.num_below(seeds + 1) - m_boards.num_below(seeds), {}};
      // A capture removes at least two seeds.
      for (unsigned left = 0; left <= seeds; ++left) {
        if (seeds > 0 && seeds - left != 1) one.leads_to.push_back(left);
      }
      one.counts = {{"seeds", seeds}};
      one.max_margin = std::max(seeds, 1U);
      all.push_back(std::move(one));
    }
    return all;
  }

  // The rules.

  [[nodiscard]] std::uint32_t max_margin() const { return std::max(m_seeds, 1U); }
  [[nodiscard]] std::uint32_t max_gain() const { return std::max(m_seeds, 1U); }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (has_seeds(s, 0)) return std::nullopt;
    return result::scored(player::second, static_cast<int>(seeds_of(s)));
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    for_each_move(
        s,
        [&](std::size_t from) {
          state after = s;
          (void)sow(after, from);
          f(seen_from_other_side(after));
        },
        [&](const sown_board& move) {
          if (move.captured == 0) {
            f(move.board);
          } else {
            f(move.board, static_cast<int>(move.captured));
          }
        });
  }
  /// Never called, since a player with seeds has a move.
  [[nodiscard]] result no_moves(const state& s) const {
    return result::scored(player::second, static_cast<int>(seeds_of(s)));
  }
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, Callback&& f) const {
    position num_inside = 0;
    for_each_move(
        unrank(p), [&](std::size_t /*from*/) { ++num_inside; },
        [&](const sown_board& move) {
          if (move.captured == 0) {
            ++num_inside;
          } else {
            f(rank(move.board), static_cast<int>(move.captured));
          }
        });
    return num_inside;
  }

  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    const state after = seen_from_other_side(s);
    const bool starves = !has_seeds(after, m_pits);
    for (std::size_t from = 0; from < m_pits; ++from) {
      if (after[from] != 0) continue;
      // Take the seeds back one by one. After each step, sowing may have begun in the pit `from`.
      state before = after;
      std::size_t last = from;
      for (;;) {
        last = next_pit(last);
        if (last == from) last = next_pit(last);
        if (before[last] == 0) break;
        --before[last];
        ++before[from];
        if (leads_on(before, from, after[last], last, starves)) f(std::as_const(before));
      }
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    for_each_predecessor(unrank(p), [&](const state& before) { f(rank(before)); });
  }

  /// The seeds are spread evenly; the first pits of the player to move get the remainder.
  [[nodiscard]] state start() const {
    state s{};
    for (std::size_t pit = 0; pit < num_pits(); ++pit) {
      const bool has_more = pit < m_seeds % num_pits();
      s[pit] = static_cast<std::uint8_t>(m_seeds / num_pits() + (has_more ? 1 : 0));
    }
    return s;
  }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "south" : "north"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("own={} other={}", pit_row_text(row(s, 0)), pit_row_text(row(s, m_pits)));
  }
  [[nodiscard]] state parse(std::string_view text) const;
  [[nodiscard]] std::string drawing(const state& s) const;

  // Every pit is a cell. The seeds in a pit are one piece, whose symbol is their number.

  [[nodiscard]] game_board board_shape() const;
  [[nodiscard]] placed_pieces board_pieces(const state& s, player to_move) const;

 private:
  /// A board after a move, relative to the opponent.
  struct sown_board {
    state board{};
    unsigned captured = 0;
    bool starves = false;  ///< whether the opponent has no seeds
  };

  [[nodiscard]] static grand_slam_rule rule_of(std::string_view text) {
    if (text == "captured") return grand_slam_rule::captured;
    return text == "kept" ? grand_slam_rule::kept : grand_slam_rule::forbidden;
  }
  [[nodiscard]] std::size_t num_pits() const { return 2 * m_pits; }
  [[nodiscard]] std::size_t next_pit(std::size_t pit) const { return pit + 1 == num_pits() ? 0 : pit + 1; }
  [[nodiscard]] static unsigned seeds_of(const state& s) { return std::accumulate(s.begin(), s.end(), 0U); }
  /// Whether the row that begins with the pit `first_pit` contains seeds.
  [[nodiscard]] bool has_seeds(const state& s, std::size_t first_pit) const {
    unsigned seeds = 0;
    for (std::size_t pit = first_pit; pit < first_pit + m_pits; ++pit) seeds |= s[pit];
    return seeds != 0;
  }
  [[nodiscard]] state seen_from_other_side(const state& s) const {
    state other{};
    std::copy_n(s.begin(), m_pits, other.begin() + static_cast<std::ptrdiff_t>(m_pits));
    std::copy_n(s.begin() + static_cast<std::ptrdiff_t>(m_pits), m_pits, other.begin());
    return other;
  }

  /// Sows the seeds of a pit of the player to move, and returns the pit of the last one. Precondition: the pit has
  /// seeds.
  std::size_t sow(state& s, std::size_t from) const {
    const sowing& one = m_sowings[from][std::exchange(s[from], std::uint8_t{0})];
    for (std::size_t pit = 0; pit < s.size(); ++pit) s[pit] = static_cast<std::uint8_t>(s[pit] + one.added[pit]);
    return one.last;
  }
  [[nodiscard]] bool is_captured(std::size_t pit, unsigned seeds) const {
    return pit >= m_pits && (seeds == 2 || seeds == 3);
  }
  [[nodiscard]] sown_board board_after(state s, std::size_t from) const {
    sown_board move;
    std::size_t pit = sow(s, from);
    const state sown = s;
    for (; is_captured(pit, s[pit]); --pit) move.captured += std::exchange(s[pit], std::uint8_t{0});
    move.starves = !has_seeds(s, m_pits);
    if (move.starves && move.captured > 0 && m_grand_slam == grand_slam_rule::kept) {
      s = sown;
      move.captured = 0;
      move.starves = false;
    }
    move.board = seen_from_other_side(s);
    return move;
  }
  /// Whether a move is a last resort, which is allowed only if the player has no other move.
  [[nodiscard]] bool is_last_resort(const sown_board& move) const {
    return move.starves && (move.captured == 0 ? m_must_feed : m_grand_slam == grand_slam_rule::forbidden);
  }
  /// Whether it is certain, without sowing, that sowing a pit captures nothing and leaves the opponent a seed. May be
  /// false although this is the case.
  [[nodiscard]] bool is_plain(const state& s, std::size_t from, bool opponent_has_seeds) const {
    const unsigned in_hand = s[from];
    if (in_hand >= num_pits()) return false;  // more than a lap
    const std::size_t last = m_sowings[from][in_hand].last;
    if (is_captured(last, s[last] + 1U)) return false;
    return opponent_has_seeds || from + in_hand >= m_pits;
  }
  /// Calls on_plain(pit) for some moves that capture nothing and leave the opponent a seed, and f(sown_board) for each
  /// other move that the rules allow.
  template <class OnPlain, class Callback>
  void for_each_move(const state& s, const OnPlain& on_plain, const Callback& f) const {
    const bool opponent_has_seeds = has_seeds(s, m_pits);
    std::array<sown_board, max_pits> starving;
    std::size_t num_starving = 0;
    bool has_others = false;
    for (std::size_t from = 0; from < m_pits; ++from) {
      if (s[from] == 0) continue;
      if (is_plain(s, from, opponent_has_seeds)) {
        has_others = true;
        on_plain(from);
        continue;
      }
      const sown_board move = board_after(s, from);
      if (is_last_resort(move)) {
        starving[num_starving++] = move;
      } else {
        has_others = true;
        f(move);
      }
    }
    if (has_others) return;
    for (std::size_t i = 0; i < num_starving; ++i) f(starving[i]);
  }
  /// Whether sowing the pit `from` is allowed and captures nothing. Precondition: the pit `last` gets the last seed and
  /// then contains `seeds_in_last`; the last argument is whether the opponent then has no seeds.
  [[nodiscard]] bool leads_on(const state& before, std::size_t from, unsigned seeds_in_last, std::size_t last,
                              bool starves) const {
    if (is_captured(last, seeds_in_last)) {
      return m_grand_slam == grand_slam_rule::kept && board_after(before, from).captured == 0;
    }
    if (!starves || !m_must_feed) return true;
    for (std::size_t pit = 0; pit < m_pits; ++pit) {
      if (before[pit] != 0 && !is_last_resort(board_after(before, pit))) return false;
    }
    return true;
  }

  [[nodiscard]] pit_row row(const state& s, std::size_t first_pit) const {
    return pit_row(s).subspan(first_pit, m_pits);
  }

  /// The number of seeds that each pit gets from sowing.
  struct sowing {
    state added{};
    std::size_t last = 0;  ///< the pit of the last seed
  };

  std::size_t m_pits;
  unsigned m_seeds;
  grand_slam_rule m_grand_slam;
  bool m_must_feed;
  pit_boards m_boards;
  std::array<std::array<sowing, max_seeds + 1>, max_pits> m_sowings{};  ///< [pit][number of seeds]
};

}  // namespace zermelo::games
