// SPDX-License-Identifier: MIT
// A program for tests of solving for outcomes only: the game has slices, and only one of them has inner moves.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/cli/run.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game_module.hpp>

namespace stairs_game {

using zermelo::parameter;
using zermelo::parameter_type;
using zermelo::parameter_values;
using zermelo::player;
using zermelo::position;
using zermelo::result;
using zermelo::yes_or_no;

struct stair_state {
  std::uint32_t stair = 0;
  std::uint32_t cell = 0;
  player to_move = player::first;
  friend bool operator==(const stair_state&, const stair_state&) = default;
};

/// A random walk down a flight of stairs: from the upper stairs every move leads one or two stairs down; on the walking
/// stair players walk left and right. All stairs have unused indices, terminal positions of every kind and positions
/// without moves.
class stairs {
 public:
  using state = stair_state;
  static std::string_view name() { return "stairs"; }
  static std::string_view summary() { return "a random walk down a flight of stairs"; }
  static std::vector<parameter> parameters() {
    return {{.name = "stairs",
             .type = parameter_type::integer,
             .help = "number of stairs above the lowest one",
             .default_value = "5",
             .minimum = 1,
             .maximum = 30},
            {.name = "places",
             .type = parameter_type::integer,
             .help = "number of cells on each stair",
             .default_value = "500",
             .minimum = 8,
             .maximum = 1e8},
            {.name = "endless",
             .type = parameter_type::choice,
             .help = "who wins endless play",
             .default_value = "nobody",
             .choices = {"nobody", "first", "second"}},
            yes_or_no("entered", "whether moves lead from the walking stair to a stair below it"),
            {.name = "move_limit",
             .type = parameter_type::optional_integer,
             .help = "maximum number of plies",
             .minimum = 1}};
  }
  explicit stairs(const parameter_values& values)
      : m_stairs(static_cast<std::uint32_t>(values.integer("stairs"))),
        m_cells(static_cast<std::uint32_t>(values.integer("places"))),
        m_is_reachable(values.is_yes("entered")) {
    if (values.text("endless") != "nobody") {
      m_endless = values.text("endless") == "first" ? player::first : player::second;
    }
    if (const auto limit = values.optional_integer("move_limit")) m_limit = static_cast<std::uint64_t>(*limit);
  }

  [[nodiscard]] position num_positions() const { return (m_stairs + position{1}) * 2 * m_cells; }
  [[nodiscard]] position rank(const state& s) const {
    return (position{s.stair} * m_cells + s.cell) * 2 + index_of(s.to_move);
  }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<std::uint32_t>(p / 2 / m_cells), static_cast<std::uint32_t>(p / 2 % m_cells),
            static_cast<player>(p % 2)};
  }
  [[nodiscard]] bool is_legal(const state& s) const { return drawn(s, 0) % 11 != 0; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return drawn(s, 1) % 5 == 0 ? std::optional(end_of(s)) : std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return end_of(s); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_endless; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const { return m_limit; }
  [[nodiscard]] state start() const {
    state s{m_stairs, 0, player::first};
    while (!is_legal(s) || terminal(s)) ++s.cell;
    return s;
  }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const auto go = [&](const state& to) {
      if (is_legal(to)) f(to);
    };
    if (s.stair == walking_stair()) {
      const player next = drawn(s, 2) % 4 == 0 ? s.to_move : opponent(s.to_move);
      go({s.stair, (s.cell + 1) % m_cells, next});
      go({s.stair, (s.cell + m_cells - 1) % m_cells, next});
      if (m_is_reachable) go({0, s.cell, next});
      return;
    }
    if (s.stair == 0 || drawn(s, 3) % 9 == 0) return;  // no moves
    for (std::uint64_t move = 0; move < 3; ++move) {
      const std::uint64_t how = drawn(s, 4 + move);
      const std::uint32_t down = s.stair > walking_stair() + 1 ? 1 + static_cast<std::uint32_t>(how % 2) : 1;
      go({s.stair - down, static_cast<std::uint32_t>(how / 8 % m_cells), static_cast<player>(how / 4 % 2)});
    }
  }
  [[nodiscard]] std::vector<zermelo::slice> slices() const {
    std::vector<zermelo::slice> found;
    for (std::uint32_t stair = 0; stair <= m_stairs; ++stair) {
      zermelo::slice one{"stair-" + std::to_string(stair), position{2} * m_cells, {}, {{"stair", stair}}};
      if (stair == walking_stair()) {
        one.leads_to = {stair};
        if (m_is_reachable) one.leads_to.push_back(0);
      } else if (stair > walking_stair()) {
        one.leads_to = {stair - 1};
        if (stair > walking_stair() + 1) one.leads_to.push_back(stair - 2);
      }
      found.push_back(std::move(one));
    }
    return found;
  }

 private:
  /// The stair with inner moves: stair 1 if it leads to stair 0, otherwise stair 0.
  [[nodiscard]] std::uint32_t walking_stair() const { return m_is_reachable ? 1 : 0; }
  [[nodiscard]] std::uint64_t drawn(const state& s, std::uint64_t what) const {
    return zermelo::splitmix64_mix(zermelo::splitmix64_mix(rank(s) + 1) + what) >> 8;
  }
  [[nodiscard]] result end_of(const state& s) const {
    const std::uint64_t how = drawn(s, 7);
    const auto plies = static_cast<std::uint32_t>(how / 8 % 3);
    switch (how % 5) {
      case 0: return result::tied(plies);
      case 1: return result::drawn();
      case 2: return result::won_by(player::first, plies);
      default: return result::won_by(player::second, plies);
    }
  }

  std::uint32_t m_stairs;
  std::uint32_t m_cells;
  bool m_is_reachable;
  std::optional<player> m_endless;
  std::optional<std::uint64_t> m_limit;
};

constexpr auto catalog = zermelo::make_catalog<stairs>;

}  // namespace stairs_game

template zermelo::game_entry zermelo::entry_of<stairs_game::stairs>();

int main(int argc, char** argv) { return zermelo::cli::run(argc, argv, stairs_game::catalog()); }
