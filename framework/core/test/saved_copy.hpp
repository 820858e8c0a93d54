// SPDX-License-Identifier: MIT
// Copies of the words of a solve between two waves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::test {

[[nodiscard]] inline saved_solve copy_of(const solve_snapshot& snapshot) {
  return std::visit(
      [&](auto words) {
        uninitialized_array<std::remove_const_t<typename decltype(words)::element_type>> copy(words.size());
        std::copy(words.begin(), words.end(), copy.data());
        return saved_solve{snapshot.progress, std::move(copy)};
      },
      snapshot.words);
}

[[nodiscard]] inline saved_solve copy_of(const saved_solve& saved) {
  return std::visit([&](const auto& words) { return copy_of({saved.progress, words.span()}); }, saved.words);
}

/// Stores the reports of all waves, and from a distance on, a copy of the solve after every `step`th wave.
class saver : public solve_visitor {
 public:
  explicit saver(std::uint32_t step = 1, std::uint64_t from_plies = 0) : m_step(step), m_from_plies(from_plies) {}
  void wave(const wave_report& report) override { waves.push_back(report); }
  void on_snapshot(const solve_snapshot& snapshot) override {
    const solve_state& reached = snapshot.progress;
    if (reached.waves % m_step == 0 && reached.next_distance_plies >= m_from_plies) saves.push_back(copy_of(snapshot));
  }
  std::vector<wave_report> waves;
  std::vector<saved_solve> saves;

 private:
  std::uint32_t m_step;
  std::uint64_t m_from_plies;
};

}  // namespace zermelo::test
