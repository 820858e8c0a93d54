// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/explore_group.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/cached_moves.hpp>  // a member of explored_positions, null here
#include <zermelo/core/positions/distinct_keys.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>

namespace zermelo {
namespace {

[[noreturn]] void reject_slice(std::uint32_t slice, std::size_t num_slices) {
  throw contract_error("slice_of: expected a slice number less than " + std::to_string(num_slices) + ", got " +
                       std::to_string(slice));
}

/// Presents the game without the moves that leave a group, and collects the targets of these moves.
template <class Key>
class moves_inside final : public key_rules<Key> {
 public:
  moves_inside(const key_rules<Key>& game, std::vector<bool> is_inside, const Key& start, distinct_keys<Key>& outside,
               std::atomic<std::uint64_t>& num_leaving)
      : m_game(game),
        m_is_inside(std::move(is_inside)),
        m_start(start),
        m_outside(outside),
        m_num_leaving(num_leaving) {}

  [[nodiscard]] rules_traits traits() const override { return m_game.traits(); }
  [[nodiscard]] Key start() const override { return m_start; }
  /// If all moves of a position leave the group, it becomes a drawn terminal. Exploring does not use outcomes.
  [[nodiscard]] std::size_t expand(std::span<const Key> keys, std::size_t max_targets, std::span<position_word> words,
                                   batch_list<Key>& targets) const override {
    const std::size_t before = targets.size();
    const std::size_t num_expanded = m_game.expand(keys, max_targets, words, targets);
    const std::span<Key> added = targets.all().subspan(before);
    std::vector<std::uint32_t> slices(added.size());
    m_game.slices_of(added, slices);
    std::size_t next = 0;
    std::size_t retained = 0;
    for (std::size_t i = 0; i < num_expanded; ++i) {
      const std::size_t end_of_row = next + num_moves_of(words[i]);
      const std::size_t retained_before = retained;
      for (; next < end_of_row; ++next) {
        if (slices[next] >= m_is_inside.size()) reject_slice(slices[next], m_is_inside.size());
        if (m_is_inside[slices[next]]) {
          added[retained++] = added[next];
        } else {
          m_outside.add(added[next]);
        }
      }
      using packed = packed_word<position_word>;
      if (!packed::is_open(words[i])) continue;
      const player to_move = packed::to_move(words[i]);
      words[i] = retained > retained_before ? word_of_moves(retained - retained_before, to_move)
                                            : word_of_end(result::drawn(), to_move);
    }
    // Relaxed ordering suffices: the sum is read after the threads have joined.
    m_num_leaving.fetch_add(added.size() - retained, std::memory_order_relaxed);
    targets.shrink(before + retained);
    return num_expanded;
  }
  void slices_of(std::span<const Key> keys, std::span<std::uint32_t> found) const override {
    m_game.slices_of(keys, found);
  }
  void label(std::span<const Key> keys, std::span<position_word> words) const override { m_game.label(keys, words); }
  void players_to_move(std::span<const Key> keys, std::span<player> found) const override {
    m_game.players_to_move(keys, found);
  }
  void classify(std::span<const Key> keys, std::span<position_class> found) const override {
    m_game.classify(keys, found);
  }
  void passed(std::span<const Key> keys, std::span<std::optional<Key>> found) const override {
    m_game.passed(keys, found);
  }
  void expect_positions(std::span<const wide_key> keys) const override { m_game.expect_positions(keys); }

 private:
  const key_rules<Key>& m_game;
  std::vector<bool> m_is_inside;
  Key m_start;
  distinct_keys<Key>& m_outside;
  std::atomic<std::uint64_t>& m_num_leaving;
};

/// Explores one group of slices.
template <class Key>
class group_exploration {
 public:
  using key = Key;

  group_exploration(const key_rules<Key>& game, std::span<const slice> slices, const slice_group& group,
                    const explore_group_options& options, work_monitor& monitor)
      : m_game(game),
        m_slices(slices),
        m_group(group),
        m_options(options),
        m_monitor(monitor),
        m_threads(resolve_threads(options.threads)),
        m_max_keys(std::max<std::uint64_t>(options.max_outside_bytes / sizeof(key), min_outside_keys)) {}

