// SPDX-License-Identifier: MIT
// Solves a game in blocks, each on a thread of its own.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/graph_rules.hpp>
#include <zermelo/core/solve/solve_block.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>

#include "saved_copy.hpp"
#include "table_game.hpp"

namespace zermelo::test {

/// The vertices `begin` .. `end` - 1 of a graph.
class vertex_range {
 public:
  static constexpr bool is_whole = false;

  vertex_range(std::uint64_t begin, std::uint64_t end) : m_begin(begin), m_size(end - begin) {}
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool owns(std::uint64_t vertex) const noexcept { return vertex - m_begin < m_size; }  // wraps around
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t vertex) const noexcept {
    return owns(vertex) ? vertex - m_begin : not_owned;
  }
  [[nodiscard]] std::uint64_t vertex_at(std::uint64_t offset) const noexcept { return m_begin + offset; }
  [[nodiscard]] std::uint64_t run_at(std::uint64_t offset) const noexcept { return m_size - offset; }
  [[nodiscard]] const vertex_range& cursor() const noexcept { return *this; }

 private:
  std::uint64_t m_begin;
  std::uint64_t m_size;
};

/// Keeps a copy of the solve after one of its waves.
class saver_of_wave : public solve_visitor {
 public:
  explicit saver_of_wave(std::uint32_t wave) : m_wave(wave) {}
  void at_rest(const solve_snapshot& snapshot) override {
    waves = snapshot.milestone.waves;
    if (waves == m_wave) saved = copy_of(snapshot);
  }
  std::optional<saved_solve> saved;
  std::uint32_t waves = 0;

 private:
  std::uint32_t m_wave;
};

/// Where the blocks of one graph meet. Every question and every delivery is a round, in which all of them take part; a
/// round has a slot of its own, which is used again when everybody is two rounds further.
class meeting {
 public:
  explicit meeting(std::vector<std::uint64_t> ends)
      : m_ends(std::move(ends)), m_barrier(static_cast<std::ptrdiff_t>(m_ends.size())) {
    for (slot& s : m_slots) s.mail.resize(m_ends.size());
  }

  [[nodiscard]] std::optional<std::uint64_t> least(std::uint64_t round, std::optional<std::uint64_t> distance) {
    return meet(round,
                [&](slot& s) {
                  if (distance && (!s.least || *distance < *s.least)) s.least = distance;
                })
        .least;
  }
  [[nodiscard]] bool any(std::uint64_t round, bool here) {
    return meet(round, [&](slot& s) { s.any = s.any || here; }).any;
  }
  void sum(std::uint64_t round, std::vector<std::uint64_t>& numbers) {
    numbers = meet(round, [&](slot& s) {
                s.sums.resize(numbers.size());
                std::transform(numbers.begin(), numbers.end(), s.sums.begin(), s.sums.begin(), std::plus<>());
              }).sums;
  }
  template <class Callback>
  bool deliver(std::uint64_t round, std::size_t block, const std::vector<std::uint64_t>& sent, bool has_more,
               const Callback& f) {
    slot& met = meet(round, [&](slot& s) {
      s.any = s.any || has_more;
      for (const std::uint64_t vertex : sent) {
        const auto owner = std::upper_bound(m_ends.begin(), m_ends.end(), vertex) - m_ends.begin();
        ++s.mail[static_cast<std::size_t>(owner)][vertex];
        ++m_num_sent;
      }
    });
    std::vector<reached_offset> reached;
    const std::uint64_t begin = block == 0 ? 0 : m_ends[block - 1];
    for (const auto& [vertex, times] : std::exchange(met.mail[block], {})) reached.push_back({vertex - begin, times});
    f(std::span<const reached_offset>(reached));
    return met.any;
  }
  /// Of a block that takes part in no round from this one on.
  void leave(std::uint64_t round) {
    {
      const std::lock_guard lock(m_guard);
      m_first_missed = std::min(m_first_missed, round);
    }
    m_barrier.arrive_and_drop();
  }
  [[nodiscard]] std::uint64_t num_sent() const { return m_num_sent; }

 private:
  struct slot {
    std::optional<std::uint64_t> least;
    bool any = false;
    std::vector<std::uint64_t> sums;
    std::vector<std::map<std::uint64_t, std::uint64_t>> mail;  ///< [block]: vertex to how many times
  };

  template <class Function>
  slot& meet(std::uint64_t round, const Function& add) {
    {
      const std::lock_guard lock(m_guard);
      add(m_slots[round % m_slots.size()]);
    }
    m_barrier.arrive_and_wait();
    // Everybody has left the round before.
    const std::lock_guard lock(m_guard);
    if (m_first_missed <= round) throw interrupted("another block has failed");
    slot& old = m_slots[(round + 2) % m_slots.size()];
    old.least.reset();
    old.any = false;
    old.sums.clear();
    return m_slots[round % m_slots.size()];
  }

