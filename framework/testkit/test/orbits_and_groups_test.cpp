// SPDX-License-Identifier: MIT
// Tests that the conformance kit counts the states of orbits, checks the names of groups and prints totals by group.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "open_strip.hpp"

namespace zermelo::testkit::orbits_and_groups_test {
namespace {

/// Mutations of a row of pins.
enum class mutation {
  none,
  no_orbit,             ///< a size of 0
  other_orbit,          ///< the canonical state has another size
  small_orbit,          ///< for one orbit
  large_orbit,          ///< for one orbit
  doubled_orbits,       ///< for all orbits
  equal_orbits,         ///< all orbits have size 2
  other_group,          ///< the canonical state has another group
  no_name,              ///< for one group
  shared_name,          ///< for two groups
  throwing_orbit_size,  ///< for states that are not canonical
  odd_symmetries,       ///< 3 symmetries, for all orbits
  other_symmetries,     ///< 4 symmetries, for rows of two pins
};

struct row_state {
  std::uint32_t pins = 0;
  friend bool operator==(const row_state&, const row_state&) = default;
};

/// Kayles (Dudeney, "The Canterbury Puzzles", 1907): a ball knocks out one pin or two neighbouring pins; a player that
/// cannot do so loses. A row equals its mirror image. Groups are the rows with an equal number of standing pins.
class row_of_pins {
 public:
  using state = row_state;
  static constexpr bool is_relative = true;
  explicit row_of_pins(unsigned pins, mutation wrong = mutation::none, std::uint32_t fallen = 0)
      : m_pins(pins), m_fallen(fallen), m_mutation(wrong) {}

  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state&) const { return result::won_by(player::second); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (unsigned pin = 0; pin < m_pins; ++pin) {
      const std::uint32_t one = std::uint32_t{1} << pin;
      const std::uint32_t two = std::uint32_t{3} << pin;
      if ((s.pins & one) != 0) f(state{s.pins & ~one});
      if ((s.pins & two) == two) f(state{s.pins & ~two});
    }
  }
  [[nodiscard]] state start() const { return {((std::uint32_t{1} << m_pins) - 1) & ~m_fallen}; }
  [[nodiscard]] state canonical(const state& s) const { return {std::min(s.pins, mirror_image(s).pins)}; }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const {
    const state m = mirror_image(s);
    const std::uint64_t size = s == m ? 1 : 2;
    if (m_mutation == mutation::throwing_orbit_size && m.pins < s.pins) throw contract_error("no such row");
    if (m_mutation == mutation::doubled_orbits) return 2 * size;
    if (m_mutation == mutation::equal_orbits) return 2;
    if (m_mutation == mutation::other_orbit && m.pins < s.pins) return 3;
    if (canonical(s).pins != 0b011) return size;
    switch (m_mutation) {
      case mutation::no_orbit: return 0;
      case mutation::small_orbit: return 1;
      case mutation::large_orbit: return 3;
      default: return size;
    }
  }
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    const bool lies = m_mutation == mutation::other_group && mirror_image(s).pins < s.pins;
    return static_cast<std::uint32_t>(std::popcount(s.pins)) + (lies ? 1 : 0);
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    if (m_mutation == mutation::no_name && group == 2) return "";
    return fmt::format("{} pins", m_mutation == mutation::shared_name && group == 2 ? 1 : group);
  }
  [[nodiscard]] std::string format(const state& s) const {
    std::string row;
    for (unsigned pin = 0; pin < m_pins; ++pin) row += (s.pins >> pin & 1U) != 0 ? '|' : '.';
    return "row=" + row;
  }
  [[nodiscard]] state parse(std::string_view text) const {
    state s;
    const std::string row = parse_fields(text, {"row"}).at("row");
    for (unsigned pin = 0; pin < m_pins; ++pin) s.pins |= (row.at(pin) == '|' ? std::uint32_t{1} : 0) << pin;
    return s;
  }

 protected:
  [[nodiscard]] state mirror_image(const state& s) const {
    state m;
    for (unsigned pin = 0; pin < m_pins; ++pin) m.pins |= (s.pins >> pin & 1U) << (m_pins - 1 - pin);
    return m;
  }
  unsigned m_pins;
  std::uint32_t m_fallen;  ///< at the start

 private:
  mutation m_mutation;
};

