// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/forecast_positions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/positions/key_table.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {
namespace {

constexpr std::size_t sources_of_batch = 1024;
/// The first batches are small, so that the search ends in time even if the rules are slow.
constexpr std::size_t sources_of_first_batch = 16;

/// Expands one batch of positions at a time.
template <class Key>
struct expanded_batch {
  std::vector<position_word> words;
  batch_list<Key> targets;

  void expand(const key_rules<Key>& game, std::span<const Key> keys) {
    words.resize(keys.size());
    targets.clear();
    game.expand_all(keys, words, targets);
  }
};

/// A breadth-first search, ply by ply.
template <class Key>
class bounded_search {
 public:
  bounded_search(const key_rules<Key>& game, const forecast_budget& budget, work_monitor& monitor)
      : m_game(game), m_budget(budget), m_monitor(monitor), m_table(1), m_by_part(m_table.num_parts()) {}

  [[nodiscard]] position_forecast run() {
    const Key start = m_game.start();
    m_table.insert(start, hash_of_key(start), [this] { return number_of_new(); });
    std::vector<Key> layer{start};
    std::size_t max_batch = sources_of_first_batch;
    while (!layer.empty()) {
      m_next.clear();
      for (std::size_t at = 0; at < layer.size();) {
        m_monitor.check_stop();
        if (is_over(layer)) return m_found;
        const std::size_t size = std::min(max_batch, layer.size() - at);
        expand(std::span<const Key>(layer).subspan(at, size));
        at += size;
        max_batch = std::min(2 * max_batch, sources_of_batch);
      }
      layer.swap(m_next);
      if (!layer.empty()) ++m_found.full_plies;
    }
    m_found.is_complete = true;
    return m_found;
  }

 private:
  [[nodiscard]] std::uint32_t number_of_new() noexcept { return static_cast<std::uint32_t>(m_found.positions++); }

  [[nodiscard]] bool is_over(const std::vector<Key>& layer) const {
    constexpr std::uint64_t max_numbers = std::uint64_t{1} << 31;
    const std::uint64_t bytes = m_table.num_bytes() + (layer.capacity() + m_next.capacity()) * sizeof(Key);
    return m_found.positions >= std::min(m_budget.max_positions, max_numbers) || bytes >= m_budget.max_bytes ||
           (m_budget.is_search_over && m_budget.is_search_over());
  }

  void expand(std::span<const Key> keys) {
    m_batch.expand(m_game, keys);
    for (const Key& key : std::as_const(m_batch.targets).all()) {
      m_by_part[m_table.part_of(hash_of_key(key))].push_back({key, 0});
    }
    for (std::size_t part = 0; part < m_by_part.size(); ++part) {
      m_table.insert_all(
          part, m_by_part[part], [this] { return number_of_new(); },
          [this](const target_key<Key>& target, std::uint32_t /*number*/, bool is_new) {
            if (is_new) m_next.push_back(target.key);
          });
      m_by_part[part].clear();
    }
    m_found.expanded += keys.size();
    m_found.moves += m_batch.targets.size();
    m_monitor.advance(keys.size());
  }

  const key_rules<Key>& m_game;
  const forecast_budget& m_budget;
  work_monitor& m_monitor;
  key_table<Key> m_table;
  std::vector<std::vector<target_key<Key>>> m_by_part;
  std::vector<Key> m_next;  ///< found positions of the next ply
  expanded_batch<Key> m_batch;
  position_forecast m_found;
};

/// Pairs and triples of equal keys.
struct equal_keys {
  std::uint64_t pairs = 0;
  std::uint64_t triples = 0;
};

template <class Key>
equal_keys count_equal(std::vector<Key>& keys) {
  std::sort(keys.begin(), keys.end());
  equal_keys found;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    const std::uint64_t times = end - begin;
    found.pairs += times * (times - 1) / 2;
    found.triples += times * (times - 1) / 2 * (times - 2) / 3;
  }
  return found;
}

double pairs_of(std::uint64_t plays) {
  const auto n = static_cast<double>(plays);
  return n * (n - 1) / 2;
}

template <class Key>
class random_plays {
 public:
  random_plays(const key_rules<Key>& game, const forecast_budget& budget, work_monitor& monitor)
      : m_game(game), m_budget(budget), m_monitor(monitor), m_random(0) {}

