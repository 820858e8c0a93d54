// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/count_by_group.hpp>

#include <array>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "legal_batches.hpp"

namespace zermelo {

std::uint64_t detail::sum_of_orbits(std::uint64_t a, std::uint64_t b) {
  if (b <= std::numeric_limits<std::uint64_t>::max() - a) return a + b;
  throw contract_error("hook orbit_size: the sizes add up to more than 2^64 - 1 positions");
}

namespace {

void expect_max_groups(std::size_t groups) {
  if (groups <= max_groups) return;
  throw contract_error("hook group_of: expected at most " + std::to_string(max_groups) + " groups");
}

void expect_max_distances(std::size_t distances) {
  if (distances <= max_distances) return;
  throw resource_error("counts by group: more than " + std::to_string(max_distances) + " distances are not supported");
}

/// The counts of one thread.
class group_tallies {
 public:
  explicit group_tallies(bool counts_orbits) : m_counts_orbits(counts_orbits) {}

  /// Counts a position. @param value  a legal entry @throws input_error if p is illegal by the rules
  void add(position p, const position_class& counted_as, position_value value) {
    if (!counted_as.is_legal) throw input_error("position " + std::to_string(p) + " is illegal, but has an outcome");
    group_tally& tally = tally_of(counted_as.group, counted_as.to_move);
    if (value.distance_plies != no_distance && value.distance_plies >= tally.all.by_distance.size()) {
      m_distances += value.distance_plies + std::size_t{1} - tally.all.by_distance.size();
      expect_max_distances(m_distances);
    }
    if (m_counts_orbits) {
      m_positions = detail::sum_of_orbits(m_positions, counted_as.orbit_size);
      tally.all.add(value, counted_as.orbit_size);
      tally.orbits.add(value);
    } else {
      tally.all.add(value);
    }
  }
  /// The number of positions in all orbits; 0 if orbits are not counted.
  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions; }
  template <class Callback>
  void for_each_tally(const Callback& f) const {
    for (const auto& [key, tally] : m_tallies) f(tally);
  }

 private:
  [[nodiscard]] group_tally& tally_of(std::uint32_t group, player to_move) {
    const std::uint64_t key = std::uint64_t{group} * 2 + index_of(to_move);
    group_tally*& recent = m_recent[key % m_recent.size()];
    if (recent != nullptr && recent->group == group && recent->to_move == to_move) return *recent;
    const auto [found, is_new] = m_tallies.try_emplace(key);
    if (is_new) {
      expect_max_groups(m_tallies.size());
      found->second.group = group;
      found->second.to_move = to_move;
    }
    recent = &found->second;
    return *recent;
  }

  bool m_counts_orbits;
  std::uint64_t m_positions = 0;
  std::size_t m_distances = 0;
  std::unordered_map<std::uint64_t, group_tally> m_tallies;
  std::array<group_tally*, 64> m_recent{};  ///< [key % 64]: a cache; elements of the map have stable addresses
};

}  // namespace

counts_by_group count_by_group(const rules& game, const std::function<std::string(std::uint32_t)>& name_of_group,
                               const solution_entries& values, unsigned threads, work_monitor& monitor) {
  const rules_traits traits = game.traits();
  per_thread<group_tallies> found([&] { return group_tallies(traits.counts_orbits); });
  per_thread<std::vector<position_value>> buffers;
  monitor.phase("groups", values.size());
  const auto count_block = [&](position begin, position end) {
    std::vector<position_value>& entries = buffers.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    group_tallies& tallies = found.local();
    detail::for_each_legal_batch(begin, entries, [&](std::span<const position> batch) {
      std::array<position_class, detail::max_positions_in_batch> classes;
      game.classify(batch, {classes.data(), batch.size()});
      for (std::size_t i = 0; i < batch.size(); ++i) tallies.add(batch[i], classes[i], entries[batch[i] - begin]);
    });
  };
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB per thread
  for_each_block(values.size(), resolve_threads(threads), monitor, count_block, block_size);

  std::map<std::pair<std::uint32_t, player>, group_tally> sums;
  std::uint64_t positions = 0;
  std::size_t distances = 0;
  for (const group_tallies& part : found) {
    positions = detail::sum_of_orbits(positions, part.positions());
    part.for_each_tally([&](const group_tally& tally) {
      group_tally& sum = sums[{tally.group, tally.to_move}];
      distances += saturating_difference(tally.all.by_distance.size(), sum.all.by_distance.size());
      expect_max_distances(distances);
      sum.all += tally.all;
      sum.orbits += tally.orbits;
    });
  }
  expect_max_groups(sums.size());
  counts_by_group group_totals{traits.has_groups, traits.counts_orbits, {}};
  for (auto& [key, tally] : sums) {
    tally.group = key.first;
    tally.to_move = key.second;
    if (traits.has_groups) tally.name = name_of_group(tally.group);
    group_totals.groups.push_back(std::move(tally));
  }
  return group_totals;
}

}  // namespace zermelo
