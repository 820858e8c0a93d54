// SPDX-License-Identifier: MIT
// Tests statistics of a table and of a table set: counted from the entries, and equal for both.
#include <zermelo/tables/opened/report_statistics.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>

#include <array>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>

#include "strip_race.hpp"

namespace zermelo::table_statistics_test {
namespace {

TEST(table_statistics, counts_match_the_entries) {
  const solved_race race;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    work_monitor silent;
    const table_statistics counted = collect_statistics(opened, {}, 2, silent);
    EXPECT_EQ(counted.entries.summary, opened.table->metadata().summary);
    const outcome_counts& counts = counted.entries.summary.counts;
    EXPECT_EQ(counts.total(), 24U);
    EXPECT_EQ((std::array{counts.win, counts.loss, counts.draw}), (std::array<std::uint64_t, 3>{6, 7, 1})) << file;
    EXPECT_EQ(counted.entries.farthest[index_of(player::first)].plies, 5U);
    EXPECT_EQ(counted.entries.farthest[index_of(player::second)].examples, (std::vector<position>{6}));
    EXPECT_FALSE(counted.by || counted.only_moves || counted.state_signature || counted.group_totals);
  }
}

TEST(table_statistics, contain_only_requested_statistics) {
  const solved_race race;
  std::array<json, 2> display;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    work_monitor silent;
    const statistics_request request{.by = "position", .only_moves = true, .state_signature = true};
    const table_statistics counted = collect_statistics(opened, request, 2, silent);
    json object = report_statistics(opened, {}, counted).members;
    EXPECT_EQ(object["groups"].size(), 24U);
    EXPECT_EQ(object["only_moves"].size(), 2U);
    EXPECT_EQ(object["table"], file);
    EXPECT_EQ(object["start"]["state"], "place=28");
    EXPECT_EQ(object.contains("slices"), opened.set != nullptr);
    EXPECT_NE(report_statistics(opened, {}, counted).text.find("\nby state "), std::string::npos);
    EXPECT_EQ(metadata_json(opened, {})["histogram"], object["histogram"]);
    for (const char* of_the_file : {"table", "slices", "engine", "threads", "seconds", "edges"})
      object.erase(of_the_file);
    display[opened.set != nullptr ? 1 : 0] = std::move(object);
  }
  EXPECT_EQ(display[0], display[1]);
}

TEST(table_statistics, list_the_slices_of_a_set) {
  const solved_race race;
  const json slices = metadata_json(race.open(race.set()), {})["slices"];
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices[1]["name"], "middle");
  EXPECT_EQ(slices[1]["first_position"], 10);
  EXPECT_EQ(slices[1]["positions"], 10);
  EXPECT_EQ(slices[1]["done"], true);
  EXPECT_EQ(slices[1]["legal_positions"], 8);
}

TEST(table_statistics, reject_unknown_fields) {
  const solved_race race;
  const opened_table opened = race.open(race.table());
  work_monitor silent;
  EXPECT_THROW((void)collect_statistics(opened, {.by = "place"}, 1, silent), input_error);
}

}  // namespace
}  // namespace zermelo::table_statistics_test
