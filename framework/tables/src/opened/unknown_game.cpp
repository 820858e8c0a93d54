// SPDX-License-Identifier: MIT
#include "unknown_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/query/axis_field.hpp>
#include <zermelo/catalog/query/turn_axis.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/tables/opened/opened_table.hpp>

namespace zermelo {
namespace {

/// The players to move, from the table's axes, or from stored bits.
class stored_players {
 public:
  /// Returns nothing if the table does not store the players to move.
  [[nodiscard]] static std::optional<stored_players> of(const storage::stored_table& table, work_monitor& monitor) {
    const storage::table_metadata& stored = table.metadata();
    stored_players players;
    players.m_axis = turn_axis::of(stored.axes, stored.player_names);
    if (players.m_axis) return players;
    if (!stored.players_to_move) return std::nullopt;
    constexpr std::uint64_t positions_per_read = 1 << 19;  // positions per chunk
    auto seconds = std::make_shared<std::vector<bool>>(table.num_positions());
    std::vector<player> some;
    monitor.phase("read", seconds->size());
    for (position first = 0; first < seconds->size(); first += some.size()) {
      monitor.check_stop();
      some.resize(std::min(positions_per_read, seconds->size() - first));
      stored.players_to_move(first, some);
      for (std::size_t i = 0; i < some.size(); ++i) (*seconds)[first + i] = some[i] == player::second;
      monitor.advance(some.size());
    }
    players.m_seconds = std::move(seconds);
    return players;
  }

  [[nodiscard]] player at(position p) const {
    if (m_axis) return m_axis->player_to_move(p);
    return (*m_seconds)[p] ? player::second : player::first;
  }

 private:
  std::optional<turn_axis> m_axis;
  std::shared_ptr<const std::vector<bool>> m_seconds;  ///< whether the second player is to move; null: by the axis
};

/// The hooks that do not depend on the player to move. States are the numbers of positions.
class unknown_game {
 public:
  using state = position;

  explicit unknown_game(const storage::stored_table& table) : m_table(&table) {}

  [[nodiscard]] position num_positions() const { return m_table->num_positions(); }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] bool is_legal(const state& s) const {
    return s < num_positions() && m_table->probe(s).outcome != outcome::illegal;
  }
  /// Returns nothing, so that a caller that needs more information calls for_each_successor.
  [[nodiscard]] std::optional<result> terminal(const state& /*s*/) const { return std::nullopt; }
  void for_each_successor(const state& /*s*/, auto&& /*f*/) const { reject(""); }
  [[nodiscard]] result no_moves(const state& /*s*/) const { reject(""); }
  /// The table stores the start, see any_game::set_start.
  [[nodiscard]] state start(const auto& /*entry*/) const { reject(""); }

  [[nodiscard]] std::vector<axis> axes() const { return stored().axes; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const { return stored().move_limit; }
  [[nodiscard]] std::uint32_t max_margin() const { return static_cast<std::uint32_t>(stored().max_margin.value_or(1)); }
  [[nodiscard]] std::string player_name(player p) const { return stored().player_names[index_of(p)]; }

  [[nodiscard]] std::string format(const state& s) const {
    const std::vector<axis>& axes = stored().axes;
    std::string text;
    position left = s;
    for (std::size_t a = axes.size(); a-- > 0;) {
      const std::string index = axis_field{a, std::nullopt}.text(axes, left % axes[a].size);
      text = fmt::format("{}={}{}{}", axes[a].name, index, text.empty() ? "" : " ", text);
      left /= axes[a].size;
    }
    return text;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const std::vector<axis>& axes = stored().axes;
    std::vector<std::string> names;
    for (const axis& one : axes) names.push_back(one.name);
    const auto reject_text = [&](const std::string& why) {
      reject(fmt::format("position: expected values on the axes {}, got '{}': {}; ", fmt::join(names, ", "),
                         excerpt(text), why));
    };
    std::map<std::string, std::string, std::less<>> fields;
    try {
      fields = parse_fields(text, names);
    } catch (const input_error& error) {
      reject_text(error.what());
    }
    position p = 0;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const auto index = named_index(axes[a], fields.at(names[a]));
      if (!index) reject_text(fmt::format("axis {} has no value '{}'", names[a], excerpt(fields.at(names[a]))));
      p = p * axes[a].size + *index;
    }
    return p;
  }

 protected:
  [[nodiscard]] const storage::table_metadata& stored() const { return m_table->metadata(); }

 private:
  [[noreturn]] void reject(std::string_view before) const { fail_without_rules(stored().game, before); }

  const storage::stored_table* m_table;
};

class unknown_game_of_players : public unknown_game {
 public:
  unknown_game_of_players(const storage::stored_table& table, stored_players players)
      : unknown_game(table), m_players(std::move(players)) {}
  [[nodiscard]] player player_to_move(const state& s) const { return m_players.at(s); }
  [[nodiscard]] std::optional<player> infinite_play() const { return stored().infinite_play; }

 private:
  stored_players m_players;
};

class unknown_relative_game : public unknown_game {
 public:
  using unknown_game::unknown_game;
  static constexpr bool is_relative = true;
};

void expect_plain(const storage::table_metadata& stored) {
  const auto expect = [](std::string_view name) {
    if (escaped_text(name) == name) return;
    throw input_error(fmt::format("invalid name '{}': expected plain text", excerpt(name)));
  };
  expect(stored.game);
  for (const std::string& name : stored.player_names) expect(name);
  for (const axis& one : stored.axes) std::for_each(one.labels.begin(), one.labels.end(), expect);
}

/// Returns the stored parameters, all of them strings.
parameter_values parameters_of_table(const storage::table_metadata& stored) {
  std::vector<parameter> declared;
  std::map<std::string, parameter_values::value> given;
  for (const auto& [name, text] : stored.parameters) {
    declared.push_back({.name = name, .type = parameter_type::text, .help = ""});
    given[name] = {text, "", true, true};
  }
  return {declared, given};
}

}  // namespace

std::string unknown_game_text(std::string_view name) { return fmt::format("unknown game '{}'", excerpt(name)); }

void fail_without_rules(std::string_view game, std::string_view before) {
  throw input_error(fmt::format("{}{}; only the values can be read, not the rules", before, unknown_game_text(game)));
}

std::unique_ptr<any_game> unknown_game_of(const storage::stored_table& table, work_monitor& monitor) {
  const storage::table_metadata& stored = table.metadata();
  expect_plain(stored);
  if (stored.move_limit && stored.max_margin.value_or(1) > 1) {
    throw input_error("the table has margins and a move limit, which cannot be combined");
  }
  const game_description description{stored.game, parameters_of_table(stored)};
  if (auto players = stored_players::of(table, monitor)) {
    return std::make_unique<any_game>(description, erased_game_of<unknown_game_of_players>::make(
                                                       unknown_game_of_players(table, *std::move(players))));
  }
  // Either positions are relative to the player to move, or the table is older than stored players to move.
  if (stored.infinite_play || stored.summary.winners[0] != stored.summary.counts.win) {
    throw input_error(fmt::format("{}; the table does not store the player to move", unknown_game_text(stored.game)));
  }
  return std::make_unique<any_game>(description,
                                    erased_game_of<unknown_relative_game>::make(unknown_relative_game(table)));
}

}  // namespace zermelo
