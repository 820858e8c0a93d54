// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/explore.hpp>

#include <algorithm>
#include <atomic>
#include <deque>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/key_ranges.hpp>
#include <zermelo/core/positions/key_table.hpp>
#include <zermelo/core/positions/sort_found.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {

double exploration_size::exploring_bytes(move_retention retention) const {
  // After all positions are found, threads copy their keys and numbers, each one a part of the table at a time; this
  // includes the number of a range per slot.
  constexpr std::size_t min_parts_of_thread = 4;
  const std::size_t copied_bytes = (bytes_per_key + 2 * sizeof(std::uint32_t)) / min_parts_of_thread;
  const std::uint64_t bytes = table_bytes + std::max(open * bytes_per_key, positions * copied_bytes);
  return static_cast<double>(bytes) + (retention == move_retention::retained ? cached_bytes() : 0);
}

namespace {

template <class Key>
class exploration {
 public:
  using key = Key;

  exploration(const key_rules<Key>& game, const explore_options& options, work_monitor& monitor)
      : m_game(game),
        m_options(options),
        m_monitor(monitor),
        m_threads(resolve_threads(options.threads)),
        m_arena(m_threads),
        m_table(m_threads),
        m_retains(options.moves == move_retention::retained) {}

  [[nodiscard]] explored_positions<key> run(saved_exploration* saved) {
    m_monitor.phase("explore", 0);
    if (saved != nullptr) {
      resume(*saved);
    } else {
      open(m_game.start());
    }
    queue_found();
    while (!m_open.empty()) {
      run_round();
      if (m_options.on_snapshot && !m_open.empty()) m_options.on_snapshot(snapshot());
    }
    return finish();
  }

 private:
  /// Open positions with consecutive numbers, found by one thread.
  struct open_run {
    std::uint32_t first_number = 0;
    std::vector<key> keys;
  };
  /// A part of an open run, which one thread expands.
  struct task {
    std::uint32_t first_number = 0;
    std::span<const key> keys;
  };
  /// The data of one thread.
  struct worker {
    std::uint32_t next_number = 0;  ///< next_number .. end_number - 1 are reserved for this thread
    std::uint32_t end_number = 0;
    std::vector<open_run> found;  ///< runs that are not yet queued
    cached_moves::segments segments;
    // The task and the block that are being expanded:
    std::vector<key> sorted;   ///< the keys of the task, unless moves are retained
    std::vector<key> scratch;  ///< for sort_by_bytes
    std::vector<position_word> words;
    batch_list<key> targets;
    std::vector<target_key<key>> by_range;  ///< the targets in the order of the table's ranges
    std::vector<std::uint32_t> numbers;     ///< [target]: its number in the table

    worker() {
      (void)targets.extend(max_targets_of_block);
      targets.clear();
      by_range.reserve(max_targets_of_block);
      numbers.reserve(max_targets_of_block);
    }
    void begin_run() {
      found.push_back({next_number, {}});
      found.back().keys.reserve(end_number - next_number);
    }
  };

  static constexpr std::size_t max_sources_of_task = std::size_t{1} << 16;
  /// The more targets one pass looks up, the closer they are to one another in the table.
  static constexpr std::size_t max_targets_of_block = std::size_t{1} << 18;
  static constexpr std::size_t min_tasks_of_thread = 8;  ///< per round, to balance the threads
  static constexpr std::size_t sources_between_stop_checks = 1 << 10;
  /// Memory for the words of a block, and for the unused end of a segment's large page or the sorted keys of a task.
  static constexpr std::uint64_t worker_bytes = std::uint64_t{3} << 20;
  static constexpr std::uint64_t bytes_per_target = sizeof(key) + sizeof(target_key<key>) + sizeof(std::uint32_t);
  static constexpr std::size_t max_sources_of_round = std::size_t{1} << 20;  ///< approximate, since runs are not split
  static constexpr std::uint32_t numbers_per_reservation = 1 << 16;

  [[nodiscard]] std::uint32_t new_number(worker& local) {
    if (local.next_number == local.end_number) {
      const std::uint64_t first = m_next_number.fetch_add(numbers_per_reservation, std::memory_order_relaxed);
      constexpr std::uint64_t max_number = std::numeric_limits<std::uint32_t>::max();
      if (first + numbers_per_reservation > max_number) {
        throw resource_error("more than " + std::to_string(max_number - numbers_per_reservation) +
                             " reachable positions are not supported");
      }
      local.next_number = static_cast<std::uint32_t>(first);
      local.end_number = local.next_number + numbers_per_reservation;
      local.begin_run();
    } else if (local.found.empty()) {
      local.begin_run();
    }
    return local.next_number++;
  }