  /// @param reachable  as in `explore_group`
  [[nodiscard]] explored_group run(const std::vector<keys_in_slice>& reachable) {
    explored_group found;
    std::vector<keys_in_slice> inside;
    std::vector<keys_in_slice> outside;
    for (const keys_in_slice& one : reachable) (is_inside(one.slice) ? inside : outside).push_back(one);
    if (inside.empty()) {
      found.outside = std::move(outside);
      return found;
    }
    m_key_bytes = bytes_in_memory(reachable);
    distinct_keys<key> targets_outside(sample_of_targets(inside), m_max_keys, m_threads);
    if (m_group.has_inner_moves) {
      explore_inside(inside, targets_outside, found);
    } else {
      found.inside = std::move(inside);
      m_monitor.phase("explore", size_of(found.inside));
      for (const keys_in_slice& one : found.inside) found.moves += list_moves(*one.keys, targets_outside);
    }
    list_outside(outside, targets_outside, found);
    return found;
  }

 private:
  static constexpr std::uint64_t min_outside_keys = 1 << 17;  // a lower limit would cause repeated compaction
  static constexpr std::uint64_t keys_per_block = 1 << 12;
  static constexpr std::uint64_t max_keys_per_round = 1 << 20;
  /// Makes the cost of a call negligible, while the targets fit in the first-level and second-level caches.
  static constexpr std::size_t sources_per_call = 256;
  static constexpr std::size_t max_targets_per_call = 1 << 12;

  [[nodiscard]] bool is_inside(std::uint32_t slice) const {
    return std::find(m_group.slices.begin(), m_group.slices.end(), slice) != m_group.slices.end();
  }
  [[nodiscard]] static std::uint64_t size_of(const std::vector<keys_in_slice>& all) {
    std::uint64_t size = 0;
    for (const keys_in_slice& one : all) size += one.keys->size();
    return size;
  }
  [[nodiscard]] static std::uint64_t bytes_of_sorted(std::uint64_t num_keys) {
    return static_cast<std::uint64_t>(sorted_keys<key>::bytes_per_key() * static_cast<double>(num_keys));
  }
  /// Returns the memory of the keys, in bytes; keys in files count 0.
  [[nodiscard]] static std::uint64_t bytes_in_memory(const std::vector<keys_in_slice>& all) {
    std::uint64_t bytes = 0;
    for (const keys_in_slice& one : all) {
      const bool is_in_memory = dynamic_cast<const sorted_keys<key>*>(one.keys.get()) != nullptr;
      if (is_in_memory) bytes += bytes_of_sorted(one.keys->size());
    }
    return bytes;
  }
  void expect_space(std::uint64_t bytes) const {
    if (m_options.expect_space) m_options.expect_space(bytes);
  }
  /// Makes space for more targets. Called between rounds.
  void make_space(distinct_keys<key>& targets_outside) const {
    if (targets_outside.is_full()) targets_outside.compact(m_monitor);
    expect_space(m_key_bytes + targets_outside.num_bytes());
  }

  /// Calls f with the keys of the targets of moves, for a few sources at a time. Returns the number of moves.
  template <class Function>
  std::uint64_t for_all_targets(std::span<const key> from, const Function& f) const {
    batch_list<key> targets;
    std::array<position_word, sources_per_call> words;
    std::uint64_t moves = 0;
    while (!from.empty()) {
      targets.clear();
      const std::size_t size = std::min(from.size(), words.size());
      from = from.subspan(m_game.expand(from.first(size), max_targets_per_call, std::span(words).first(size), targets));
      f(std::as_const(targets).all());
      moves += targets.size();
    }
    return moves;
  }
  /// Calls f(keys of the positions begin .. end - 1).
  template <class Function>
  static void with_keys(const position_keys& keys, std::uint64_t begin, std::uint64_t end, const Function& f) {
    if (const auto* const in_memory = dynamic_cast<const sorted_keys<key>*>(&keys)) {
      f(in_memory->span().subspan(begin, end - begin));
      return;
    }
    std::vector<wide_key> wide(end - begin);
    keys.read(begin, wide);
    std::vector<key> narrowed(wide.size());
    std::transform(wide.begin(), wide.end(), narrowed.begin(), narrowed_key<key>);
    f(std::span<const key>(narrowed));
  }

