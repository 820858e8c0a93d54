// SPDX-License-Identifier: MIT
// Tests opening tables and table sets with their game, and errors.
#include <zermelo/tables/opened/opened_table.hpp>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "strip_race.hpp"

namespace zermelo::opened_table_test {
namespace {

/// The message of the input_error.
std::string rejection(const std::string& file, const catalog& games) {
  work_monitor silent;
  return testkit::error_of([&] { (void)open_table(file, games, silent); });
}

/// The race with other rules but the same name.
class race_from_26 : public strip_race {
 public:
  using strip_race::strip_race;
  [[nodiscard]] state start() const { return {26}; }
};
class named_race : public strip_race {
 public:
  using strip_race::strip_race;
  [[nodiscard]] std::string player_name(player p) const { return p == player::first ? "Anna" : "Bert"; }
};
class long_race : public strip_race {
 public:
  using strip_race::strip_race;
  [[nodiscard]] position num_positions() const { return 40; }
  [[nodiscard]] std::vector<slice> slices() const { return {{"all", 40, {0}}}; }
};
class endless_race : public strip_race {
 public:
  using strip_race::strip_race;
  [[nodiscard]] std::optional<player> infinite_play() const { return player::second; }
};

class race_for_points : public strip_race {
 public:
  using strip_race::strip_race;
  [[nodiscard]] std::uint32_t max_margin() const { return 3; }
};

template <class Game>
catalog catalog_of() {
  return catalog({describe_game<Game>(nullptr)});
}

TEST(opened_table, has_entries_and_game_of_table_or_set) {
  const solved_race race;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    EXPECT_EQ(opened.file, file);
    EXPECT_EQ(opened.set != nullptr, file == race.set());
    EXPECT_EQ(opened.game->name(), "strip_race");
    EXPECT_EQ(opened.table->num_positions(), 30U);
    EXPECT_EQ(opened.value(28), (position_value{outcome::win, 5}));
    EXPECT_EQ(opened.lookup()(23), (position_value{outcome::loss, 2}));
    EXPECT_EQ(opened.value(29).outcome, outcome::illegal);
  }
}

TEST(opened_table, rejects_differing_game_and_reports_the_difference) {
  const solved_race race;
  const std::string table = race.table();
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, table + ": start ... parameters ... strip_race; ...",
                      rejection(table, catalog_of<race_from_26>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, table + ": players ... strip_race; ...",
                      rejection(table, catalog_of<named_race>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, table + ": rules ... move limit ... strip_race; ...",
                      rejection(table, catalog_of<endless_race>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, table + ": ... margin: ... 3, ... strip_race, got 1; ...",
                      rejection(table, catalog_of<race_for_points>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, table + ": positions ... strip_race; ...",
                      rejection(table, catalog_of<long_race>()));
  const std::string slice_file = table_of_slice(race.set(), "low");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, slice_file + ": players ... rules ... strip_race; ...",
                      rejection(race.set(), catalog_of<named_race>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, slice_file + ": ... margin: ... 3 in slice low, ... got 1; ...",
                      rejection(race.set(), catalog_of<race_for_points>()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, race.set() + "/set.json: slices ... strip_race; ...",
                      rejection(race.set(), catalog_of<long_race>()));
  for (const std::string& file : {table, race.set()}) {
    EXPECT_TRUE(rejection(file, catalog({})).starts_with(file + ": ")) << rejection(file, catalog({}));
  }
}

TEST(opened_table, reads_values_of_unknown_game_without_rules) {
  const solved_race race;
  work_monitor silent;
  const auto open_without_rules = [&](const std::string& file) {
    return open_table(file, catalog({}), silent, storage::endgame_table::default_cache_bytes, nullptr,
                      unknown_games::open);
  };
  const opened_table known = race.open(race.table());
  const opened_table opened = open_without_rules(race.table());
  EXPECT_TRUE(known.has_rules);
  EXPECT_FALSE(opened.has_rules);
  EXPECT_EQ(opened.game->name(), "strip_race");
  EXPECT_EQ(opened.game->start(), known.game->start());
  EXPECT_EQ(format(*opened.game, 28), "position=28");
  EXPECT_EQ(find_position(*opened.game, "position=28"), 28U);
  EXPECT_FALSE(is_legal(*opened.game, 29));
  for (position p = 0; p < 29; ++p) {
    EXPECT_EQ(opened.value(p), known.value(p));
    EXPECT_EQ(player_to_move(*opened.game, p), player_to_move(*known.game, p));
  }
  EXPECT_THROW((void)moves_of(*opened.game, 28), input_error);
  EXPECT_THROW((void)find_position(*opened.game, "place=28"), input_error);
  EXPECT_THROW((void)open_without_rules(race.set()), input_error);
}

TEST(opened_table, rejects_incomplete_tables_and_files_without_table) {
  const solved_race race;
  const std::string slice_file = table_of_slice(race.set(), "low");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, slice_file + ": ... slice low ...",
                      rejection(slice_file, race.games()));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "-: HDF5 ... seekable ...", rejection("-", race.games()));
  const std::string text_file = race.table() + ".txt";
  std::ofstream(text_file) << "no table\n";
  EXPECT_TRUE(rejection(text_file, race.games()).starts_with(text_file + ": ")) << rejection(text_file, race.games());
  const std::string missing = race.table() + ".none";
  EXPECT_TRUE(rejection(missing, race.games()).starts_with(missing + ": ")) << rejection(missing, race.games());
}

TEST(opened_table, error_names_the_file_once) {
  EXPECT_EQ(with_file_name("a.h5", "it is empty"), "a.h5: it is empty");
  EXPECT_EQ(with_file_name("a.h5", "a.h5: it is empty"), "a.h5: it is empty");
}

}  // namespace
}  // namespace zermelo::opened_table_test
