// SPDX-License-Identifier: MIT
// Explores a game without a ranking slice by slice: a group of slices, once the groups are explored that enter it. What
// has entered it is known then; where moves stay inside, what can be reached from there inside is found as explore.hpp
// finds it. What moves out of it lead to are keys that enter other slices.
//
// A group that every move leaves needs no more than a pass over its keys.
//
//   time     V + E calls of the rules; a move inside a look-up, one out of it a place in a sort
//   memory   the keys of the group, twice; those of the moves out of it, up to a bound, and what they come to
//   throws   contract_error for a move to a slice that is not named; as explore.hpp
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/distinct_keys.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/slices/keys_in_slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

struct explore_group_options {
  unsigned threads = 0;                               ///< 0: all that the machine has
  std::uint64_t most_bytes = std::uint64_t{1} << 30;  ///< of keys that may be there several times
  explore_options inside{};                           ///< for what is found inside; threads and moves are set
};

namespace detail {

/// The game with the moves that stay inside a group; keys of the others are put aside.
template <Game G>
class moves_inside : public G {
 public:
  using state = typename G::state;
  using key = key_of_game<G>;
  moves_inside(const G& game, std::vector<bool> is_inside, const key& start, distinct_keys<key>& leaving,
               std::atomic<std::uint64_t>& num_leaving)
      : G(game), m_is_inside(std::move(is_inside)), m_start(start), m_leaving(leaving), m_num_leaving(num_leaving) {}

  [[nodiscard]] state start() const { return G::unpack(m_start); }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    std::uint64_t left = 0;
    G::for_each_successor(s, [&](const state& next) {
      if (m_is_inside[this->slice_of(next)]) {
        f(next);
        return;
      }
      m_leaving.add(key_of_representative(static_cast<const G&>(*this), next));
      ++left;
    });
    m_num_leaving.fetch_add(left, std::memory_order_relaxed);
  }

 private:
  std::vector<bool> m_is_inside;
  key m_start;
  distinct_keys<key>& m_leaving;
  std::atomic<std::uint64_t>& m_num_leaving;
};

template <Game G>
class group_exploration {
 public:
  using key = key_of_game<G>;
  using state = typename G::state;

  group_exploration(const G& game, std::span<const slice> slices, const slice_group& group,
                    const explore_group_options& options, work_monitor& monitor)
      : m_game(game),
        m_slices(slices),
        m_group(group),
        m_options(options),
        m_monitor(monitor),
        m_threads(resolve_threads(options.threads)),
        m_most_keys(std::max<std::uint64_t>(options.most_bytes / sizeof(key), least_keys)) {}

  /// @param entered  of the group's slices, and of those that moves out of it may enter
  [[nodiscard]] explored_group run(const std::vector<keys_in_slice>& entered) {
    explored_group found;
    std::vector<keys_in_slice> inside;
    std::vector<keys_in_slice> outside;
    for (const keys_in_slice& one : entered) (is_inside(one.slice) ? inside : outside).push_back(one);
    if (inside.empty()) {
      found.outside = std::move(outside);
      return found;
    }
    if (!m_group.has_inner_moves) {
      found.inside = std::move(inside);
    } else {
      close(inside, outside, found);
      return found;
    }
    distinct_keys<key> leaving(sample_of_moves(found.inside), m_most_keys, m_threads);
    m_monitor.phase("explore", size_of(found.inside));
    for (const keys_in_slice& one : found.inside) found.moves += pass(*one.keys, leaving);
    finish(outside, leaving, found);
    return found;
  }

 private:
  static constexpr std::uint64_t least_keys = 1 << 20;
  static constexpr std::uint64_t keys_of_block = 1 << 12;
  static constexpr std::uint64_t keys_between_looks = 1 << 20;

