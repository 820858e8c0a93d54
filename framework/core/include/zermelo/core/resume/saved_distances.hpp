// SPDX-License-Identifier: MIT
// The set of distances that occur in a saved solve. Checking the progress against this set detects, at little cost,
// progress that does not belong to the words.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo::detail {

[[noreturn]] inline void reject_saved_solve(const std::string& why) {
  throw input_error("the checkpoint does not match the game's rules: " + why);
}

/// A set of distances in plies, stored as pages of bits, so that a single large distance takes little memory.
class distance_set {
 public:
  distance_set() = default;
  distance_set(const distance_set&) = delete;
  distance_set& operator=(const distance_set&) = delete;
  void add(std::uint64_t distance) {
    const std::uint64_t number = distance / page_size;
    if (m_last == nullptr || number != m_last_number) {
      m_last = &m_pages[number];
      m_last_number = number;
    }
    m_last->set(distance % page_size);
  }
  void add(const distance_set& other) {
    for (const auto& [number, page] : other.m_pages) m_pages[number] |= page;
  }
  [[nodiscard]] bool contains(std::uint64_t distance) const {
    const auto found = m_pages.find(distance / page_size);
    return found != m_pages.end() && found->second.test(distance % page_size);
  }
  /// The least element that is at least `distance`; nothing if all elements are less.
  [[nodiscard]] std::optional<std::uint64_t> first_from(std::uint64_t distance) const {
    for (auto page = m_pages.lower_bound(distance / page_size); page != m_pages.end(); ++page) {
      const std::uint64_t begin = page->first * page_size;
      for (std::size_t i = saturating_difference(distance, begin); i < page_size; ++i) {
        if (page->second.test(i)) return begin + i;
      }
    }
    return std::nullopt;
  }
  /// Calls f(distance) in ascending order.
  template <class Function>
  void for_each(const Function& f) const {
    for (auto distance = first_from(0); distance; distance = first_from(*distance + 1)) f(*distance);
  }

 private:
  static constexpr std::size_t page_size = std::size_t{1} << 12;  // distances: 512 bytes
  using distance_bits = std::bitset<page_size>;

  std::map<std::uint64_t, distance_bits> m_pages;
  distance_bits* m_last = nullptr;  ///< the page of the last `add`; valid since elements of a map do not move
  std::uint64_t m_last_number = 0;
};

/// The distances in plies of decided positions and of boundary values, by the stage that propagates them.
class saved_distances {
 public:
  explicit saved_distances(std::uint32_t max_margin) : m_all(max_margin + 1), m_of_play(max_margin + 1) {}

  /// Adds the distance of a terminal or of a boundary value.
  void add_end(solve_stage stage, std::uint64_t distance) { m_all[stage].add(distance); }
  /// Adds the distance of a position that is not terminal.
  void add_play(solve_stage stage, std::uint64_t distance) {
    m_all[stage].add(distance);
    m_of_play[stage].add(distance);
  }

  void add(const saved_distances& other) {
    for (solve_stage stage = 0; stage < m_all.size(); ++stage) {
      m_all[stage].add(other.m_all[stage]);
      m_of_play[stage].add(other.m_of_play[stage]);
    }
  }

  /// Adds the distances of the other blocks, in one round of the exchange per distance and set.
  template <class Exchange>
  void add_other_blocks(Exchange& exchange) {
    for (auto* const sets : {&m_all, &m_of_play}) {
      std::optional<std::uint64_t> number;
      while ((number = exchange.least(first_from(*sets, number ? *number + 1 : 0)))) {
        const wave_id wave = wave_id::of_number(*number);
        (*sets)[wave.stage].add(wave.distance);
      }
    }
  }

  /// Checks the distances of a whole graph against its progress: if a position that is not terminal has distance d,
  /// then distance d - 1 occurs with the same margin; the last propagated distance of the stage occurs; and there is
  /// one wave for each propagated distance.
  /// @throws input_error if they do not match.
  void expect_progress(const solve_state& progress) const {
    for (solve_stage stage = 0; stage < m_all.size(); ++stage) {
      const distance_set& all = m_all[stage];
      m_of_play[stage].for_each([&all](std::uint64_t distance) {
        if (distance > 0 && all.contains(distance - 1)) return;
        reject_saved_solve("a position has distance " + std::to_string(distance) + ", but no position has distance " +
                           std::to_string(distance - 1));
      });
    }
    const std::uint64_t next = progress.next_distance_plies;
    if (next > 0 && !m_all[progress.stage].contains(next - 1)) {
      reject_saved_solve("no position of its stage has distance " + std::to_string(next - 1));
    }
    std::uint64_t waves = 0;
    for (solve_stage stage = 0; stage <= progress.stage; ++stage) {
      m_all[stage].for_each([&](std::uint64_t distance) {
        if (stage < progress.stage || distance < next) ++waves;
      });
    }
    if (waves != progress.waves) {
      reject_saved_solve("expected " + std::to_string(waves) + " waves, got " + std::to_string(progress.waves));
    }
  }

 private:
  /// The least number of a wave in the sets that is at least `number`; nothing if all numbers are less.
  [[nodiscard]] static std::optional<std::uint64_t> first_from(const std::vector<distance_set>& sets,
                                                               std::uint64_t number) {
    const wave_id from = wave_id::of_number(number);
    for (solve_stage stage = from.stage; stage < sets.size(); ++stage) {
      const auto distance = sets[stage].first_from(stage == from.stage ? from.distance : 0);
      if (distance) return wave_id{stage, *distance}.number();
    }
    return std::nullopt;
  }

  std::vector<distance_set> m_all;  ///< [stage]
  std::vector<distance_set> m_of_play;
};

}  // namespace zermelo::detail
