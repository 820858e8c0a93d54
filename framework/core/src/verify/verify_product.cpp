// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_product.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

#include "verify_failures.hpp"

namespace zermelo {
namespace detail {
namespace {

/// The scores of up to `capacity` consecutive rows of one turn; row r replaces row r - capacity.
template <class Score>
class row_window {
 public:
  row_window(std::uint64_t capacity, std::uint64_t row_length)
      : m_capacity(capacity), m_row_length(row_length), m_scores(capacity * row_length) {}
  [[nodiscard]] std::span<Score> row(std::uint64_t r) noexcept {
    return m_scores.span().subspan(r % m_capacity * m_row_length, m_row_length);
  }

 private:
  std::uint64_t m_capacity;
  std::uint64_t m_row_length;
  uninitialized_array<Score> m_scores;
};

/// The numbers of rows per turn that a verification processes at a time.
struct verified_rows {
  verified_rows(const product_form& form, const product_index& index) {
    for (std::size_t w = 0; w + 1 < form.walkers.size(); ++w) {
      const adjacency_lists& moves = form.walkers[w].moves;
      std::uint64_t farthest = 0;
      for (node_number from = 0; from < moves.num_nodes(); ++from) {
        for (const node_number to : moves.neighbours(from)) {
          farthest = std::max<std::uint64_t>(farthest, from < to ? to - from : from - to);
        }
      }
      reach += farthest * index.stride(w);
    }
    constexpr std::uint64_t piece_positions = 1 << 16;  // as in a chunk of a table
    constexpr std::uint64_t pieces_in_batch = 16;       // enough work for all threads
    piece = std::max<std::uint64_t>(1, piece_positions / index.row_length());
    batch = piece * pieces_in_batch;
    retained = std::min(index.num_rows(), 2 * reach + 2 * batch);
  }

  std::uint64_t reach = 0;     ///< the greatest difference between the numbers of two rows that a move connects
  std::uint64_t piece = 0;     ///< rows that one thread loads or checks at a time
  std::uint64_t batch = 0;     ///< rows checked at a time, while as many are loaded
  std::uint64_t retained = 0;  ///< rows in memory
};

template <class Score>
class product_verifier {
 public:
  /// @param range  all positions, or whole rows of one turn
  product_verifier(const product_rules& game, const product_form& form, const solution_entries& entries,
                   index_range range, unsigned threads, work_monitor& monitor)
      : m_game(game),
        m_form(form),
        m_entries(entries),
        m_monitor(monitor),
        m_index(form),
        m_rows(form, m_index),
        m_num_checked(range.end - range.begin),
        m_checked_rows{0, m_index.num_rows()},
        m_threads(threads) {
    const std::uint64_t num_rows = m_num_checked / m_index.row_length();
    const std::size_t turns = m_form.turns.size();
    if (num_rows == m_index.num_rows() * turns) {
      for (std::size_t turn = 0; turn < turns; ++turn) m_checked_turns.push_back(turn);
      m_loaded_turns = m_checked_turns;
    } else {
      const std::uint64_t row = range.begin / m_index.row_length();
      const std::uint64_t turn = row / m_index.num_rows();
      m_checked_rows.begin = row % m_index.num_rows();
      m_checked_rows.end = m_checked_rows.begin + num_rows;
      m_checked_turns = {turn};
      m_loaded_turns = {turn};
      if (turns > 1) m_loaded_turns.push_back((turn + 1) % turns);
    }
    const std::optional<player> infinite_play = m_game.infinite_play();
    for (std::size_t turn = 0; turn < m_form.turns.size(); ++turn) {
      m_own_scores.emplace_back(m_form.turns[turn], infinite_play);
      m_previous_scores.emplace_back(m_form.turns[turn == 0 ? m_form.turns.size() - 1 : turn - 1], infinite_play);
      m_own_rows.emplace_back(m_rows.retained, m_index.row_length());
      m_previous_rows.emplace_back(m_rows.retained, m_index.row_length());
    }
  }

  /// While a batch of rows is checked, the rows that the next batch needs are loaded.
  [[nodiscard]] verify_report run() {
    const auto [first, end] = m_checked_rows;
    const std::uint64_t end_of_reach = end + std::min(m_rows.reach, m_index.num_rows() - end);
    row_range loading{first - std::min(first, m_rows.reach),
                      std::min(end_of_reach, first + m_rows.batch + m_rows.reach)};
    row_range checking{first, first};
    while (checking.end < end) {
      for_each_piece(loading, checking);
      checking = {checking.end, std::min(end, checking.end + m_rows.batch)};
      loading = {loading.end, std::min(end_of_reach, checking.end + m_rows.batch + m_rows.reach)};
    }
    for_each_piece({end, end}, checking);
    verify_report report = m_failures.take(m_num_checked);
    report.edges = 0;
    for (const scratch& of_thread : m_scratch) *report.edges += of_thread.edges;
    return report;
  }

