// SPDX-License-Identifier: MIT
// Tests a game with points in two slices that lead to each other, one with a lower maximum margin: larger margins are
// rejected, whether the game is solved as a whole or slice by slice.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/sets/sliced_job.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo::slice_bounds_test {
namespace {

/// Positions 0 to 2 are slice "low", 3 and 4 are "high". From 1, moves lead to 2, 3 and 0, which is terminal, and 4 is
/// terminal as well. The first player is to move everywhere.
class low_and_high {
 public:
  using state = position;
  explicit low_and_high(const parameter_values& values) : m_points(static_cast<int>(values.integer("points"))) {}

  static constexpr std::string_view name() { return "low_and_high"; }
  static constexpr std::string_view summary() { return "two slices with bounds of their own"; }
  static std::vector<parameter> parameters() {
    return {{"points", parameter_type::integer, "of the end in the slice with the lesser bound", "0", -9}};
  }

  [[nodiscard]] position num_positions() const { return 5; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s == 0) return result::scored(player::first, m_points);
    return s == 4 ? std::optional(result::scored(player::first, max_margin_of_high)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const { f((s + 1) % 4); }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::vector<slice> slices() const {
    return {{"low", 3, {0, 1}, {}, 2}, {"high", 2, {0}, {}, max_margin_of_high}};
  }
  [[nodiscard]] std::uint32_t max_margin() const { return 9; }

 private:
  static constexpr int max_margin_of_high = 5;
  int m_points;
};

[[nodiscard]] std::unique_ptr<any_game> game_with(int points) {
  return make_game<low_and_high>(
      parameter_values(low_and_high::parameters(), {{"points", {std::to_string(points), "", true}}}));
}

[[nodiscard]] std::string error_without_slices(int points) {
  const auto game = game_with(points);
  solve_visitor silent;
  return testkit::error_of<contract_error>(
      [&] { (void)solve_job(*game, {}, [](const std::string&) {}).solve(silent); });
}

/// @param folder  of the table set
[[nodiscard]] std::string error_with_slices(int points, const std::filesystem::path& folder) {
  const auto game = game_with(points);
  sliced_job_options options;
  options.folder = folder;
  sliced_job job(*game, options, [](const std::string&) {});
  solve_visitor silent;
  return testkit::error_of<contract_error>([&] { job.solve(silent, [](const group_report&) {}); });
}

TEST(slice_bounds, margins_over_the_maximum_are_rejected_with_and_without_slices) {
  namespace fs = std::filesystem;
  const testkit::temporary_folder folder;
  for (const int sign : {1, -1}) {
    const fs::path within = folder / std::to_string(2 * sign);
    EXPECT_EQ(error_without_slices(2 * sign), "accepted");
    EXPECT_EQ(error_with_slices(2 * sign, within), "accepted");
    EXPECT_TRUE(fs::exists(within / "low.h5"));

    const fs::path beyond = folder / std::to_string(3 * sign);
    const std::string rejection = "position 0 has margin " + std::to_string(3 * sign) + "; max_margin is 2";
    EXPECT_EQ(error_without_slices(3 * sign), rejection);
    EXPECT_EQ(error_with_slices(3 * sign, beyond), rejection);
    EXPECT_FALSE(fs::exists(beyond / "low.h5"));
  }
}

}  // namespace
}  // namespace zermelo::slice_bounds_test
