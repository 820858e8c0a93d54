// SPDX-License-Identifier: MIT
// Computes the statistics in one pass over the entries. With an axis of players, the two entries of a board are read
// together. With the hook `passed`, the other entry is looked up.
#include <zermelo/catalog/query/solution_statistics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <span>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/zugzwang.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>

namespace zermelo {
namespace {

constexpr std::size_t max_examples = 3;
constexpr std::size_t nobody = 2;  ///< the index that means no winner, in addition to index_of(player)
constexpr std::uint64_t max_indices = 1 << 16;

/// Adds p to the examples, which are the positions with the lowest numbers.
void add_example(std::vector<position>& examples, position p) {
  examples.insert(std::upper_bound(examples.begin(), examples.end(), p), p);
  if (examples.size() > max_examples) examples.pop_back();
}

void add(farthest_positions& farthest, std::uint32_t plies, std::uint64_t positions,
         std::span<const position> examples) {
  if (farthest.plies && plies < *farthest.plies) return;
  if (farthest.plies != plies) farthest = {plies, 0, {}};
  farthest.positions += positions;
  for (const position p : examples) add_example(farthest.examples, p);
}

void add(group_counts& group, const group_counts& more) {
  group.counts += more.counts;
  group.max_distance_plies = std::max(group.max_distance_plies, more.max_distance_plies);
}

void add(board_counts& boards, const board_counts& more) {
  for (std::size_t a = 0; a < boards.by_winners.size(); ++a) {
    for (std::size_t b = 0; b < boards.by_winners.size(); ++b) boards.by_winners[a][b] += more.by_winners[a][b];
  }
  boards.one_turn_only += more.one_turn_only;
  boards.zugzwangs += more.zugzwangs;
  boards.one_sided_zugzwangs += more.one_sided_zugzwangs;
  for (const position p : more.zugzwang_examples) add_example(boards.zugzwang_examples, p);
}

/// Finds the groups of positions by a field.
class group_finder {
 public:
  group_finder(const std::vector<axis>& axes, const axis_field& by) {
    const axis& field_axis = axes[by.axis_number];
    if (field_axis.size > max_indices) {
      throw input_error(fmt::format("axis '{}' has {} values; counting by an axis supports at most {}", field_axis.name,
                                    grouped_digits(field_axis.size), grouped_digits(max_indices)));
    }
    m_size = field_axis.size;
    for (std::size_t a = by.axis_number + 1; a < axes.size(); ++a) m_stride *= axes[a].size;
    std::map<std::string, std::uint64_t> first_index;
    for (std::uint64_t index = 0; index < field_axis.size; ++index) {
      m_group_of_index.push_back(first_index.emplace(by.text(axes, index), index).first->second);
    }
  }
  /// Returns the group of p: the first index with the same value.
  [[nodiscard]] std::uint64_t group_of(position p) const { return m_group_of_index[p / m_stride % m_size]; }

 private:
  std::uint64_t m_stride = 1;
  std::uint64_t m_size = 1;
  std::vector<std::uint64_t> m_group_of_index;
};

/// The statistics that one thread collects.
class collector {
 public:
  collector(const any_game& game, const group_finder* groups)
      : m_game(game), m_value(game), m_has_margins(has_margins(game)), m_groups(groups) {}

  /// Counts one entry. Returns its value for the first player, or nothing if the position is illegal.
  std::optional<int> add_entry(position p, position_value value) {
    ++m_statistics.summary.positions;
    if (p >= m_run.end || p < m_run_begin) {
      m_run_begin = p;
      m_run = run_at(m_game, p);
    }
    if (value.outcome == outcome::illegal) return std::nullopt;
    const player to_move = m_run.to_move;
    m_statistics.summary.add(p, value, to_move);
    const auto raw = raw_winner(value.outcome, to_move);
    if (value.distance_plies != no_distance) {
      add(m_statistics.farthest[raw ? index_of(*raw) : nobody], value.distance_plies, 1, {&p, 1});
    }
    add_to(m_statistics.by_turn[index_of(to_move)], value, raw.has_value());
    if (m_has_margins) add_margin(value);
    if (m_groups != nullptr) add_to(m_statistics.by_group[{m_groups->group_of(p), to_move}], value, raw.has_value());
    return m_value(value, to_move);
  }

  /// Counts the board of a legal position, unless the board is counted at the position with the other player to move.
  void add_board(position p, const turn_pair& pair) {
    if (!pair.is_legal) {
      add_board(p, 0, std::nullopt);
    } else if (pair.first_moves == p || !pair.is_mutual) {
      add_board(p, pair.value_if_first_moves, pair.value_if_second_moves);
      if (pair.is_zugzwang() && !pair.is_mutual) ++m_statistics.boards->one_sided_zugzwangs;
    }
  }
  /// Counts a board. @param p  the position with the first player to move, or with the player in zugzwang to move
  /// @param if_first_moves, if_second_moves  the results of add_entry
  void add_board(position p, std::optional<int> if_first_moves, std::optional<int> if_second_moves) {
    if (!m_statistics.boards) m_statistics.boards.emplace();
    board_counts& boards = *m_statistics.boards;
    if (!if_first_moves || !if_second_moves) {
      boards.one_turn_only += if_first_moves || if_second_moves ? 1 : 0;
      return;
    }
    ++boards.by_winners[winner_of_value(*if_first_moves)][winner_of_value(*if_second_moves)];
    if (!is_zugzwang(*if_first_moves, *if_second_moves)) return;
    ++boards.zugzwangs;
    add_example(boards.zugzwang_examples, p);
  }

  [[nodiscard]] const solution_statistics& statistics() const noexcept { return m_statistics; }

