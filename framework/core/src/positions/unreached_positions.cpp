// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/unreached_positions.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

class reach_search {
 public:
  reach_search(const rules& game, unsigned threads, work_monitor& monitor,
               const std::function<bool(position)>& is_looked_at)
      : m_game(game),
        m_threads(threads),
        m_monitor(monitor),
        m_is_looked_at(is_looked_at),
        m_num_positions(game.num_positions()),
        m_reached((m_num_positions + bits - 1) / bits),
        m_open(m_reached.size()),
        m_has_open((m_num_positions + block_size - 1) / block_size) {}

  void run(position start) {
    worker_arena arena(m_threads);
    reach(start);
    std::vector<std::size_t> blocks;
    do {
      blocks.clear();
      for (std::size_t b = 0; b < m_has_open.size(); ++b) {
        if (m_has_open[b].load(std::memory_order_relaxed)) blocks.push_back(b);
      }
      for_each_index(arena, m_threads, blocks.size(), [&](std::uint64_t i) { look_at(blocks[i]); });
    } while (!blocks.empty());
  }

  [[nodiscard]] unreached_positions unreached() const {
    unreached_positions found;
    for (position p = 0; p < m_num_positions; p += bits) {
      const std::uint64_t reached = m_reached[p / bits];
      const position here = std::min<position>(bits, m_num_positions - p);
      const auto missing = here - static_cast<position>(std::popcount(reached));
      if (missing > 0 && !found.first) found.first = p + static_cast<position>(std::countr_one(reached));
      found.count += missing;
    }
    return found;
  }

 private:
  struct worker {
    std::vector<position> at;  ///< positions of the block in hand
    std::vector<position_word> words;
    batch_list<owned_target> moves;
  };

  static constexpr position bits = 64;
  static constexpr position block_size = 1 << 14;
  static constexpr std::size_t asked_together = 1 << 10;

  void look_at(std::size_t block) {
    worker& mine = m_workers.local();
    // Acquires what the threads that set it have opened before: `reach` sets it by an exchange, which keeps the chain.
    while (m_has_open[block].exchange(false, std::memory_order_acq_rel)) {
      take_open(block, mine.at);
      for (std::size_t i = 0; i < mine.at.size(); i += asked_together) {
        m_monitor.check_stop();
        const auto some = std::span(mine.at).subspan(i, std::min(asked_together, mine.at.size() - i));
        mine.words.resize(some.size());
        mine.moves.clear();
        m_game.plain_moves(some, mine.words, mine.moves);
        for (const owned_target& to : mine.moves.all()) reach(to.at());
        m_monitor.advance(some.size());
      }
    }
  }

  /// The positions of a block that are open, which are no longer.
  void take_open(std::size_t block, std::vector<position>& found) {
    found.clear();
    const position first = block * block_size / bits;
    const position last = std::min<position>(first + block_size / bits, m_open.size());
    for (position word = first; word < last; ++word) {
      if (shared_access::load(m_open[word]) == 0) continue;
      std::uint64_t open = shared_access::exchange(m_open[word], std::uint64_t{0});
      for (; open != 0; open &= open - 1) found.push_back(word * bits + static_cast<position>(std::countr_zero(open)));
    }
  }

  void reach(position p) {
    if (p >= m_num_positions) throw input_error("a move leads to a position that is not there");
    const std::uint64_t bit = std::uint64_t{1} << (p % bits);
    std::uint64_t& reached = m_reached[p / bits];
    if ((shared_access::load(reached) & bit) != 0 || (shared_access::fetch_or(reached, bit) & bit) != 0) return;
    if (m_is_looked_at && !m_is_looked_at(p)) {
      m_monitor.advance(1);
      return;
    }
    shared_access::fetch_or(m_open[p / bits], bit);
    // Whoever takes the block from now on finds the bit.
    m_has_open[p / block_size].exchange(true, std::memory_order_acq_rel);
  }

  const rules& m_game;
  unsigned m_threads;
  work_monitor& m_monitor;
  const std::function<bool(position)>& m_is_looked_at;
  position m_num_positions;
  zeroed_pages<std::uint64_t> m_reached;
  zeroed_pages<std::uint64_t> m_open;         ///< reached, and not looked at yet
  std::vector<std::atomic<bool>> m_has_open;  ///< by block
  tbb::enumerable_thread_specific<worker> m_workers;
};

}  // namespace

unreached_positions find_unreached(const rules& game, position start, unsigned threads, work_monitor& monitor,
                                   const std::function<bool(position)>& is_looked_at) {
  monitor.phase("reach", game.num_positions());
  reach_search search(game, resolve_threads(threads), monitor, is_looked_at);
  search.run(start);
  return search.unreached();
}

}  // namespace zermelo
