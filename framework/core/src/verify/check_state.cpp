// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <utility>

#include <zermelo/core/verify/check_game.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {

std::string state_check::name(std::optional<position> at, state_ref s) const {
  return at ? m_check.name(*at) : m_check.name(s);
}

void state_check::check_state(std::optional<position> at, state_ref s) {
  const game_hooks& game = m_check.hooks();
  const hook_set& has = m_check.has();
  if (has.packing && !game.are_equal(game.unpack(game.pack(s)), s)) {
    m_check.report("{}: unpack(pack(s)) is another state", name(at, s));
  }
  if (has.text) check_parsed(at, s, game.format(s), "format", "text");
  if (has.notation) {
    const std::string text = game.notation(s);
    if (text.empty() || text.find('\n') != std::string::npos) {
      m_check.report("{}: notation must return one line of text, but returns '{}'", name(at, s), text);
    } else {
      check_parsed(at, s, text, "notation", "notation");
    }
  }
  if (has.drawing && game.drawing(s).empty()) m_check.report("{}: drawing returns an empty string", name(at, s));
  m_board.check_pieces(at, s);
  const std::optional<result> end = game.terminal(s);
  if (end) check_end(at, s, "terminal", *end);
  const std::size_t moves = end ? 0 : m_check.num_moves(s);
  if (!end && has.max_gain) check_gains(at, s);
  if (!end && moves == 0) check_end(at, s, "no_moves", game.no_moves(s));
  if (game.is_reduced()) check_representative(at, s);
  if (has.passed) check_passed(at, s);
  if (has.groups) check_group_name(at, s);
  if (!game.is_reduced()) {
    count(s, moves);
  } else if (game.are_equal(game.canonical(s), s)) {
    count(s, end || has.num_symmetries ? moves : m_check.targets_of(s).size());
  }
}

void state_check::check_parsed(std::optional<position> at, state_ref s, const std::string& text, const char* hook,
                               const char* what) {
  const game_hooks& game = m_check.hooks();
  try {
    const state_copy parsed = game.parse(text);
    if (!game.are_equal(parsed, s)) m_check.report("{}: parse({}(s)) is [{}]", name(at, s), hook, game.format(parsed));
  } catch (const std::exception& problem) {
    m_check.report("{}: parse rejects the {} of this state: {}", name(at, s), what, problem.what());
  }
}

void state_check::check_reason(std::optional<position> at, state_ref s) {
  if (!m_check.has().why_illegal) return;
  const std::optional<std::string> why = m_check.hooks().why_illegal(s);
  if (m_check.hooks().is_legal(s)) {
    if (why) m_check.report("{}: why_illegal returns '{}', but is_legal returns true", name(at, s), *why);
  } else if (!why) {
    m_check.report("{}: is_legal returns false, but why_illegal returns no reason", name(at, s));
  } else if (why->empty() || why->find('\n') != std::string::npos) {
    m_check.report("{}: why_illegal must return one line of text, but returns '{}'", name(at, s), *why);
  }
}

void state_check::check_end(std::optional<position> at, state_ref s, const char* hook, const result& end) {
  if (end.is_drawn && end.winner) {
    m_check.report("{}: {} returns a draw with a winner", name(at, s), hook);
  }
  if (end.is_drawn && end.distance_plies != 0) {
    m_check.report("{}: {} returns a draw with a distance; a draw has no distance", name(at, s), hook);
  }
  if (const std::uint32_t bound = m_check.hooks().max_margin(); std::cmp_greater(end.points(), bound)) {
    m_check.report("{}: {} returns a win by {} points; max_margin is {}", name(at, s), hook, end.points(), bound);
  }
}

void state_check::check_gains(std::optional<position> at, state_ref s) {
  const auto bound = static_cast<int>(std::min<std::uint32_t>(m_check.hooks().max_gain(), result::largest_margin));
  m_check.hooks().for_each_move(s, [&](state_ref to, int points) {
    if (points >= -bound && points <= bound) return;
    m_check.report("{}: the move to {} gains {} points; max_gain is {}", name(at, s),
                   name_of_state(m_check.hooks(), to), points, bound);
  });
}