  [[nodiscard]] bool is_inside(std::uint32_t slice) const {
    return std::find(m_group.slices.begin(), m_group.slices.end(), slice) != m_group.slices.end();
  }
  [[nodiscard]] static std::uint64_t size_of(const std::vector<keys_in_slice>& all) {
    std::uint64_t size = 0;
    for (const keys_in_slice& one : all) size += one.keys->size();
    return size;
  }
  [[nodiscard]] key key_of(const state& s) const { return key_of_representative(m_game, s); }
  /// Calls f(key of where it leads) for each move, and returns how many.
  template <class Function>
  std::uint64_t for_each_target(const key& from, const Function& f) const {
    const state s = m_game.unpack(from);
    if (m_game.terminal(s)) return 0;
    std::uint64_t moves = 0;
    m_game.for_each_successor(s, [&](const state& next) {
      f(key_of(next));
      ++moves;
    });
    return moves;
  }
  template <class Function>
  static void for_each_key(const position_keys& keys, std::uint64_t begin, std::uint64_t end, const Function& f) {
    if (const auto* const held = dynamic_cast<const sorted_keys<key>*>(&keys)) {
      for (std::uint64_t i = begin; i != end; ++i) f((*held)[i]);
      return;
    }
    std::vector<wide_key> read(end - begin);
    keys.read(begin, read);
    for (const wide_key& k : read) f(narrowed_key<key>(k));
  }

  [[nodiscard]] std::vector<key> sample_of_moves(const std::vector<keys_in_slice>& all) const {
    constexpr std::uint64_t most = 1 << 12;
    std::vector<key> sample;
    for (const keys_in_slice& one : all) {
      const std::uint64_t size = one.keys->size();
      const std::uint64_t wanted = std::min(most, size);
      for (std::uint64_t i = 0; i < wanted; ++i) {
        const std::uint64_t at = i * size / wanted;
        for_each_key(*one.keys, at, at + 1, [&](const key& k) {
          (void)for_each_target(k, [&sample](const key& to) { sample.push_back(to); });
        });
      }
    }
    return sample;
  }

  /// All moves leave the group.
  [[nodiscard]] std::uint64_t pass(const position_keys& keys, distinct_keys<key>& leaving) {
    std::atomic<std::uint64_t> moves{0};
    for (std::uint64_t first = 0; first < keys.size(); first += keys_between_looks) {
      const std::uint64_t size = std::min(keys_between_looks, keys.size() - first);
      const auto look = [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t here = 0;
        for_each_key(keys, first + begin, first + end,
                     [&](const key& k) { here += for_each_target(k, [&leaving](const key& to) { leaving.add(to); }); });
        moves.fetch_add(here, std::memory_order_relaxed);
      };
      for_each_block(size, m_threads, m_monitor, look, keys_of_block);
      if (leaving.is_full()) leaving.compact(m_monitor);
    }
    return moves.load();
  }

  /// Some moves stay inside.
  void close(const std::vector<keys_in_slice>& inside, const std::vector<keys_in_slice>& outside,
             explored_group& found) {
    std::atomic<std::uint64_t> num_leaving{0};
    distinct_keys<key> leaving(sample_of_moves(inside), m_most_keys, m_threads);
    saved_exploration starts;
    starts.width = width_of<key>;
    for (const keys_in_slice& one : inside) {
      const std::size_t before = starts.open.size();
      starts.open.resize(before + one.keys->size());
      one.keys->read(0, std::span(starts.open).subspan(before));
    }
    std::vector<bool> is_inside_group(m_slices.size(), false);
    for (const std::uint32_t slice : m_group.slices) is_inside_group[slice] = true;
    const moves_inside<G> part(m_game, is_inside_group, narrowed_key<key>(starts.open.front()), leaving, num_leaving);
    explore_options how = m_options.inside;
    how.threads = m_threads;
    how.moves = moves_are::forgotten;
    how.at_rest = [&](const exploration_snapshot&) {
      if (leaving.is_full()) leaving.compact(m_monitor);
    };
    explored_positions<key> all = explore(part, how, m_monitor, &starts);
    found.moves = all.size.moves + num_leaving.load();
    split(all.keys->span(), found.inside);
    all.keys.reset();
    for (const keys_in_slice& one : found.inside) {
      if (!is_inside(one.slice)) refuse(one.slice);
    }
    finish(outside, leaving, found);
  }

  /// What has left the group, and what was there before, by slices.
  void finish(const std::vector<keys_in_slice>& outside, distinct_keys<key>& leaving, explored_group& found) {
    for (const keys_in_slice& one : outside) {
      for_each_block(one.keys->size(), m_threads, m_monitor, [&](std::uint64_t begin, std::uint64_t end) {
        for_each_key(*one.keys, begin, end, [&leaving](const key& k) { leaving.add(k); });
      });
      if (leaving.is_full()) leaving.compact(m_monitor);
    }
    const zeroed_pages<key> all = leaving.take(m_monitor);
    split(all.span(), found.outside);
    for (const keys_in_slice& one : found.outside) {
      const bool was_there = std::any_of(outside.begin(), outside.end(),
                                         [&one](const keys_in_slice& before) { return before.slice == one.slice; });
      if (!was_there && !is_entered(one.slice)) refuse(one.slice);
    }
  }
  [[nodiscard]] bool is_entered(std::uint32_t to) const {
    return std::any_of(m_group.slices.begin(), m_group.slices.end(), [&](std::uint32_t from) {
      const std::vector<std::uint32_t>& enters = m_slices[from].enters;
      return std::find(enters.begin(), enters.end(), to) != enters.end();
    });
  }
  [[noreturn]] void refuse(std::uint32_t to) const {
    throw contract_error("a move from slice '" + m_slices[m_group.slices.front()].name + "' leads to '" +
                         m_slices[to].name + "', which it does not name");
  }