  /// Inserts a key without a move to it, such as the start or a saved key, if it is new.
  void open(const key& k) {
    worker& local = m_workers.local();
    if (m_table.insert(k, hash_of_key(k), [&] { return new_number(local); })) {
      local.found.back().keys.push_back(k);
      ++m_num_found;
    }
  }

  /// Moves the saved keys into the table, part by part, so that few keys are in memory twice.
  void resume(saved_exploration& saved) {
    // The moves of closed positions were found by the earlier exploration, and are lost.
    m_retains = false;
    m_table.reserve(saved.closed.size() + saved.open.size());
    const auto take = [&](std::vector<wide_key>& keys) {
      while (!keys.empty()) {
        m_monitor.check_stop();
        const std::size_t rest = keys.size() - std::min(keys.size(), max_sources_of_round);
        for (std::size_t i = rest; i < keys.size(); ++i) open(narrowed_key<key>(keys[i]));
        keys.resize(rest);
        m_saved_bytes = keys.capacity() * sizeof(wide_key);
        watch(0, 0);
      }
      keys = {};
      m_saved_bytes = 0;
    };
    take(saved.closed);
    m_workers.clear();  // removes the runs of closed positions
    m_num_closed = m_num_found;
    take(saved.open);
    open(m_game.start());
  }

  /// Queues the positions that the threads have found, to be expanded in a later round.
  void queue_found() {
    for (worker& one : m_workers) {
      for (open_run& found : one.found) {
        m_num_open += found.keys.size();
        if (!found.keys.empty()) m_open.push_back(std::move(found));
      }
      one.found.clear();
    }
  }

  void run_round() {
    std::vector<open_run> round;
    std::size_t sources = 0;
    while (!m_open.empty() && sources < max_sources_of_round) {
      round.push_back(std::move(m_open.front()));
      m_open.pop_front();
      sources += round.back().keys.size();
    }
    const std::size_t task_size =
        std::clamp<std::size_t>(sources / m_threads / min_tasks_of_thread, 1, max_sources_of_task);
    std::vector<task> tasks;
    for (const open_run& run : round) {
      for (std::size_t at = 0; at < run.keys.size(); at += task_size) {
        const std::size_t size = std::min(task_size, run.keys.size() - at);
        tasks.push_back({run.first_number + static_cast<std::uint32_t>(at), std::span(run.keys).subspan(at, size)});
      }
    }
    for_each_index(m_arena, m_threads, tasks.size(), [&](std::uint64_t i) { expand_task(tasks[i]); });
    m_num_expanded_before_round += sources;
    m_num_open -= sources;
    m_num_closed += sources;
    queue_found();
    if (m_is_out_of_space.load() && m_retains) {
      m_retains = false;
      for (worker& one : m_workers) one.segments.clear();
    }
  }

  void expand_task(const task& run) {
    worker& local = m_workers.local();
    std::span<const key> keys = run.keys;
    if (!m_retains) {
      // Ascending keys are unpacked faster, since branches are predicted, and they share targets. Retained moves need
      // the order of the numbers.
      local.sorted.assign(keys.begin(), keys.end());
      sort_by_bytes(local.sorted, local.scratch, [](const key& k) { return k; });
      keys = local.sorted;
    }
    for (std::size_t at = 0; at < keys.size(); at += local.words.size()) {
      expand_block(keys.subspan(at), local);
      look_up_targets(local);
      if (m_retains && !m_is_out_of_space.load(std::memory_order_relaxed)) {
        cache_moves(run.first_number + static_cast<std::uint32_t>(at), local);
      }
      watch(local.words.size(), local.targets.size());
      m_monitor.advance(local.words.size());
    }
  }

  /// Sets the words of a block, which consists of the first positions of `keys`, and the keys of the targets of its
  /// moves.
  void expand_block(std::span<const key> keys, worker& local) const {
    local.targets.clear();
    local.words.resize(keys.size());
    std::size_t expanded = 0;
    while (expanded < keys.size() && local.targets.size() < max_targets_of_block) {
      m_monitor.check_stop();
      const std::size_t size = std::min(keys.size() - expanded, sources_between_stop_checks);
      expanded += m_game.expand(keys.subspan(expanded, size), max_targets_of_block - local.targets.size(),
                                std::span(local.words).subspan(expanded, size), local.targets);
    }
    local.words.resize(expanded);
  }

