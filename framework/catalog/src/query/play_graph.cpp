// SPDX-License-Identifier: MIT
// Implements a breadth-first search from one position or from all positions.
#include <zermelo/catalog/query/play_graph.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/move_scores.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

/// The target of a move.
struct target {
  position at = 0;
  int gain = 0;                    ///< the gain for the player to move before the move
  player to_move = player::first;  ///< in the numbering before the move
  position_value value;            ///< see value_after
  bool is_best = false;
};

class play_search {
 public:
  /// @param distinguishes_players  whether a position counts twice if either player can be to move, because positions
  /// are relative to the player to move
  play_search(const any_game& game, const value_lookup& entries, const play_options& options,
              bool distinguishes_players, work_monitor& monitor)
      : m_game(game),
        m_entries(entries),
        m_options(options),
        m_distinguishes_players(distinguishes_players),
        m_monitor(monitor) {
    monitor.phase("play", 0);
  }

  /// Returns the index of a position, and adds the position if it is new.
  std::uint32_t add(position at, player to_move, std::uint32_t depth) {
    const auto [known, is_new] =
        m_index_of.emplace(key(at, to_move), static_cast<std::uint32_t>(m_found.positions.size()));
    if (!is_new) return known->second;
    expect_space();
    const position_value value = m_entries(at);
    if (value.outcome == outcome::illegal) {
      throw input_error(fmt::format("wrong table: '{}' is legal, but its entry is illegal", format(m_game, at)));
    }
    m_found.positions.push_back({.at = at, .value = value, .depth = depth, .to_move = to_move});
    return known->second;
  }

  /// Follows the moves from all added positions, including those that are added meanwhile.
  play_graph follow() {
    constexpr std::size_t positions_between_looks = 1024;
    for (std::size_t index = 0; index < m_found.positions.size(); ++index) {
      if (index % positions_between_looks == 0) {
        m_monitor.check_stop();
        m_monitor.advance(std::min(positions_between_looks, m_found.positions.size() - index));
      }
      follow_moves(index);
    }
    return std::move(m_found);
  }

 private:
  [[nodiscard]] std::uint64_t key(position at, player to_move) const {
    return move_target::of(at, m_distinguishes_players ? to_move : player::first).bits();
  }

  /// Checks that one more position is allowed and fits in memory. @throws play_limit_error, resource_error
  void expect_space() {
    const std::size_t found = m_found.positions.size();
    const auto more_than = [found] {
      return fmt::format("play reaches more than {} positions", grouped_digits(found));
    };
    if (found >= max_play_positions) throw resource_error(more_than());
    if (found >= m_options.max_positions) throw play_limit_error(more_than());
    if (found < m_positions_with_memory) return;
    // While arrays double in size, both copies are in memory. A node of the hash table takes four words, plus a bucket
    // per position.
    constexpr std::uint64_t hashed_bytes = 6 * sizeof(void*);
    expect_available(more_than() + ": storing twice as many needs another",
                     found * (2 * sizeof(play_position) + hashed_bytes) + m_found.moves.size() * 2 * sizeof(play_move));
    m_positions_with_memory = 2 * found;
  }

  void follow_moves(std::size_t index) {
    const play_position from = m_found.positions[index];
    const std::vector<numbered_move> after =
        end_at(m_game, from.at) ? std::vector<numbered_move>() : distinct_moves(m_game, from.at);
    const bool is_deepest = m_options.depth && from.depth >= *m_options.depth;
    const std::uint64_t first = m_found.moves.size();
    if (!is_deepest) {
      for (const target& to : followed(from, targets_of(from, after))) {
        const std::uint32_t index_after = add(to.at, to.to_move, from.depth + 1);
        m_found.moves.push_back({index_after, static_cast<std::int16_t>(to.gain), to.is_best});
      }
    }
    play_position& here = m_found.positions[index];
    here.num_moves = static_cast<std::uint32_t>(after.size());
    here.first_followed = first;
    here.num_followed = static_cast<std::uint32_t>(m_found.moves.size() - first);
  }

  /// @param after  the distinct moves of the position
  [[nodiscard]] std::vector<target> targets_of(const play_position& from,
                                               const std::vector<numbered_move>& after) const {
    std::vector<target> targets;
    std::vector<position> positions;
    for (const numbered_move& move : after) positions.push_back(move.to);
    std::vector<player> players_to_move(after.size());
    m_game.rules().players_to_move(positions, players_to_move);
    bool has_distances = !lacks_distance(from.value);
    for (std::size_t i = 0; i < after.size(); ++i) {
      // If positions are relative to the player to move, the players alternate.
      const player to_move = m_game.seen_by() == viewpoint::players ? players_to_move[i] : opponent(from.to_move);
      const position_value value = value_after(m_game, from.at, after[i].to, m_entries(after[i].to));
      targets.push_back({after[i].to, after[i].gain, to_move, value});
      has_distances = has_distances && !lacks_distance(targets.back().value);
    }
    const move_scores scores(from.to_move, m_game.result_rule().infinite_play, has_distances);
    for (target& to : targets) {
      to.is_best = scores.of_move(to.value, to.to_move, to.gain) == scores.of_position(from.value);
    }
    return targets;
  }

  [[nodiscard]] std::vector<target> followed(const play_position& from, const std::vector<target>& targets) const {
    const followed_moves which = m_options.followed[index_of(from.to_move)];
    if (which == followed_moves::all || targets.empty()) return targets;
    std::vector<target> best;
    std::copy_if(targets.begin(), targets.end(), std::back_inserter(best), [](const target& to) { return to.is_best; });
    if (best.empty()) {
      throw input_error(fmt::format("no move from '{}' leads to its stored value; check the table with zermelo verify",
                                    format(m_game, from.at)));
    }
    if (which == followed_moves::best) return best;
    const auto found = std::find_if(best.begin(), best.end(),
                                    [this](const target& to) { return m_index_of.count(key(to.at, to.to_move)) > 0; });
    return {found == best.end() ? best.front() : *found};
  }

  const any_game& m_game;
  const value_lookup& m_entries;
  const play_options& m_options;
  bool m_distinguishes_players;
  work_monitor& m_monitor;
  play_graph m_found;
  std::unordered_map<std::uint64_t, std::uint32_t> m_index_of;  ///< [key]
  std::size_t m_positions_with_memory = 1 << 16;                ///< the number of positions known to fit in memory
};

}  // namespace

play_graph follow_play(const any_game& game, const value_lookup& entries, position from, const play_options& options,
                       work_monitor& monitor) {
  play_search search(game, entries, options, true, monitor);
  search.add(from, player_to_move(game, from), 0);
  return search.follow();
}

play_graph whole_play(const any_game& game, const value_lookup& entries, work_monitor& monitor) {
  const play_options options;
  play_search search(game, entries, options, false, monitor);
  for (position p = 0; p < game.num_positions(); ++p) {
    if (is_legal(game, p)) search.add(p, player_to_move(game, p), 0);
  }
  return search.follow();
}

}  // namespace zermelo