  /// Ascending keys by the slices in which they lie.
  void split(std::span<const key> keys, std::vector<keys_in_slice>& by_slice) const {
    const auto slice_at = [this](const key& k) { return m_game.slice_of(m_game.unpack(k)); };
    while (!keys.empty()) {
      const std::uint32_t slice = slice_at(keys.front());
      if (slice >= m_slices.size()) {
        throw contract_error("slice_of gives " + std::to_string(slice) + ", of " + std::to_string(m_slices.size()));
      }
      const auto end =
          std::partition_point(keys.begin(), keys.end(), [&](const key& k) { return slice_at(k) <= slice; });
      const auto size = static_cast<std::size_t>(end - keys.begin());
      if (slice_at(keys[size - 1]) != slice) throw contract_error("keys do not ascend by slice");
      zeroed_pages<key> own(size);
      std::copy(keys.begin(), end, own.data());
      by_slice.push_back({slice, std::make_shared<const sorted_keys<key>>(std::move(own))});
      keys = keys.subspan(size);
    }
  }

  const G& m_game;
  std::span<const slice> m_slices;
  const slice_group& m_group;
  const explore_group_options& m_options;
  work_monitor& m_monitor;
  unsigned m_threads;
  std::uint64_t m_most_keys;
};

}  // namespace detail

/// @param slices  all of the game's
/// @param entered  ascending keys, by slice: what has entered the group's slices so far, the start among it if it lies
///   there, and likewise the slices that moves out of the group lead to
template <Game G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G> && HasSliceOf<G>)
[[nodiscard]] explored_group explore_group(const G& game, std::span<const slice> slices, const slice_group& group,
                                           const std::vector<keys_in_slice>& entered,
                                           const explore_group_options& options, work_monitor& monitor) {
  return detail::group_exploration<G>(game, slices, group, options, monitor).run(entered);
}

/// The start, as what has entered its slice.
template <Game G>
  requires(HasStart<G> && HasPacking<G> && HasSliceOf<G>)
[[nodiscard]] keys_in_slice start_in_slice(const G& game) {
  using key = key_of_game<G>;
  zeroed_pages<key> keys(1);
  keys[0] = key_of_representative(game, game.start());
  const std::uint32_t slice = game.slice_of(game.unpack(keys[0]));
  return {slice, std::make_shared<const sorted_keys<key>>(std::move(keys))};
}

/// All slices, in memory: the keys of each; null of one that nothing reaches.
template <Game G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G> && HasSliceOf<G>)
[[nodiscard]] std::vector<std::shared_ptr<const position_keys>> explore_slices(const G& game,
                                                                               const explore_group_options& options,
                                                                               work_monitor& monitor) {
  const std::vector<slice> slices = game.slices();
  std::vector<std::shared_ptr<const position_keys>> keys(slices.size());
  const auto take = [&keys](const keys_in_slice& one) { keys[one.slice] = one.keys; };
  take(start_in_slice(game));
  const std::vector<slice_group> order = slice_order(slices);
  for (std::size_t g = order.size(); g-- > 0;) {
    std::vector<std::uint32_t> wanted = order[g].slices;
    for (const std::uint32_t to : order[g].enters) {
      wanted.insert(wanted.end(), order[to].slices.begin(), order[to].slices.end());
    }
    std::vector<keys_in_slice> entered;
    for (const std::uint32_t slice : wanted) {
      if (keys[slice] != nullptr) entered.push_back({slice, keys[slice]});
    }
    const explored_group found = explore_group(game, slices, order[g], entered, options, monitor);
    std::for_each(found.inside.begin(), found.inside.end(), take);
    std::for_each(found.outside.begin(), found.outside.end(), take);
  }
  return keys;
}

}  // namespace zermelo