class ranked_row : public row_of_pins {
 public:
  using row_of_pins::row_of_pins;
  [[nodiscard]] position num_positions() const { return position{1} << m_pins; }
  [[nodiscard]] position rank(const state& s) const { return s.pins; }
  [[nodiscard]] state unrank(position p) const { return {static_cast<std::uint32_t>(p)}; }
};

/// Counts all moves between canonical rows.
class weighted_row : public ranked_row {
 public:
  explicit weighted_row(unsigned pins, mutation wrong = mutation::none) : ranked_row(pins, wrong), m_wrong(wrong) {}
  [[nodiscard]] std::uint64_t num_symmetries(const state& s) const {
    if (m_wrong == mutation::odd_symmetries) return 3;
    return m_wrong == mutation::other_symmetries && std::popcount(s.pins) == 2 ? 4 : 2;
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for (unsigned pin = 0; pin < m_pins; ++pin) {
      const std::uint32_t one = std::uint32_t{1} << pin;
      const std::uint32_t two = std::uint32_t{3} << pin;
      if ((s.pins & one) == 0) f(state{s.pins | one});
      if ((s.pins & two) == 0 && pin + 1 < m_pins) f(state{s.pins | two});
    }
  }

 private:
  mutation m_wrong;
};

/// A ranking up to symmetry: a row and its mirror image have the same index.
class reduced_row : public row_of_pins {
 public:
  explicit reduced_row(unsigned pins, mutation wrong = mutation::none) : row_of_pins(pins, wrong) {
    for (std::uint32_t row = 0; row < (std::uint32_t{1} << pins); ++row) {
      if (canonical(state{row}).pins == row) m_rows.push_back(row);
    }
  }
  [[nodiscard]] position num_positions() const { return m_rows.size(); }
  [[nodiscard]] position rank(const state& s) const {
    return static_cast<position>(std::lower_bound(m_rows.begin(), m_rows.end(), canonical(s).pins) - m_rows.begin());
  }
  [[nodiscard]] state unrank(position p) const { return {m_rows[p]}; }

 private:
  std::vector<std::uint32_t> m_rows;  ///< canonical rows, ascending
};

class packed_row : public row_of_pins {
 public:
  using row_of_pins::row_of_pins;
  [[nodiscard]] std::uint64_t pack(const state& s) const { return s.pins; }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<std::uint32_t>(key & ((std::uint64_t{1} << m_pins) - 1))};
  }
};

TEST(orbits_and_groups, conformance_accepts_games_with_correct_orbits_and_groups) {
  EXPECT_EQ(find_violations(ranked_row(5)), std::vector<std::string>{});
  EXPECT_EQ(find_violations(packed_row(5)), std::vector<std::string>{});
  EXPECT_EQ(find_violations(weighted_row(5)), std::vector<std::string>{});
  EXPECT_EQ(find_violations(weighted_row(6)), std::vector<std::string>{});
  // Play reaches only one of the start and its mirror image.
  EXPECT_EQ(find_violations(packed_row(5, mutation::none, 0b00001)), std::vector<std::string>{});
  EXPECT_EQ(find_violations(packed_row(5, mutation::none, 0b10000)), std::vector<std::string>{});
}

TEST(orbits_and_groups, reports_why_orbits_of_a_reduced_ranking_are_unchecked) {
  EXPECT_EQ(find_violations(reduced_row(5)), std::vector<std::string>{});
  EXPECT_PRED_FORMAT2(matches_pattern, "orbit_size ... not checked: no move ...",
                      check_conformance(reduced_row(5)).unchecked);
  EXPECT_EQ(check_conformance(ranked_row(5)).unchecked, "");
  expect_violation(reduced_row(5, mutation::no_orbit), {"[row=||...]: orbit_size is 0, ", "[row=||...] is 0"});
}

TEST(orbits_and_groups, counts_positions_and_moves_per_group) {
  // Canonical rows of three pins: 000, 001 (for 100), 010, 011 (for 110), 101, 111.
  const check_report report = check_conformance(ranked_row(3));
  const std::vector<checked_group> expected{{"0 pins", 1, 1, 0},
                                            {"1 pins", 2, 0, 2},
                                            // 011: either pin or both; 101: one of two equal pins
                                            {"2 pins", 2, 0, 3 + 1},
                                            {"3 pins", 1, 0, 2 + 1}};
  EXPECT_EQ(report.groups, expected);
  EXPECT_EQ(check_conformance(packed_row(3)).groups, expected);
  EXPECT_EQ(check_conformance(weighted_row(3)).groups.at(2).moves, 3U + 2U) << "101: two equal pins";
  EXPECT_EQ(check_conformance(weighted_row(3)).groups.at(3).moves, 3U + 2U);
  EXPECT_PRED_FORMAT2(matches_pattern,
                      "kayles: 6 legal, 1 ... 9 moves\n"
                      "  0 pins: 1 legal, 1 ... 0 moves\n"
                      "  1 pins: 2 legal, 0 ... 2 moves\n"
                      "  2 pins: 2 legal, 0 ... 4 moves\n"
                      "  3 pins: 1 legal, 0 ... 3 moves\n",
                      group_totals_text("kayles", report.groups));
}

