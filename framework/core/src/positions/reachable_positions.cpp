// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/reachable_positions.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

/// The positions of one level of the search: the first V / 64 in a list, further positions as bits.
class search_level {
 public:
  explicit search_level(position num_positions)
      : m_max_listed(num_positions / positions_per_listed + 1), m_others(num_positions) {}

  [[nodiscard]] bool empty() const noexcept { return m_list.empty(); }
  void add(position p) {
    if (m_list.size() < m_max_listed) {
      m_list.push_back(p);
    } else {
      m_others[p] = true;
      m_has_others = true;
    }
  }
  /// Calls f for each position, and empties the level. @throws interrupted.
  template <class Callback>
  void take_all(const work_monitor& monitor, const Callback& f) {
    for (std::size_t i = 0; i < m_list.size(); ++i) {
      if (i % check_every == 0) monitor.check_stop();
      f(m_list[i]);
    }
    m_list.clear();
    if (!std::exchange(m_has_others, false)) return;
    for (position p = 0; p < m_others.size(); ++p) {
      if (p % check_every == 0) monitor.check_stop();
      if (!m_others[p]) continue;
      m_others[p] = false;
      f(p);
    }
  }

 private:
  static constexpr position positions_per_listed = 64;
  static constexpr position check_every = 1 << 14;

  position m_max_listed;
  std::vector<position> m_list;
  std::vector<bool> m_others;  ///< positions beyond the list
  bool m_has_others = false;
};

}  // namespace

void for_each_reachable_from(const rules& game, position start, work_monitor& monitor,
                             const std::function<void(position)>& f) {
  monitor.phase("reach", 0);
  const position n = game.num_positions();
  std::vector<bool> seen(n);
  search_level frontier(n);
  search_level next(n);
  const auto discover = [&](position p) {
    if (seen[p]) return;
    seen[p] = true;
    next.add(p);
  };
  batch_list<position> moves;
  discover(start);
  while (!next.empty()) {
    std::swap(frontier, next);
    position done = 0;
    frontier.take_all(monitor, [&](position p) {
      ++done;
      f(p);
      position_word word = 0;
      moves.clear();
      game.expand(p, {&word, 1}, moves, nullptr);
      for (const position to : moves.all()) discover(to);
    });
    monitor.advance(done);
  }
}

}  // namespace zermelo
