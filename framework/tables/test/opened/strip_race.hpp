// SPDX-License-Identifier: MIT
// A small game with slices, unused indices, ties and draws, whose values are easily found by hand, and its solution on
// disk.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/sets/sliced_job.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo {

/// A race down a strip of 30 cells, with a slice for each ten. A move goes down by one or two cells, but not to an
/// unused index; from cell 12, play never ends. The first player is to move on even cells.
class strip_race {
 public:
  struct state {
    position cell = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  explicit strip_race(const parameter_values&) {}
  static constexpr std::string_view name() { return "strip_race"; }
  static constexpr std::string_view summary() { return "a race down a strip"; }
  static std::vector<parameter> parameters() { return {}; }

  [[nodiscard]] position num_positions() const { return 3 * cells_per_slice; }
  [[nodiscard]] position rank(const state& s) const { return s.cell; }
  [[nodiscard]] state unrank(position p) const { return {p}; }
  [[nodiscard]] state start() const { return {28}; }
  [[nodiscard]] bool is_legal(const state& s) const { return s.cell % 5 != 4; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.cell % 2 == 0 ? player::first : player::second; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    switch (s.cell) {
      case 0: return result::won_by(player::second);
      case 7: return result::tied(0);
      case 21: return result::won_by(player::first);
      default: return std::nullopt;
    }
  }
  void for_each_successor(const state& s, auto&& f) const {
    if (s.cell == 12) return f(s);
    for (position step = 1; step <= 2 && step <= s.cell; ++step) {
      if (is_legal({s.cell - step})) f(state{s.cell - step});
    }
  }
  [[nodiscard]] result no_moves(const state&) const { return result::drawn(); }
  [[nodiscard]] std::vector<slice> slices() const {
    return {{"low", cells_per_slice, {0}}, {"middle", cells_per_slice, {0, 1}}, {"high", cells_per_slice, {1, 2}}};
  }
  [[nodiscard]] std::string format(const state& s) const { return "place=" + std::to_string(s.cell); }
  [[nodiscard]] state parse(std::string_view text) const {
    for (position p = 0; p < num_positions(); ++p) {
      if (format({p}) == text) return {p};
    }
    throw input_error("no such place");
  }

 private:
  static constexpr position cells_per_slice = 10;
};

/// The race, with its table and its table set in a separate folder.
class solved_race {
 public:
  solved_race() {
    solve_visitor silent;
    const auto ignore = [](const std::string&) {};
    const auto game = m_catalog.build("strip_race", std::vector<std::string>{});
    solve_job_options whole;
    whole.table = table();
    solve_job job(*game, whole, ignore);
    (void)job.finish(job.solve(silent), silent);
    sliced_job_options in_slices;
    in_slices.folder = set();
    sliced_job(*game, in_slices, ignore).solve(silent, [](const group_report&) {});
  }

  [[nodiscard]] const catalog& games() const { return m_catalog; }
  [[nodiscard]] std::string table() const { return m_folder / "race.h5"; }
  [[nodiscard]] std::string set() const { return m_folder / "race"; }
  [[nodiscard]] opened_table open(const std::string& file) const {
    work_monitor silent;
    return open_table(file, m_catalog, silent);
  }

 private:
  testkit::temporary_folder m_folder;
  catalog m_catalog{{describe_game<strip_race>(nullptr)}};
};

}  // namespace zermelo