 private:
  [[nodiscard]] static bool contains(const std::vector<std::size_t>& turns, std::size_t turn) {
    return std::find(turns.begin(), turns.end(), turn) != turns.end();
  }

  /// Working memory of one thread.
  struct scratch {
    std::vector<position_value> entries;
    std::vector<Score> best;             ///< [node]: best score of the targets in other rows
    std::vector<Score> demanded;         ///< [node of the checked row]: score that the moves require
    std::vector<node_number> others;     ///< the nodes of all walkers but the last
    std::vector<std::uint64_t> targets;  ///< rows
    std::vector<std::uint64_t> next_targets;
    std::vector<bool> is_end;  ///< [node of the checked row]
    std::uint64_t edges = 0;   ///< number of moves that the thread has counted
  };

  /// The rows begin .. end - 1 of every turn.
  struct row_range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  void for_each_piece(row_range loading, row_range checking) {
    const auto pieces_of = [this](row_range r) { return (r.end - r.begin + m_rows.piece - 1) / m_rows.piece; };
    const std::uint64_t num_loads = m_loaded_turns.size() * pieces_of(loading);
    const std::uint64_t num_tasks = num_loads + m_checked_turns.size() * pieces_of(checking);
    const auto run = [&](std::uint64_t i) {
      m_monitor.check_stop();
      const bool is_load = i < num_loads;
      const row_range rows = is_load ? loading : checking;
      const std::uint64_t task = is_load ? i : i - num_loads;
      const std::vector<std::size_t>& turns = is_load ? m_loaded_turns : m_checked_turns;
      const std::size_t turn = turns[task % turns.size()];
      const std::uint64_t from = rows.begin + task / turns.size() * m_rows.piece;
      const std::uint64_t to = std::min(rows.end, from + m_rows.piece);
      if (is_load) {
        load(turn, from, to);
        return;
      }
      for (std::uint64_t row = from; row < to; ++row) check(turn, row, m_scratch.local());
      m_monitor.advance((to - from) * m_index.row_length());
    };
    for_each_index(m_arena, m_threads, num_tasks, run);
  }

  /// Loads rows of a turn: as entries to check, and as targets of the moves of the previous turn.
  void load(std::size_t turn, std::uint64_t from, std::uint64_t to) {
    const bool is_checked = contains(m_checked_turns, turn);
    const bool is_reached = contains(m_checked_turns, (turn == 0 ? m_form.turns.size() : turn) - 1);
    if (!is_reached) {
      from = std::max(from, m_checked_rows.begin);
      to = std::min(to, m_checked_rows.end);
      if (from >= to) return;
    }
    std::vector<position_value>& entries = m_scratch.local().entries;
    entries.resize((to - from) * m_index.row_length());
    m_entries.read(m_index.first_position(turn, from), entries);
    const player to_move = m_form.turns[turn];
    const position_value* next = entries.data();
    for (std::uint64_t row = from; row < to; ++row) {
      const auto set = [&](std::span<Score> row_scores, const entry_scores<Score>& scores) {
        for (std::size_t i = 0; i < row_scores.size(); ++i) row_scores[i] = scores.score(next[i], to_move);
      };
      if (is_checked) set(m_own_rows[turn].row(row), m_own_scores[turn]);
      if (is_reached) set(m_previous_rows[turn].row(row), m_previous_scores[turn]);
      next += m_index.row_length();
    }
  }

  /// Sets `mine.targets` to the rows to which the walkers of a turn, except the last walker, can move; empty if one of
  /// them has no move.
  void find_targets(std::size_t turn, std::uint64_t row, scratch& mine) const {
    mine.targets.assign(1, row);
    for (std::size_t w = 0; w + 1 < m_form.walkers.size(); ++w) {
      if (m_form.walkers[w].owner != m_form.turns[turn]) continue;
      const node_number here = m_index.node_in(row, w);
      mine.next_targets.clear();
      for (const std::uint64_t target : mine.targets) {
        for (const node_number to : m_form.walkers[w].moves.neighbours(here)) {
          mine.next_targets.push_back(target - here * m_index.stride(w) + to * m_index.stride(w));
        }
      }
      mine.targets.swap(mine.next_targets);
    }
  }