  std::vector<std::uint64_t> m_ends;
  std::barrier<> m_barrier;
  std::mutex m_guard;
  std::array<slot, 3> m_slots;
  std::uint64_t m_num_sent = 0;
  std::uint64_t m_first_missed = std::numeric_limits<std::uint64_t>::max();  ///< the first round without all blocks
};

class meeting_exchange {
 public:
  static constexpr bool is_alone = false;
  struct outbox {
    void add(std::uint64_t vertex) { vertices.push_back(vertex); }
    [[nodiscard]] std::uint64_t size() const { return vertices.size(); }
    std::vector<std::uint64_t> vertices;
  };

  meeting_exchange(meeting& others, std::size_t block, std::uint64_t outbox_capacity)
      : m_others(others), m_block(block), m_outbox_capacity(outbox_capacity) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) {
    return m_others.least(m_round++, distance);
  }
  [[nodiscard]] bool any(bool here) { return m_others.any(m_round++, here); }
  void sum(std::vector<std::uint64_t>& numbers) { m_others.sum(m_round++, numbers); }
  [[nodiscard]] std::uint64_t outbox_capacity() const { return m_outbox_capacity; }
  template <class Callback>
  bool deliver(std::span<outbox> outboxes, bool has_more, const Callback& f) {
    std::vector<std::uint64_t> sent;
    for (outbox& one : outboxes) sent.insert(sent.end(), one.vertices.begin(), one.vertices.end());
    if (has_more) ++m_num_put_off;
    return m_others.deliver(m_round++, m_block, sent, has_more, f);
  }
  /// How often there was no room for more.
  [[nodiscard]] std::uint64_t num_put_off() const { return m_num_put_off; }
  void leave() { m_others.leave(m_round); }

 private:
  meeting& m_others;
  std::size_t m_block;
  std::uint64_t m_outbox_capacity;
  std::uint64_t m_round = 0;
  std::uint64_t m_num_put_off = 0;
};
static_assert(WaveExchange<meeting_exchange>);

/// Where the blocks end. Some may be empty.
inline std::vector<std::uint64_t> cut(random_generator& random, std::uint64_t num_vertices, std::size_t num_blocks) {
  std::vector<std::uint64_t> ends{num_vertices};
  while (ends.size() < num_blocks) ends.push_back(random.below(num_vertices + 1));
  std::sort(ends.begin(), ends.end());
  return ends;
}

struct blocks_result {
  std::vector<solution> solutions;
  std::vector<std::string> errors;  ///< empty where a block was solved
  std::uint64_t num_sent = 0;
  std::uint64_t num_put_off = 0;
};

/// Solves all blocks of rules at once, each on a thread of its own.
template <class Predecessors>
blocks_result solve_rules_in_blocks(const rules& game, const Predecessors& predecessors,
                                    const std::vector<std::uint64_t>& ends, const retrograde_options& options,
                                    std::span<solve_visitor* const> visitors,
                                    std::span<std::optional<saved_solve>> saved = {},
                                    std::uint64_t outbox_capacity = std::numeric_limits<std::uint64_t>::max()) {
  meeting others(ends);
  blocks_result all;
  all.solutions.resize(ends.size());
  all.errors.resize(ends.size());
  std::vector<std::thread> threads;
  std::atomic<std::uint64_t> num_put_off{0};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        meeting_exchange exchange(others, i, outbox_capacity);
        saved_solve* const mine = saved.empty() ? nullptr : &saved[i].value();
        all.solutions[i] = zermelo::detail::solve_block(
            game, predecessors, vertex_range(i == 0 ? 0 : ends[i - 1], ends[i]), exchange, options, *visitors[i], mine);
        num_put_off += exchange.num_put_off();
      } catch (const std::exception& problem) {
        all.errors[i] = problem.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  all.num_sent = others.num_sent();
  all.num_put_off = num_put_off.load();
  return all;
}

/// As above, of a graph.
template <class Graph, class Labels>
blocks_result solve_in_blocks(const Graph& graph, const Labels& labels, const std::vector<std::uint64_t>& ends,
                              const retrograde_options& options, std::span<solve_visitor* const> visitors,
                              std::span<std::optional<saved_solve>> saved = {},
                              std::uint64_t outbox_capacity = std::numeric_limits<std::uint64_t>::max()) {
  const graph_rules<Graph, Labels> game(graph, labels);
  const auto predecessors = [&] {
    if constexpr (std::same_as<Graph, Labels>) {
      return zermelo::detail::generated_predecessors(game);
    } else {
      return zermelo::detail::stored_predecessors(graph);
    }
  }();
  return solve_rules_in_blocks(game, predecessors, ends, options, visitors, saved, outbox_capacity);
}

/// What the blocks found, one after the other.
inline std::vector<position_value> entries_of_blocks(const blocks_result& blocks) {
  std::vector<position_value> joined;
  for (const solution& one : blocks.solutions) {
    const std::vector<position_value> entries = entries_of(one.values);
    joined.insert(joined.end(), entries.begin(), entries.end());
  }
  return joined;
}

}  // namespace zermelo::test