  /// Returns a sample of the targets of moves, which determines how the keys outside are distributed over buckets.
  [[nodiscard]] std::vector<key> sample_of_targets(const std::vector<keys_in_slice>& all) const {
    constexpr std::uint64_t sampled_keys = 1 << 12;
    std::vector<key> sample;
    for (const keys_in_slice& one : all) {
      const std::uint64_t size = one.keys->size();
      const std::uint64_t sample_size = std::min(sampled_keys, size);
      for (std::uint64_t i = 0; i < sample_size; ++i) {
        const std::uint64_t at = i * size / sample_size;
        with_keys(*one.keys, at, at + 1, [&](std::span<const key> from) {
          (void)for_all_targets(
              from, [&sample](std::span<const key> to) { sample.insert(sample.end(), to.begin(), to.end()); });
        });
      }
    }
    return sample;
  }

  /// Adds the targets of all moves, and returns the number of moves. Precondition: all moves leave the group.
  [[nodiscard]] std::uint64_t list_moves(const position_keys& keys, distinct_keys<key>& targets_outside) {
    constexpr std::uint64_t expected_moves = 8;  // per position; limits the keys that a round adds
    const std::uint64_t round_size = std::clamp(m_max_keys / expected_moves, keys_per_block, max_keys_per_round);
    std::atomic<std::uint64_t> moves{0};
    for (std::uint64_t first = 0; first < keys.size(); first += round_size) {
      const std::uint64_t size = std::min(round_size, keys.size() - first);
      const auto list_block = [&](std::uint64_t begin, std::uint64_t end) {
        with_keys(keys, first + begin, first + end, [&](std::span<const key> from) {
          const std::uint64_t listed =
              for_all_targets(from, [&](std::span<const key> targets) { targets_outside.add(targets); });
          moves.fetch_add(listed, std::memory_order_relaxed);  // read after the loop
        });
      };
      for_each_block(size, m_threads, m_monitor, list_block, keys_per_block);
      make_space(targets_outside);
    }
    return moves.load();
  }

  /// Finds the reachable positions of the group, and adds the targets of the moves that leave the group.
  void explore_inside(const std::vector<keys_in_slice>& inside, distinct_keys<key>& targets_outside,
                      explored_group& found) {
    std::atomic<std::uint64_t> num_leaving{0};
    saved_exploration starts;
    starts.width = width_of<key>;
    for (const keys_in_slice& one : inside) {
      const std::size_t before = starts.open.size();
      starts.open.resize(before + one.keys->size());
      one.keys->read(0, std::span(starts.open).subspan(before));
    }
    std::vector<bool> is_inside_group(m_slices.size(), false);
    for (const std::uint32_t slice : m_group.slices) is_inside_group[slice] = true;
    const moves_inside<Key> part(m_game, is_inside_group, narrowed_key<key>(starts.open.front()), targets_outside,
                                 num_leaving);
    explore_options options;
    options.threads = m_threads;
    options.moves = move_retention::forgotten;
    options.on_snapshot = [&](const exploration_snapshot&) {
      if (targets_outside.is_full()) targets_outside.compact(m_monitor);
    };
    if (m_options.watch) {
      options.watch = [&](exploration_size size) {
        size.table_bytes += m_key_bytes + targets_outside.num_bytes();
        return m_options.watch(size);
      };
    }
    explored_positions<key> all = explore<Key>(part, options, m_monitor, &starts);
    found.moves = all.size.moves + num_leaving.load();
    targets_outside.compact(m_monitor);
    const std::uint64_t inside_bytes = bytes_of_sorted(all.keys->size());
    expect_space(m_key_bytes + targets_outside.num_bytes() + 2 * inside_bytes);  // doubles while keys are split
    split_by_slice(all.keys->span(), found.inside);
    all.keys.reset();
    m_key_bytes += inside_bytes;
    for (const keys_in_slice& one : found.inside) {
      if (!is_inside(one.slice)) reject_target(one.slice);
    }
  }