  /// Checks the entries of one row.
  void check(std::size_t turn, std::uint64_t row, scratch& mine) {
    const std::size_t next_turn = turn + 1 == m_form.turns.size() ? 0 : turn + 1;
    const entry_scores<Score>& scores = m_own_scores[turn];
    const std::uint64_t length = m_index.row_length();
    constexpr Score none = entry_scores<Score>::none;
    find_targets(turn, row, mine);
    mine.best.assign(length, none);
    for (const std::uint64_t target : mine.targets) {
      const std::span<const Score> reached = m_previous_rows[next_turn].row(target);
      for (std::size_t i = 0; i < length; ++i) mine.best[i] = std::max(mine.best[i], reached[i]);
    }
    mine.demanded.resize(length);
    const product_walker& last = m_form.walkers.back();
    const bool can_last_move = last.owner == m_form.turns[turn];
    std::uint64_t moves_in_row = can_last_move ? last.moves.num_edges() : length;
    if (can_last_move) {
      for (node_number p = 0; p < length; ++p) {
        Score best = none;
        for (const node_number to : last.moves.neighbours(p)) best = std::max(best, mine.best[to]);
        mine.demanded[p] = best;
      }
    } else {
      mine.demanded = mine.best;
    }
    m_index.list_nodes(row, mine.others);
    mine.is_end.assign(length, false);
    m_game.for_each_terminal(turn, std::span<const node_number>(mine.others), [&](node_number p, const result& end) {
      mine.demanded[p] = scores.score_of_end(end);
      mine.is_end[p] = true;
      moves_in_row -= can_last_move ? last.moves.degree(p) : 1;
    });
    mine.edges += moves_in_row * mine.targets.size();
    for (std::size_t p = 0; p < length; ++p) {
      if (mine.is_end[p]) continue;
      if (mine.demanded[p] != none) {
        mine.demanded[p] = scores.one_ply_back(mine.demanded[p]);
        continue;
      }
      mine.demanded[p] = scores.score_of_end(m_game.no_moves(m_index.first_position(turn, row) + p));
      mine.is_end[p] = true;
    }
    const std::span<const Score> stored = m_own_rows[turn].row(row);
    if (std::equal(stored.begin(), stored.end(), mine.demanded.begin())) return;
    for (std::size_t p = 0; p < length; ++p) {
      if (stored[p] == mine.demanded[p]) continue;
      m_failures.add(m_index.first_position(turn, row) + p, scores.entry(stored[p]), scores.entry(mine.demanded[p]),
                     mine.is_end[p]);
    }
  }

  const product_rules& m_game;
  const product_form& m_form;
  const solution_entries& m_entries;
  work_monitor& m_monitor;
  product_index m_index;
  verified_rows m_rows;
  std::uint64_t m_num_checked;
  row_range m_checked_rows;
  std::vector<std::size_t> m_checked_turns;
  std::vector<std::size_t> m_loaded_turns;  ///< the checked turns and the turns that follow them
  unsigned m_threads;
  worker_arena m_arena{m_threads};
  // Indexed by turn: scores for the player to move, and for the player of the previous turn.
  std::vector<entry_scores<Score>> m_own_scores;
  std::vector<entry_scores<Score>> m_previous_scores;
  std::vector<row_window<Score>> m_own_rows;
  std::vector<row_window<Score>> m_previous_rows;
  per_thread<scratch> m_scratch;
  verify_failures m_failures;
};

template <class Score>
verify_report verify_ranges(const product_rules& game, const solution_entries& entries,
                            const std::vector<index_range>& ranges, unsigned threads, work_monitor& monitor) {
  const product_form form = game.form();
  verify_report report;
  report.edges = 0;
  for (const index_range& range : ranges) {
    report.add(product_verifier<Score>(game, form, entries, range, threads, monitor).run());
  }
  return report;
}

}  // namespace
}  // namespace detail

std::uint64_t verify_product_bytes(const product_form& form, std::uint32_t distance_bound) {
  const product_index index(form);
  const std::uint64_t scores = 2 * detail::verified_rows(form, index).retained * index.row_length() * form.turns.size();
  const bool is_narrow = distance_bound <= entry_scores<std::int16_t>::max_distance;
  return scores * (is_narrow ? sizeof(std::int16_t) : sizeof(std::int32_t));
}

bool are_whole_rows(const product_form& form, const std::vector<index_range>& ranges) {
  const product_index index(form);
  const std::uint64_t turn_positions = index.num_rows() * index.row_length();
  return std::all_of(ranges.begin(), ranges.end(), [&](const index_range& range) {
    const bool is_all = range.end - range.begin == turn_positions * form.turns.size();
    return is_all || (range.begin % index.row_length() == 0 && range.end % index.row_length() == 0 &&
                      range.begin / turn_positions == (range.end - 1) / turn_positions);
  });
}

verify_report verify_product(const product_rules& game, const solution_entries& entries,
                             const std::vector<index_range>& ranges, unsigned threads, work_monitor& monitor) {
  monitor.phase("verify", total_size(ranges));
  const bool has_narrow_scores = entries.distance_bound() <= entry_scores<std::int16_t>::max_distance;
  const auto verify_ranges =
      has_narrow_scores ? detail::verify_ranges<std::int16_t> : detail::verify_ranges<std::int32_t>;
  return verify_ranges(game, entries, ranges, resolve_threads(threads), monitor);
}

}  // namespace zermelo
