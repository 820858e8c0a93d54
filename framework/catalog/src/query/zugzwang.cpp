// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/zugzwang.hpp>

#include <algorithm>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/load_values.hpp>

namespace zermelo {

passed_positions::passed_positions(const any_game& game) : m_axis(turn_axis::of(game)) {
  if (!m_axis && game.rules().traits().has_passed) m_rules = &game.rules();
}

void passed_positions::find(std::span<const position> positions, std::span<position> found) const {
  if (m_axis) {
    std::transform(positions.begin(), positions.end(), found.begin(), [this](position p) { return m_axis->across(p); });
  } else {
    m_rules->passed(positions, found);
  }
}

entry_value::entry_value(const any_game& game) : m_result_rules(game.result_rule()), m_has_margins(has_margins(game)) {}

int entry_value::operator()(const position_value& value, player to_move) const {
  const game_result read = read_value(value, to_move, m_result_rules);
  if (!read.winner) return 0;
  const int points = m_has_margins && read.decided_by == decided_by::play ? 1 + value.extra_points : 0;
  return *read.winner == player::first ? 1 + points : -1 - points;
}

turn_pair_source::turn_pair_source(const any_game& game, const solution_entries& values, unsigned threads,
                                   work_monitor& monitor)
    : m_game(game), m_passed(game), m_values(values) {
  constexpr std::uint64_t max_entry_bytes = sizeof(std::uint32_t);
  if (m_passed.axis() || values.is_in_memory()) return;
  if (values.size() * max_entry_bytes > available_memory_bytes() / 2) return;
  m_resident = load_values(values, [&game](position p) { return run_at(game, p); }, threads, monitor);
}

turn_pair_reader turn_pair_source::reader() const { return {m_game, m_passed, m_resident ? *m_resident : m_values}; }

turn_pair_reader::turn_pair_reader(const any_game& game, const passed_positions& passed, const solution_entries& values)
    : m_game(game), m_passed(passed), m_value(game), m_values(values) {}

void turn_pair_reader::read(std::span<const position> positions, std::span<const position_value> values,
                            std::span<turn_pair> pairs) {
  const position size = m_game.num_positions();
  m_others.resize(positions.size());
  m_passed.find(positions, m_others);
  m_sought.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    pairs[i] = {};
    pairs[i].is_legal = m_others[i] < size && m_values[m_others[i]].outcome != outcome::illegal;
    if (pairs[i].is_legal) m_sought.push_back(m_others[i]);
  }
  m_back.resize(m_sought.size());
  m_passed.find(m_sought, m_back);
  m_to_move.resize(positions.size());
  m_game.rules().players_to_move(positions, m_to_move);

  std::size_t next = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    turn_pair& pair = pairs[i];
    if (!pair.is_legal) continue;
    // If positions are relative to the player to move, both positions call their player to move the first; the result
    // uses this name in only one of the positions.
    const player to_move = m_to_move[i];
    const int here = m_value(values[i], to_move);
    const int there = m_value(m_values[m_others[i]], opponent(to_move));
    pair.is_mutual = m_back[next++] == positions[i];
    const bool is_first = to_move == player::first;
    pair.first_moves = is_first ? positions[i] : m_others[i];
    pair.value_if_first_moves = is_first ? here : there;
    pair.value_if_second_moves = is_first ? there : here;
  }
}

}  // namespace zermelo
