// SPDX-License-Identifier: MIT
#include "check_context.hpp"

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/verify/check_game.hpp>

namespace zermelo::detail {

// The game

position_word check_context::label(position p) const {
  position_word word = packed_word<position_word>::illegal;
  if (p < num_positions()) m_ranked->label(p, {&word, 1});
  return word;
}

std::vector<gained_move> check_context::moves_from(position p) {
  position_word word = 0;
  m_row.clear();
  m_ranked->plain_moves({&p, 1}, {&word, 1}, m_row);
  m_moves += m_row.size();
  std::vector<gained_move> found;
  found.reserve(m_row.size());
  for (const move_target to : m_row.all()) found.emplace_back(to.at(), to.gain());
  std::sort(found.begin(), found.end());
  return found;
}

wide_key check_context::number_of(state_ref s) const {
  return is_ranked() ? wide_key{0, m_hooks.rank(s)} : m_hooks.pack(s);
}

wide_key check_context::number_of_representative(state_ref s) const {
  return is_ranked() ? wide_key{0, rank_of_representative(m_hooks, s)} : m_hooks.pack(representative_of(m_hooks, s));
}

std::vector<wide_key> check_context::targets_of(state_ref s) {
  std::vector<wide_key> found;
  m_hooks.for_each_successor(s, [&](state_ref next) { found.push_back(number_of_representative(next)); });
  m_moves += found.size();
  std::sort(found.begin(), found.end());
  if (m_hooks.is_reduced()) found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::pair<wide_key, int>> check_context::gains_of(state_ref s) const {
  std::vector<std::pair<wide_key, int>> found;
  m_hooks.for_each_move(
      s, [&](state_ref next, int points) { found.emplace_back(number_of_representative(next), -points); });
  std::sort(found.begin(), found.end());
  const auto has_same_target = [](const auto& one, const auto& other) { return one.first == other.first; };
  if (m_hooks.is_reduced()) found.erase(std::unique(found.begin(), found.end(), has_same_target), found.end());
  for (auto& [to, points] : found) points = -points;
  return found;
}

std::size_t check_context::num_moves(state_ref s) const {
  std::size_t moves = 0;
  m_hooks.for_each_successor(s, [&moves](state_ref) { ++moves; });
  return moves;
}

// Names

std::string check_context::name(position p) const {
  if (p >= num_positions()) return fmt::format("position number {} (out of range)", p);
  try {
    return name_of_state(m_hooks, m_hooks.unrank(p));
  } catch (const std::exception&) {
    return fmt::format("position number {}", p);
  }
}

std::string check_context::name(state_ref s) const {
  try {
    return name_of_state(m_hooks, s);
  } catch (const std::exception&) {
    return "[a state that cannot be written]";
  }
}

std::string check_context::reason_of(state_ref s) const {
  const auto why = m_hooks.why_illegal(s);
  return why ? ": " + *why : std::string();
}

std::string check_context::reason_at(position p) const {
  return p < num_positions() ? reason_of(m_hooks.unrank(p)) : std::string();
}

void check_context::add(std::string violation) {
  // A state may be checked more than once, but its violation is reported once.
  std::vector<std::string>& all = m_report.violations;
  if (std::find(all.begin(), all.end(), violation) == all.end()) all.push_back(std::move(violation));
}

// Random play

void play_at_random(check_context& check, const std::function<bool(state_ref)>& may_visit,
                    const std::function<void(state_ref)>& f) {
  constexpr std::uint64_t max_plies = 256;
  constexpr std::uint64_t seed = 1;
  const game_hooks& game = check.hooks();
  if (!check.has().fixed_start) return;
  random_generator random(seed);
  std::vector<state_copy> next;
  std::uint64_t met = 0;
  while (met < check.scope().played) {
    state_copy s = game.start();
    for (std::uint64_t ply = 0; ply < max_plies && met < check.scope().played; ++ply) {
      check.monitor().check_stop();
      f(s);  // not its canonical state, so that `canonical` is checked
      ++met;
      s = representative_of(game, s);
      if (game.terminal(s)) break;
      next.clear();
      game.for_each_successor(s, [&](state_ref to) {
        if (may_visit(to)) next.push_back(game.keep(to));
      });
      if (next.empty()) break;
      s = next[random.below(next.size())];
    }
  }
}

}  // namespace zermelo::detail