  /// Looks up the targets of a block, one part of the table after another. New targets are open positions.
  void look_up_targets(worker& local) {
    const std::size_t num_parts = m_table.num_parts();
    const std::span<const key> targets = std::as_const(local.targets).all();
    raise_to(m_max_targets, targets.size());
    local.by_range.resize(targets.size());
    local.numbers.resize(targets.size());
    const std::vector<std::size_t> starts = m_table.sort_by_range(targets, local.by_range);
    std::uint64_t num_new = 0;
    // Threads begin at different parts, so that they do not follow one another.
    const std::size_t first_part = targets.empty() ? 0 : m_table.part_of(hash_of_key(targets.front()));
    std::vector<std::size_t> parts(num_parts);
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    std::rotate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(first_part), parts.end());
    const auto look_up = [&](std::size_t part, typename key_table<key>::when_locked policy) {
      return m_table.insert_all(
          part, std::span(local.by_range).subspan(starts[part], starts[part + 1] - starts[part]),
          [&] { return new_number(local); },
          [&](const target_key<key>& target, std::uint32_t number, bool is_new) {
            local.numbers[target.index] = number;
            if (!is_new) return;
            local.found.back().keys.push_back(target.key);
            ++num_new;
          },
          policy);
    };
    // Parts that another thread has locked are processed at the end, since they may be growing.
    std::erase_if(parts, [&](std::size_t part) { return look_up(part, key_table<key>::when_locked::give_up); });
    for (const std::size_t part : parts) look_up(part, key_table<key>::when_locked::wait);
    m_num_found.fetch_add(num_new, std::memory_order_relaxed);
  }

  /// Adds the moves of a block to the segments of the thread. @param first_number  the number of the first position of
  /// the block
  static void cache_moves(std::uint32_t first_number, worker& local) {
    std::span<const std::uint32_t> targets(local.numbers);
    bool is_in_run = false;
    for (std::size_t i = 0; i < local.words.size(); ++i) {
      const position_word here = local.words[i];
      const std::uint64_t degree = num_moves_of(here);
      if (local.segments.empty() || !local.segments.back()->has_space(degree)) {
        local.segments.push_back(std::make_unique<move_segment>(degree));
        is_in_run = false;
      }
      move_segment& segment = *local.segments.back();
      if (!is_in_run) segment.begin_run(first_number + static_cast<std::uint32_t>(i));
      is_in_run = true;
      using packed = packed_word<position_word>;
      const std::optional<result> end = degree == 0 ? std::optional(result_of_end(here)) : std::nullopt;
      segment.add(packed::to_move(here), end, targets.first(degree));
      targets = targets.subspan(degree);
    }
  }

  /// Counts an expanded block, and calls the option `watch`.
  void watch(std::size_t num_sources, std::size_t num_moves) {
    const std::uint64_t moves = m_num_moves.fetch_add(num_moves, std::memory_order_relaxed) + num_moves;
    const std::uint64_t expanded = m_num_expanded.fetch_add(num_sources, std::memory_order_relaxed) + num_sources;
    if (!m_options.watch) return;
    exploration_size size = size_of_found(m_num_found.load(std::memory_order_relaxed));
    // Saturating, since other threads change the counters at the same time.
    size.open = saturating_difference(size.open, saturating_difference(expanded, m_num_expanded_before_round));
    size.expanded = expanded;
    size.moves = moves;
    if (m_options.watch(size) == move_retention::forgotten) m_is_out_of_space.store(true, std::memory_order_relaxed);
  }
  [[nodiscard]] exploration_size size_of_found(std::uint64_t found) const {
    exploration_size size;
    size.positions = found;
    size.open = saturating_difference(found, m_num_closed);
    size.table_bytes =
        m_table.num_bytes() + m_saved_bytes + m_threads * (worker_bytes + m_max_targets.load() * bytes_per_target);
    size.bytes_per_key = sizeof(key);
    return size;
  }