 private:
  static void add_to(group_counts& group, position_value value, bool is_decisive) {
    group.counts.add(value.outcome);
    if (!is_decisive || lacks_distance(value)) return;
    group.max_distance_plies = std::max(group.max_distance_plies, std::optional(value.distance_plies));
  }

  void add_margin(position_value value) {
    const auto points = static_cast<std::size_t>(std::abs(value.margin()));
    std::vector<outcome_histogram>& by_margin = m_statistics.by_margin;
    if (by_margin.size() <= points) by_margin.resize(points + 1);
    by_margin[points].add({value.outcome, value.distance_plies});
  }

  const any_game& m_game;
  entry_value m_value;
  bool m_has_margins;
  const group_finder* m_groups;
  position m_run_begin = 0;
  to_move_run m_run;
  solution_statistics m_statistics;
};

/// Counts the boards of a game with the hook `passed`. For use by one thread.
class board_scan {
 public:
  explicit board_scan(const turn_pair_source& source) : m_reader(source.reader()) {}

  /// Counts the boards of consecutive positions, the first of which is `first`.
  void add_boards(position first, std::span<const position_value> entries, collector& counted) {
    constexpr std::size_t batch_size = 512;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].outcome != outcome::illegal) {
        m_positions.push_back(first + i);
        m_values.push_back(entries[i]);
      }
      if (m_positions.size() < batch_size && i + 1 < entries.size()) continue;
      m_pairs.resize(m_positions.size());
      m_reader.read(m_positions, m_values, m_pairs);
      for (std::size_t k = 0; k < m_positions.size(); ++k) counted.add_board(m_positions[k], m_pairs[k]);
      m_positions.clear();
      m_values.clear();
    }
  }

 private:
  turn_pair_reader m_reader;
  std::vector<position> m_positions;
  std::vector<position_value> m_values;
  std::vector<turn_pair> m_pairs;
};

}  // namespace

std::uint64_t board_counts::drawn() const {
  return boards() - next_wins() - previous_wins() - first_wins() - second_wins();
}

std::uint64_t board_counts::boards() const {
  std::uint64_t sum = 0;
  for (const auto& row : by_winners) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

solution_statistics collect_statistics(const any_game& game, const solution_entries& values,
                                       const std::optional<axis_field>& by, unsigned threads, work_monitor& monitor) {
  constexpr std::uint64_t block_size = 1 << 15;  // entries; a thread stores two blocks
  std::optional<group_finder> groups;
  if (by) groups.emplace(game.axes(), *by);
  per_thread<collector> collectors([&] { return collector(game, groups ? &*groups : nullptr); });
  per_thread<std::array<std::vector<position_value>, 2>> buffers;
  const auto read = [&](std::vector<position_value>& buffer, position first, std::uint64_t count) {
    buffer.resize(count);
    values.read(first, buffer);
  };
  const passed_positions passed(game);
  if (const auto& axis = passed.axis()) {
    monitor.phase("scan", values.size());
    const std::uint64_t length = axis->range_length;
    const auto scan = [&](std::uint64_t begin, std::uint64_t end) {
      collector& local = collectors.local();
      while (begin < end) {
        const std::uint64_t count = std::min(end - begin, length - begin % length);
        const position first = begin / length * 2 * length + begin % length;
        auto& [entries, other_entries] = buffers.local();
        read(entries, first, count);
        read(other_entries, first + length, count);
        std::vector<std::optional<int>> points(count);
        for (std::uint64_t i = 0; i < count; ++i) points[i] = local.add_entry(first + i, entries[i]);
        for (std::uint64_t i = 0; i < count; ++i) {
          const std::optional<int> other = local.add_entry(first + length + i, other_entries[i]);
          if (axis->is_first_player_first) {
            local.add_board(first + i, points[i], other);
          } else {
            local.add_board(first + length + i, other, points[i]);
          }
        }
        monitor.advance(count);  // for_each_block counts one entry of each pair
        begin += count;
      }
    };
    for_each_block(values.size() / 2, resolve_threads(threads), monitor, scan, block_size);
  } else {
    std::optional<turn_pair_source> pairs;
    if (passed.are_known()) pairs.emplace(game, values, threads, monitor);
    per_thread<board_scan> boards([&] { return board_scan(*pairs); });
    monitor.phase("scan", values.size());
    const auto scan = [&](position begin, position end) {
      auto& entries = buffers.local()[0];
      read(entries, begin, end - begin);
      collector& local = collectors.local();
      for (position p = begin; p < end; ++p) local.add_entry(p, entries[p - begin]);
      if (pairs) boards.local().add_boards(begin, entries, local);
    };
    for_each_block(values.size(), resolve_threads(threads), monitor, scan, block_size);
  }

  solution_statistics whole;
  for (const collector& part : collectors) {
    const solution_statistics& found = part.statistics();
    whole.summary += found.summary;
    for (std::size_t kind = 0; kind < whole.farthest.size(); ++kind) {
      const farthest_positions& f = found.farthest[kind];
      if (f.plies) add(whole.farthest[kind], *f.plies, f.positions, f.examples);
    }
    for (std::size_t p = 0; p < whole.by_turn.size(); ++p) add(whole.by_turn[p], found.by_turn[p]);
    for (const auto& [key, group] : found.by_group) add(whole.by_group[key], group);
    whole.by_margin.resize(std::max(whole.by_margin.size(), found.by_margin.size()));
    for (std::size_t m = 0; m < found.by_margin.size(); ++m) whole.by_margin[m] += found.by_margin[m];
    if (!found.boards) continue;
    if (!whole.boards) whole.boards.emplace();
    add(*whole.boards, *found.boards);
  }
  return whole;
}

}  // namespace zermelo