void state_check::check_representative(std::optional<position> at, state_ref s) {
  const game_hooks& game = m_check.hooks();
  const state_copy c = game.canonical(s);
  const auto text = [&] { return name_of_state(game, c); };
  if (!game.are_equal(game.canonical(c), c)) {
    m_check.report("{}: canonical(canonical(s)) differs from canonical(s)", name(at, s));
  } else if (game.player_to_move(c) != game.player_to_move(s) || game.terminal(c) != game.terminal(s)) {
    m_check.report("{}: canonical returns {}, which has another player to move or another result", name(at, s), text());
  } else if (!game.terminal(s)) {
    const std::vector<wide_key> found = m_check.targets_of(s);
    if (m_check.targets_of(c) != found || (found.empty() && game.no_moves(c) != game.no_moves(s))) {
      m_check.report("{}: canonical returns {}, which has different moves", name(at, s), text());
    } else if (m_check.has().max_gain && m_check.gains_of(c) != m_check.gains_of(s)) {
      m_check.report("{}: canonical returns {}, whose moves have different gains", name(at, s), text());
    }
  }
  if (m_check.has().num_symmetries) {
    const std::uint64_t symmetries = game.num_symmetries(c);
    const std::uint64_t size = game.orbit_size(c);
    if (symmetries == 0 || size == 0 || symmetries % size != 0 || game.num_symmetries(s) != symmetries) {
      m_check.report("{}: num_symmetries is {}, and {} for the canonical position, whose orbit_size is {}", name(at, s),
                     game.num_symmetries(s), symmetries, size);
    }
  }
  if (m_check.has().is_canonical_index && at) {
    const bool stands_for_itself = game.rank(c) == *at;
    if (m_check.is_legal(*at) != stands_for_itself) {
      m_check.report("{}: is_canonical_index is {}, but the canonical position is {}", name(at, s), !stands_for_itself,
                     text());
    }
  }
  if (m_check.has().orbit_size) {
    const std::uint64_t size = game.orbit_size(s);
    const std::uint64_t size_of_representative = game.orbit_size(c);
    if (size != size_of_representative || size == 0) {
      m_check.report("{}: orbit_size is {}, and that of its canonical position {} is {}; both must be equal and not 0",
                     name(at, s), size, text(), size_of_representative);
    }
  }
  if (m_check.has().groups && game.group_of(s) != game.group_of(c)) {
    m_check.report("{0}: group_of is {1}, but {3} for its canonical position {2}", name(at, s), game.group_of(s),
                   text(), game.group_of(c));
  }
}

void state_check::check_passed(std::optional<position> at, state_ref s) {
  const game_hooks& game = m_check.hooks();
  const auto legal_passed = [&game](state_ref from) {
    std::optional<state_copy> to = game.passed(from);
    return to && game.is_legal(*to) ? to : std::nullopt;
  };
  const std::optional<state_copy> other = legal_passed(s);
  if (other) {
    const auto text = [&] { return name_of_state(game, *other); };
    if (!m_check.has().is_relative && game.player_to_move(*other) == game.player_to_move(s)) {
      m_check.report("{}: passed returns {}, which has the same player to move", name(at, s), text());
    } else if (m_check.has().ranking && game.rank(*other) >= m_check.num_positions()) {
      m_check.report("{}: passed returns {} with rank {}, but the game has only {} positions", name(at, s), text(),
                     game.rank(*other), m_check.num_positions());
    } else if (const std::optional<state_copy> back = legal_passed(*other); back) {
      // The state itself, or the state without an expired right.
      const std::optional<state_copy> forth = legal_passed(*back);
      if (!forth || !game.are_equal(*forth, *other)) {
        m_check.report("{}: passed returns {}, from which passing twice leads to another state", name(at, s), text());
      }
    } else {
      m_check.report("{}: passed returns {}, from which passing back is not possible", name(at, s), text());
    }
  }
  if (!game.is_reduced()) return;
  const std::optional<state_copy> of_representative = legal_passed(game.canonical(s));
  const bool agrees = of_representative.has_value() == other.has_value() &&
                      (!other || game.are_equal(game.canonical(*of_representative), game.canonical(*other)));
  if (!agrees) m_check.report("{}: passed disagrees with passed of the canonical position", name(at, s));
}

// Counts by group

void state_check::check_group_name(std::optional<position> at, state_ref s) {
  const std::uint32_t group = m_check.hooks().group_of(s);
  if (m_groups.contains(group)) return;
  checked_group& found = m_groups[group];  // inserted first, so that a missing name is reported once
  found.name = m_check.hooks().group_name(group);
  if (found.name.empty()) {
    m_check.report("{}: group_name({}) is empty", name(at, s), group);
    return;
  }
  const auto [first, is_new] = m_group_of_name.try_emplace(found.name, group);
  if (is_new) return;
  m_check.report("{}: group_name returns the same name for groups {} and {}: '{}'", name(at, s), group, first->second,
                 found.name);
}

void state_check::count(state_ref s, std::size_t moves) {
  checked_group& group = m_groups[m_check.hooks().group_of(s)];
  ++group.legal;
  group.ends += moves == 0 ? 1 : 0;
  group.moves += moves;
}

std::vector<checked_group> state_check::counted() const {
  std::vector<checked_group> all;
  for (const auto& [number, group] : m_groups) {
    if (group.legal > 0) all.push_back(group);
  }
  return all;
}

// The game as a whole

void check_player_names(check_context& check) {
  if (!check.has().player_name) return;
  const auto is_token = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  };
  const std::string first = check.hooks().player_name(player::first);
  const std::string second = check.hooks().player_name(player::second);
  for (const std::string& name : {first, second}) {
    if (!is_token(name)) check.report("player_name: expected a word of a to z, 0 to 9 and _, got '{}'", name);
  }
  if (first == second) check.report("player_name returns '{}' for both players", first);
}

}  // namespace zermelo::detail
