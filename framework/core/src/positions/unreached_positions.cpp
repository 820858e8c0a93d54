// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/unreached_positions.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

/// The path of the rules that lists the moves: the reference path for proofs, or the faster batch path.
enum class rules_path : bool { batch, reference };

class reach_search {
 public:
  reach_search(const rules& game, rules_path lists_moves, unsigned threads, work_monitor& monitor,
               const std::function<bool(position)>& is_expanded)
      : m_game(game),
        m_path(lists_moves),
        m_threads(threads),
        m_monitor(monitor),
        m_is_expanded(is_expanded),
        m_num_positions(game.num_positions()),
        m_reached((m_num_positions + word_bits - 1) / word_bits),
        m_open(m_reached.size()),
        m_has_open((m_num_positions + block_positions - 1) / block_positions) {}

  void run(position start) {
    worker_arena arena(m_threads);
    reach(start);
    std::vector<std::size_t> blocks;
    do {
      blocks.clear();
      for (std::size_t b = 0; b < m_has_open.size(); ++b) {
        if (m_has_open[b].load(std::memory_order_relaxed)) blocks.push_back(b);
      }
      for_each_index(arena, m_threads, blocks.size(), [&](std::uint64_t i) { expand_block(blocks[i]); });
    } while (!blocks.empty());
  }

  [[nodiscard]] zeroed_pages<std::uint64_t> take_reached() { return std::move(m_reached); }

  [[nodiscard]] unreached_positions unreached() const {
    unreached_positions result;
    for (position p = 0; p < m_num_positions; p += word_bits) {
      const std::uint64_t reached = m_reached[p / word_bits];
      const position positions_in_word = std::min<position>(word_bits, m_num_positions - p);
      const auto num_unreached = positions_in_word - static_cast<position>(std::popcount(reached));
      if (num_unreached > 0 && !result.first) result.first = p + static_cast<position>(std::countr_one(reached));
      result.count += num_unreached;
    }
    return result;
  }

 private:
  struct worker {
    std::vector<position> at;  ///< positions that are being expanded
    std::vector<position_word> words;
    batch_list<move_target> plain_moves;
    batch_list<position> moves;
  };

  static constexpr position word_bits = 64;
  static constexpr position block_positions = 1 << 14;  ///< a multiple of word_bits

  void expand_block(std::size_t block) {
    worker& local = m_workers.local();
    // Acquires the open bits of all threads that have set this flag. `reach` sets the flag by an exchange, not a store,
    // so that every earlier setter stays in the release sequence.
    while (m_has_open[block].exchange(false, std::memory_order_acq_rel)) {
      take_open(block, local.at);
      for (std::size_t i = 0; i < local.at.size(); i += positions_per_call) {
        m_monitor.check_stop();
        const auto batch = std::span(local.at).subspan(i, std::min(positions_per_call, local.at.size() - i));
        m_path == rules_path::reference ? expand_plainly(batch, local) : expand(batch, local);
        m_monitor.advance(batch.size());
      }
    }
  }

  void expand(std::span<const position> batch, worker& local) {
    position_word word = 0;
    for (const position p : batch) {
      local.moves.clear();
      m_game.expand(p, {&word, 1}, local.moves, nullptr);
      for (const position to : local.moves.all()) reach(to);
    }
  }
  void expand_plainly(std::span<const position> batch, worker& local) {
    local.words.resize(batch.size());
    local.plain_moves.clear();
    m_game.plain_moves(batch, local.words, local.plain_moves);
    for (const move_target& to : local.plain_moves.all()) reach(to.at());
  }

  /// Sets `found` to the open positions of a block, and closes them.
  void take_open(std::size_t block, std::vector<position>& found) {
    found.clear();
    const position first = block * block_positions / word_bits;
    const position last = std::min<position>(first + block_positions / word_bits, m_open.size());
    for (position word = first; word < last; ++word) {
      if (shared_access::load(m_open[word]) == 0) continue;
      std::uint64_t open = shared_access::exchange(m_open[word], std::uint64_t{0});
      for (; open != 0; open &= open - 1)
        found.push_back(word * word_bits + static_cast<position>(std::countr_zero(open)));
    }
  }

  void reach(position p) {
    if (p >= m_num_positions) throw input_error("a move leads to a missing position");
    const std::uint64_t bit = std::uint64_t{1} << (p % word_bits);
    std::uint64_t& reached = m_reached[p / word_bits];
    if ((shared_access::load(reached) & bit) != 0 || (shared_access::fetch_or(reached, bit) & bit) != 0) return;
    if (m_is_expanded && !m_is_expanded(p)) {
      m_monitor.advance(1);
      return;
    }
    shared_access::fetch_or(m_open[p / word_bits], bit);
    // A thread that clears the flag after this exchange finds the bit.
    m_has_open[p / block_positions].exchange(true, std::memory_order_acq_rel);
  }

  const rules& m_game;
  rules_path m_path;
  unsigned m_threads;
  work_monitor& m_monitor;
  const std::function<bool(position)>& m_is_expanded;
  position m_num_positions;
  zeroed_pages<std::uint64_t> m_reached;
  zeroed_pages<std::uint64_t> m_open;         ///< reached, but not yet expanded
  std::vector<std::atomic<bool>> m_has_open;  ///< [block]
  per_thread<worker> m_workers;
};

}  // namespace

unreached_positions find_unreached(const rules& game, position start, unsigned threads, work_monitor& monitor,
                                   const std::function<bool(position)>& is_expanded) {
  monitor.phase("reach", game.num_positions());
  reach_search search(game, rules_path::reference, resolve_threads(threads), monitor, is_expanded);
  search.run(start);
  return search.unreached();
}

zeroed_pages<std::uint64_t> find_reached(const rules& game, position start, unsigned threads, work_monitor& monitor) {
  monitor.phase("reach", 0);  // the number of reached positions is unknown
  const std::function<bool(position)> expands_all;
  reach_search search(game, rules_path::batch, resolve_threads(threads), monitor, expands_all);
  search.run(start);
  return search.take_reached();
}

}  // namespace zermelo