  [[nodiscard]] exploration_snapshot snapshot() const {
    exploration_snapshot all;
    all.width = width_of<key>;
    all.num_closed = m_num_closed;
    all.num_open = m_num_open;
    all.for_each_open = [this](const exploration_snapshot::keys_callback& take) {
      key_runs runs(take);
      for (const open_run& run : m_open) {
        for (const key& k : run.keys) runs.add(k);
      }
      runs.finish();
    };
    all.for_each_closed = [this](const exploration_snapshot::keys_callback& take) {
      // Found positions are closed unless their numbers are in an open run.
      std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
      for (const open_run& run : m_open) {
        open.emplace_back(run.first_number, run.first_number + static_cast<std::uint32_t>(run.keys.size()));
      }
      std::sort(open.begin(), open.end());
      key_runs runs(take);
      for (std::size_t part = 0; part < m_table.num_parts(); ++part) {
        for (const found_key<key>& at : m_table.slots(part)) {
          if (at.number_plus_1 == 0) continue;
          const std::uint32_t number = at.number_plus_1 - 1;
          const auto behind = std::upper_bound(open.begin(), open.end(), std::pair(number, UINT32_MAX));
          if (behind == open.begin() || number >= std::prev(behind)->second) runs.add(at.key());
        }
      }
      runs.finish();
    };
    return all;
  }

  /// Passes keys to a function in runs.
  class key_runs {
   public:
    explicit key_runs(const exploration_snapshot::keys_callback& take) : m_take(take) {}
    /// Passes the last run.
    void finish() const {
      if (!m_run.empty()) m_take(m_run);
    }
    void add(const key& k) {
      m_run.push_back(widened_key(k));
      if (m_run.size() < keys_in_run) return;
      m_take(m_run);
      m_run.clear();
    }

   private:
    static constexpr std::size_t keys_in_run = 1 << 14;
    const exploration_snapshot::keys_callback& m_take;
    std::vector<wide_key> m_run;
  };

  [[nodiscard]] explored_positions<key> finish() {
    explored_positions<key> found;
    found.size = size_of_found(m_table.size());
    found.size.open = 0;
    found.size.expanded = m_num_expanded.load();
    found.size.moves = m_num_moves.load();
    const std::uint64_t size = found.size.positions;
    constexpr std::uint64_t units_of_sorting = 2;
    m_monitor.phase("sort", (units_of_sorting + (m_retains ? 1 : 0)) * size);
    cached_moves::segments segments;
    for (worker& one : m_workers) {
      std::move(one.segments.begin(), one.segments.end(), std::back_inserter(segments));
    }
    m_workers.clear();
    zeroed_pages<key> keys(size);
    uninitialized_array<std::uint32_t> position_of(m_retains ? m_next_number.load() : 0);
    const auto take = [&](std::uint64_t i, const found_key<key>& at) {
      keys[i] = at.key();
      if (m_retains) position_of[at.number_plus_1 - 1] = static_cast<std::uint32_t>(i);
    };
    detail::take_sorted(m_table, take, m_arena, m_threads, m_monitor);
    found.keys = std::make_shared<const sorted_keys<key>>(std::move(keys));
    if (m_retains)
      found.moves =
          std::make_unique<cached_moves>(std::move(segments), position_of, size, m_arena, m_threads, m_monitor);
    return found;
  }

  const key_rules<Key>& m_game;
  const explore_options& m_options;
  work_monitor& m_monitor;
  unsigned m_threads;
  worker_arena m_arena;
  key_table<key> m_table;
  bool m_retains;
  per_thread<worker> m_workers;
  std::deque<open_run> m_open;
  std::atomic<std::uint64_t> m_next_number{0};
  std::atomic<std::uint64_t> m_num_found{0};
  std::atomic<std::uint64_t> m_num_moves{0};
  std::atomic<std::uint64_t> m_num_expanded{0};
  std::atomic<std::uint64_t> m_max_targets{0};  ///< per block
  std::uint64_t m_num_expanded_before_round = 0;
  std::uint64_t m_saved_bytes = 0;  ///< for saved keys that are not yet in the table
  std::atomic<bool> m_is_out_of_space{false};
  std::uint64_t m_num_open = 0;
  std::uint64_t m_num_closed = 0;
};

}  // namespace

template <class Key>
explored_positions<Key> explore(const key_rules<Key>& game, const explore_options& options, work_monitor& monitor,
                                saved_exploration* saved) {
  return exploration<Key>(game, options, monitor).run(saved);
}

template explored_positions<std::uint64_t> explore(const key_rules<std::uint64_t>& game, const explore_options& options,
                                                   work_monitor& monitor, saved_exploration* saved);
template explored_positions<wide_key> explore(const key_rules<wide_key>& game, const explore_options& options,
                                              work_monitor& monitor, saved_exploration* saved);

}  // namespace zermelo