TEST(orbits_and_groups, reports_violations_with_hook_and_position) {
  const std::vector<std::pair<mutation, std::vector<std::string>>> expectations{
      // mutations of states
      {mutation::no_orbit, {"[row=||...]: orbit_size is 0"}},
      {mutation::other_orbit, {"orbit_size is 3, ", "[row=||...] is 2"}},
      {mutation::other_group, {"group_of is 2, ", "canonical position"}},
      {mutation::no_name, {"group_name(2) is empty"}},
      {mutation::shared_name, {"same name"}},
      {mutation::throwing_orbit_size, {": no such row"}},
      // mutations of all states
      {mutation::small_orbit, {"[row=||...]: orbit_size is 1, but 2 states"}},
      {mutation::large_orbit, {"[row=||...]: orbit_size is 3, but 2 states"}},
      {mutation::equal_orbits, {"[row=..|..]: orbit_size is 2, but 1 states"}}};
  for (const auto& [wrong, phrases] : expectations) {
    expect_violation(ranked_row(5, wrong), phrases);
    expect_violation(packed_row(5, wrong), phrases);
  }
  expect_violation(ranked_row(5, mutation::doubled_orbits), {"orbit_size is 2, but 1 states"});
  expect_violation(weighted_row(5, mutation::odd_symmetries), {"num_symmetries is 3", "orbit_size is 2"});
  expect_violation(weighted_row(5, mutation::other_symmetries), {"more often than it has moves"});
}

TEST(orbits_and_groups, reports_number_of_orbits_with_unreached_states) {
  EXPECT_EQ(check_conformance(packed_row(5)).unchecked, "");
  // Without the last pin, 8 rows lack the first pin, and 8 rows have it; play does not reach the mirror images of
  // these.
  EXPECT_PRED_FORMAT2(matches_pattern, "orbit_size ... 8 of 14 orbits...",
                      check_conformance(packed_row(5, mutation::none, 0b10000)).unchecked);
  EXPECT_PRED_FORMAT2(matches_pattern, "orbit_size ... 20 of 20 orbits...",
                      check_conformance(packed_row(5, mutation::doubled_orbits)).unchecked);
}

TEST(orbits_and_groups, reports_too_small_orbit_if_play_reaches_only_part_of_it) {
  // Rows without the last pin, which exclude the start's mirror image.
  const packed_row honest(5, mutation::none, 0b10000);
  EXPECT_EQ(find_violations(honest), std::vector<std::string>{});
  class low_row : public packed_row {
   public:
    using packed_row::packed_row;
    [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return s == start() ? 2 : 1; }
  };
  expect_violation(low_row(5, mutation::none, 0b10000), {"orbit_size is 1, but 2 states"});
}

TEST(orbits_and_groups, detects_constant_factor_of_orbit_sizes_in_sample_of_large_game) {
  EXPECT_EQ(check_contract(ranked_row(22)).violations, std::vector<std::string>{});
  const check_report doubled = check_contract(ranked_row(22, mutation::doubled_orbits));
  ASSERT_EQ(doubled.violations.size(), 1U);
  EXPECT_PRED_FORMAT2(matches_pattern, "...orbit_size: ... about 10...", doubled.violations[0]);
}

TEST(orbits_and_groups, reports_truncation_of_a_long_list_of_violations) {
  const auto many = find_violations(ranked_row(8, mutation::other_group));
  ASSERT_EQ(many.size(), check_scope{}.max_violations + 1);
  EXPECT_PRED_FORMAT2(matches_pattern, "...first 20 violations...", many.back());
  const auto few = find_violations(ranked_row(3, mutation::other_group));
  EXPECT_FALSE(few.empty());
  EXPECT_EQ(listed(few).find("violations"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::testkit::orbits_and_groups_test
