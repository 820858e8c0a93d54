// SPDX-License-Identifier: MIT
// Tests searches in a table and in a table set: results, order, counts, and errors.
#include <zermelo/tables/opened/table_search.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "strip_race.hpp"

namespace zermelo::table_search_test {
namespace {

std::vector<position> found(const opened_table& opened, const table_query& query,
                            std::optional<std::uint64_t> limit = std::nullopt) {
  work_monitor silent;
  table_search search(opened, query, 2, silent);
  std::vector<position> positions;
  search.for_each(limit, [&](std::span<const found_position> some) {
    for (const found_position& one : some) {
      EXPECT_EQ(one.value, opened.value(one.at)) << one.at;
      positions.push_back(one.at);
    }
    return sweep_step::proceed;
  });
  return positions;
}

std::string rejection(const opened_table& opened, const table_query& query) {
  work_monitor silent;
  return testkit::error_of([&] { (void)table_search(opened, query, 1, silent); });
}

TEST(table_search, finds_matching_positions_in_ascending_order) {
  const solved_race race;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    using list = std::vector<position>;
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win"}}), (list{1, 3, 5, 22, 26, 28}));
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win", "plies>2"}}), (list{5, 26, 28}));
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win"}}, 2), (list{1, 3}));
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win"}}, 0), list{});
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win"}, .sort = "-plies"}), (list{28, 26, 5, 3, 1, 22}));
    EXPECT_EQ(found(opened, {.conditions = {"outcome=win"}, .sort = "-plies"}, 1), (list{28}));
    EXPECT_EQ(found(opened, {.conditions = {"outcome!=tie"}, .longest = true}, 3), (list{27, 28, 6}));
    EXPECT_EQ(found(opened, {.best_move_to = "place=21"}), (list{22}));
  }
}

TEST(table_search, stops_when_callback_returns_stop) {
  const solved_race race;
  const opened_table opened = race.open(race.table());
  work_monitor silent;
  for (const std::optional<std::string>& sort : {std::optional<std::string>(), std::optional<std::string>("plies")}) {
    table_search search(opened, {.sort = sort}, 1, silent);
    int calls = 0;
    search.for_each(std::nullopt, [&](std::span<const found_position>) {
      ++calls;
      return sweep_step::stop;
    });
    EXPECT_EQ(calls, 1);
  }
}

TEST(table_search, counts_positions_by_fields) {
  const solved_race race;
  for (const std::string& file : {race.table(), race.set()}) {
    const opened_table opened = race.open(file);
    work_monitor silent;
    table_search search(opened, {.conditions = {"plies<=2", "outcome!=tie"}, .by = "outcome,plies"}, 2, silent);
    EXPECT_EQ(search.count(), 7U);
    EXPECT_EQ(
        counted_json(search.fields(), search.count_by()).dump(),
        R"({"count":7,"by":["outcome","plies"],"counts":[)"
        R"({"count":2,"values":{"outcome":"win","plies":1}},{"count":1,"values":{"outcome":"win","plies":2}},)"
        R"({"count":2,"values":{"outcome":"loss","plies":0}},{"count":2,"values":{"outcome":"loss","plies":2}}]})");
  }
}

TEST(table_search, reports_state_and_distance_of_a_found_position) {
  const solved_race race;
  const opened_table opened = race.open(race.set());
  work_monitor silent;
  const table_search search(opened, {}, 1, silent);
  const position_report report = search.report({22, opened.value(22)});
  EXPECT_EQ(position_json(*opened.game, report)["state"], "place=22");
  EXPECT_EQ(position_json(*opened.game, report)["plies"], 1);
}

/// A table with only outcomes, which is never read.
class outcomes_only final : public storage::stored_table {
 public:
  explicit outcomes_only(const storage::table_metadata& of) : m_metadata(of) {
    m_metadata.has_distances = false;
    m_metadata.summary.by_distance.clear();
  }
  [[nodiscard]] const storage::table_metadata& metadata() const override { return m_metadata; }
  [[nodiscard]] std::uint64_t size() const override { return 0; }
  void read(position, std::span<position_value>) const override {}
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  [[nodiscard]] position_value probe(position) const override { return {}; }

 private:
  storage::table_metadata m_metadata;
};

TEST(table_search, rejects_distance_queries_on_outcome_only_tables) {
  const solved_race race;
  opened_table opened = race.open(race.table());
  opened.table = std::make_unique<outcomes_only>(opened.table->metadata());
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--longest: ... distances...",
                      rejection(opened, {.longest = true, .option_prefix = "--"}));
  for (const table_query& query : {table_query{.conditions = {"plies>2"}}, table_query{.sort = "plies"}}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "plies: no distances; ...", rejection(opened, query));
  }
  EXPECT_EQ(rejection(opened, {.conditions = {"outcome=win"}}), "accepted");
}

TEST(table_search, rejects_malformed_queries_and_names_the_option) {
  const solved_race race;
  const opened_table opened = race.open(race.table());
  EXPECT_TRUE(rejection(opened, {.sort = "pliess", .option_prefix = "--"}).starts_with("--sort: "));
  EXPECT_TRUE(rejection(opened, {.by = "pliess"}).starts_with("by: "));
  EXPECT_TRUE(rejection(opened, {.conditions = {"pliess=1"}}).starts_with("'pliess=1': unknown field 'pliess'"));
  EXPECT_EQ(rejection(opened, {.best_move_to = "place=31"}), "no such place");
}

}  // namespace
}  // namespace zermelo::table_search_test