  /// Lists the keys outside the group by slice: those that were already outside, and the targets of the group's moves.
  void list_outside(const std::vector<keys_in_slice>& outside, distinct_keys<key>& targets_outside,
                    explored_group& found) {
    for (const keys_in_slice& one : outside) {
      for_each_block(one.keys->size(), m_threads, m_monitor, [&](std::uint64_t begin, std::uint64_t end) {
        with_keys(*one.keys, begin, end, [&](std::span<const key> keys) { targets_outside.add(keys); });
      });
      make_space(targets_outside);
    }
    targets_outside.compact(m_monitor);
    expect_space(m_key_bytes + targets_outside.num_bytes_to_take());
    const zeroed_pages<key> all = targets_outside.take(m_monitor);
    split_by_slice(all.span(), found.outside);
    for (const keys_in_slice& one : found.outside) {
      const bool was_outside = std::any_of(outside.begin(), outside.end(),
                                           [&one](const keys_in_slice& before) { return before.slice == one.slice; });
      if (!was_outside && !is_successor_slice(one.slice)) reject_target(one.slice);
    }
  }
  [[nodiscard]] bool is_successor_slice(std::uint32_t to) const {
    return std::any_of(m_group.slices.begin(), m_group.slices.end(), [&](std::uint32_t from) {
      const std::vector<std::uint32_t>& leads_to = m_slices[from].leads_to;
      return std::find(leads_to.begin(), leads_to.end(), to) != leads_to.end();
    });
  }
  [[noreturn]] void reject_target(std::uint32_t to) const {
    throw contract_error("a move from slice '" + m_slices[m_group.slices.front()].name + "' leads to slice '" +
                         m_slices[to].name + "', which is not in its leads_to");
  }

  /// Splits ascending keys by their slices.
  void split_by_slice(std::span<const key> keys, std::vector<keys_in_slice>& by_slice) const {
    const auto slice_at = [this](const key& k) {
      std::uint32_t slice = 0;
      m_game.slices_of({&k, 1}, {&slice, 1});
      return slice;
    };
    while (!keys.empty()) {
      const std::uint32_t slice = slice_at(keys.front());
      if (slice >= m_slices.size()) reject_slice(slice, m_slices.size());
      const auto end =
          std::partition_point(keys.begin(), keys.end(), [&](const key& k) { return slice_at(k) <= slice; });
      const auto size = static_cast<std::size_t>(end - keys.begin());
      if (slice_at(keys[size - 1]) != slice) throw contract_error("slice_of: slices do not ascend with the keys");
      zeroed_pages<key> copy(size);
      std::copy(keys.begin(), end, copy.data());
      by_slice.push_back({slice, std::make_shared<const sorted_keys<key>>(std::move(copy))});
      keys = keys.subspan(size);
    }
  }

  const key_rules<Key>& m_game;
  std::span<const slice> m_slices;
  const slice_group& m_group;
  const explore_group_options& m_options;
  work_monitor& m_monitor;
  unsigned m_threads;
  std::uint64_t m_max_keys;
  std::uint64_t m_key_bytes = 0;  ///< bytes of the keys in memory reached in the group, without duplicates
};

}  // namespace

explored_group explore_group(any_key_rules game, std::span<const slice> slices, const slice_group& group,
                             const std::vector<keys_in_slice>& reachable, const explore_group_options& options,
                             work_monitor& monitor) {
  const auto explore_by = [&]<class Key>(const key_rules<Key>* rules) {
    return group_exploration<Key>(*rules, slices, group, options, monitor).run(reachable);
  };
  return std::visit(explore_by, game);
}

keys_in_slice start_in_slice(any_key_rules game) {
  const auto start_by = []<class Key>(const key_rules<Key>* rules) -> keys_in_slice {
    zeroed_pages<Key> keys(1);
    keys[0] = rules->start();
    std::uint32_t slice = 0;
    rules->slices_of(keys.span(), {&slice, 1});
    return {slice, std::make_shared<const sorted_keys<Key>>(std::move(keys))};
  };
  return std::visit(start_by, game);
}

std::vector<std::shared_ptr<const position_keys>> explore_slices(any_key_rules game, std::span<const slice> slices,
                                                                 const explore_group_options& options,
                                                                 work_monitor& monitor) {
  std::vector<std::shared_ptr<const position_keys>> keys(slices.size());
  const auto take = [&keys](const keys_in_slice& one) {
    if (one.slice >= keys.size()) reject_slice(one.slice, keys.size());
    keys[one.slice] = one.keys;
  };
  take(start_in_slice(game));
  const std::vector<slice_group> order = slice_order(slices);
  for (std::size_t g = order.size(); g-- > 0;) {
    std::vector<keys_in_slice> reachable;
    for (const std::uint32_t slice : slices_needed_by(order, order[g])) {
      if (keys[slice] != nullptr) reachable.push_back({slice, keys[slice]});
    }
    const explored_group found = explore_group(game, slices, order[g], reachable, options, monitor);
    std::for_each(found.inside.begin(), found.inside.end(), take);
    std::for_each(found.outside.begin(), found.outside.end(), take);
  }
  return keys;
}

}  // namespace zermelo