  [[nodiscard]] std::optional<ply_sample> run() {
    ply_sample sample;
    sample.ply = choose_ply();
    std::vector<Key> reached;
    for (std::uint64_t plays = 0; plays < m_budget.max_plays && !is_over(); plays += plays_of_batch) {
      begin(plays_of_batch);
      std::uint32_t ply = 0;
      while (ply < sample.ply && !m_at.empty() && !is_over()) {
        move();
        ++ply;
      }
      if (ply == sample.ply) reached.insert(reached.end(), m_at.begin(), m_at.end());
    }
    if (reached.size() < 2) return std::nullopt;
    const equal_keys equal = count_equal(reached);
    sample.plays = reached.size();
    sample.collisions = equal.pairs;
    sample.min_positions = min_positions_of(sample.plays, equal.pairs, equal.triples);
    return sample;
  }

 private:
  static constexpr std::size_t plays_of_batch = 4096;
  static constexpr std::size_t plays_that_choose = 2048;
  static constexpr std::size_t min_plays_that_choose = 64;  ///< fewer are not significant
  static constexpr std::uint32_t max_plies = 256;

  [[nodiscard]] bool is_over() const {
    m_monitor.check_stop();
    return m_budget.is_sampling_over && m_budget.is_sampling_over();
  }

  void begin(std::size_t plays) { m_at.assign(plays, m_game.start()); }

  /// Makes a move in each play, and removes the plays that have ended.
  void move() {
    std::size_t retained = 0;
    for (std::size_t at = 0; at < m_at.size(); at += sources_of_batch) {
      const std::size_t size = std::min(sources_of_batch, m_at.size() - at);
      m_batch.expand(m_game, std::span<const Key>(m_at).subspan(at, size));
      std::span<const Key> targets = std::as_const(m_batch.targets).all();
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t moves = num_moves_of(m_batch.words[i]);
        if (moves > 0) m_at[retained++] = targets[m_random.below(moves)];
        targets = targets.subspan(moves);
      }
    }
    m_monitor.advance(m_at.size());
    m_at.resize(retained);
  }

  /// Among the plies without collisions, returns the latest one that at least half as many plays reach as any other. If
  /// plays collide at every ply, returns the ply with the smallest share of colliding pairs.
  [[nodiscard]] std::uint32_t choose_ply() {
    std::uint32_t best = 0;
    double fewest = std::numeric_limits<double>::infinity();
    std::size_t most_plays = 0;  // at a ply without collisions
    begin(plays_that_choose);
    std::vector<Key> here;
    for (std::uint32_t ply = 1; ply <= max_plies && !is_over(); ++ply) {
      move();
      if (m_at.size() < min_plays_that_choose) break;
      here = m_at;
      const double share = static_cast<double>(count_equal(here).pairs) / pairs_of(here.size());
      if (share == 0) most_plays = std::max(most_plays, here.size());
      const bool is_candidate = share > 0 || 2 * here.size() >= most_plays;
      if (is_candidate && share <= fewest) {
        fewest = share;
        best = ply;
      }
    }
    return best;
  }

  const key_rules<Key>& m_game;
  const forecast_budget& m_budget;
  work_monitor& m_monitor;
  random_generator m_random;
  std::vector<Key> m_at;  ///< the positions of a batch of plays
  expanded_batch<Key> m_batch;
};

}  // namespace

std::uint64_t min_positions_of(std::uint64_t plays, std::uint64_t collisions, std::uint64_t triples) {
  constexpr double deviations = 2;
  constexpr double unseen_collisions = 3;  // with a mean of 3, the probability of none is 5 %
  constexpr double pairs_of_pairs_in_triple = 6;
  const auto seen = static_cast<double>(collisions);
  const double variance = seen + pairs_of_pairs_in_triple * static_cast<double>(triples);
  return static_cast<std::uint64_t>(pairs_of(plays) / (seen + deviations * std::sqrt(variance) + unseen_collisions));
}

template <class Key>
position_forecast forecast_positions(const key_rules<Key>& game, const forecast_budget& budget, work_monitor& monitor) {
  monitor.phase("forecast", 0);
  position_forecast found = bounded_search<Key>(game, budget, monitor).run();
  if (!found.is_complete && budget.max_plays > 0) found.sample = random_plays<Key>(game, budget, monitor).run();
  return found;
}

template position_forecast forecast_positions(const key_rules<std::uint64_t>& game, const forecast_budget& budget,
                                              work_monitor& monitor);
template position_forecast forecast_positions(const key_rules<wide_key>& game, const forecast_budget& budget,
                                              work_monitor& monitor);

}  // namespace zermelo
