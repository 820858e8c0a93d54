// SPDX-License-Identifier: MIT
// Tests reading instances from arguments, files and JSON.
#include <zermelo/catalog/games/catalog.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

#include "listed_game.hpp"

namespace zermelo::catalog_test {
namespace {

using testkit::matches_pattern;

using ::testing::IsNotSubstring;
using ::testing::IsSubstring;

/// A game that stores its parameters.
game_entry grid_game() {
  const std::vector<parameter> schema{{"cat_jump", parameter_type::integer, "", "1", 1, 100},
                                      {"grid", parameter_type::text, ""},
                                      {"notes", parameter_type::text, ""},
                                      {"move_limit", parameter_type::optional_integer, "", "1000"},
                                      {"walls", parameter_type::real, "", "0.1", 0, 1}};
  const auto make = [](const parameter_values& values, const build_conditions&) -> std::unique_ptr<any_game> {
    return std::make_unique<any_game>(listed_game(std::vector<listed_position>(1), {}, values));
  };
  return {"grid_game", "a game on a grid", schema, {}, make};
}

game_entry number_game() {
  game_entry entry = grid_game();
  entry.name = "number_game";
  entry.parameters.resize(1);
  return entry;
}

class catalog_test : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const auto file = m_folder / name;
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  parameter_values build(const std::vector<std::string>& arguments, const std::string& game = "grid_game") const {
    return m_catalog.build(game, arguments)->parameters();
  }
  std::string error_of(const std::vector<std::string>& arguments, const std::string& game = "grid_game") const {
    return testkit::error_of([&] { (void)m_catalog.build(game, arguments); });
  }

  testkit::temporary_folder m_folder;
  catalog m_catalog{{grid_game(), number_game()}};
};

TEST_F(catalog_test, suggests_nearest_name_for_unknown_game) {
  EXPECT_PRED_FORMAT2(matches_pattern, "unknown game 'gird_game'; ... 'grid_game'?", error_of({}, "gird_game"));
  EXPECT_EQ(error_of({}, "chess"), "unknown game 'chess'; known: grid_game, number_game");
}

TEST(catalog, rejects_duplicate_game_and_command_names) {
  const auto named = [](const std::string& game, const std::vector<std::string>& commands) {
    game_entry entry;
    entry.name = game;
    for (const std::string& name : commands) entry.commands.push_back({name, "", {}, "", {}, {}});
    return entry;
  };
  const auto error_of = [](const std::vector<game_entry>& games) {
    return testkit::error_of<contract_error>([&] { catalog(games).check_names(); });
  };
  EXPECT_EQ(error_of({named("a", {"b", "c"}), named("b", {"a"})}), "accepted")
      << "a command and a game may have the same name";
  EXPECT_EQ(error_of({named("a", {}), named("b", {}), named("a", {})}), "duplicate game 'a'");
  EXPECT_PRED_FORMAT2(matches_pattern, "game 'b', command 'c': game 'a' ...",
                      error_of({named("a", {"c"}), named("b", {"d", "c"})}));
  EXPECT_PRED_FORMAT2(IsSubstring, "game 'a', command 'c': ", error_of({named("a", {"c", "c"})}));
  EXPECT_PRED_FORMAT2(matches_pattern, "game 'a': ... no name", error_of({named("a", {""})}));
  EXPECT_PRED_FORMAT2(matches_pattern, "a game ... name", error_of({named("", {})}));
}

TEST(catalog, join_keeps_order_and_rejects_duplicate_games) {
  const catalog own({number_game()});
  const catalog both = join_catalogs({own, catalog({grid_game()})});
  EXPECT_NO_THROW(both.check_names());
  ASSERT_EQ(both.games().size(), 2);
  EXPECT_EQ(both.games()[0].name, "number_game");
  EXPECT_EQ(both.find("grid_game").parameters.size(), grid_game().parameters.size());
  EXPECT_THROW(join_catalogs({both, own}).check_names(), contract_error);
  EXPECT_TRUE(join_catalogs({}).games().empty());
}

TEST_F(catalog_test, parses_arguments_and_fills_in_defaults) {
  const auto values = build({"cat_jump=3", "grid=.#/=C"});
  EXPECT_EQ(values.integer("cat_jump"), 3);
  EXPECT_EQ(values.text("grid"), ".#/=C");
  EXPECT_EQ(values.source("grid"), "");
  EXPECT_EQ(values.real("walls"), 0.1);
  EXPECT_TRUE(values.reported().at("cat_jump").is_given);
  EXPECT_FALSE(values.reported().at("walls").is_given);
}

TEST_F(catalog_test, reads_text_parameter_from_file_and_stores_its_name) {
  const auto file = write("grid.txt", "\xEF\xBB\xBF..\r\n#C\r\n");
  for (const std::string& argument : {"grid=@" + file, "@" + file}) {
    const auto values = build({argument});
    EXPECT_EQ(values.text("grid"), "..\n#C");
    EXPECT_EQ(values.source("grid"), file);
  }
}

TEST_F(catalog_test, strips_only_last_line_end_of_file) {
  EXPECT_EQ(build({"grid=@" + write("a", "1 2\n\n")}).text("grid"), "1 2\n");
  EXPECT_EQ(build({"grid=@" + write("b", "")}).text("grid"), "");
}

TEST_F(catalog_test, converts_json_arrays_of_strings_to_lines_and_keeps_other_json) {
  EXPECT_EQ(build({R"(grid=["..#","C.M"])"}).text("grid"), "..#\nC.M");
  EXPECT_EQ(build({"grid=[[2,5],[3],[],[0,-4]]"}).text("grid"), "[[2,5],[3],[],[0,-4]]");
  EXPECT_EQ(build({"grid=[]"}).text("grid"), "");
  const auto file = write("graph.json", " [[1, 2],\n [0]]\n");
  EXPECT_EQ(build({"@" + file}).text("grid"), "[[1,2],[0]]");
  EXPECT_EQ(build({"@" + file}).source("grid"), file + ", \"grid\"");
}

TEST_F(catalog_test, reads_instance_from_json_object) {
  const std::string instance = R"({"grid": ["C.", "M#"], "catJump": 2, "moveLimit": null, "walls": 0.25})";
  const auto file = write("instance.json", instance);
  for (const std::string& argument : {instance, "@" + file, "grid=@" + file}) {
    const auto values = build({argument, "notes=x"});
    EXPECT_EQ(values.text("grid"), "C.\nM#");
    EXPECT_EQ(values.integer("cat_jump"), 2);
    EXPECT_EQ(values.optional_integer("move_limit"), std::nullopt);
    EXPECT_EQ(values.real("walls"), 0.25);
  }
  EXPECT_EQ(build({"@" + write("jump.json", R"({"cat_jump": 7})")}, "number_game").integer("cat_jump"), 7);
}

TEST_F(catalog_test, accepts_files_and_json_only_for_text_parameters) {
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'cat_jump': ... 1 to 100, got '[1]'", error_of({"cat_jump=[1]"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "got '@file'", error_of({"cat_jump=@file"}));
}

TEST_F(catalog_test, reports_unreadable_file) {
  EXPECT_PRED_FORMAT2(matches_pattern, "cannot read /no/such/file: ...", error_of({"grid=@/no/such/file"}));
  EXPECT_EQ(error_of({"@" + m_folder.path().string()}), "cannot read " + m_folder.path().string() + ": Is a directory");
  EXPECT_PRED_FORMAT2(matches_pattern, "...file name...'@'", error_of({"grid=@"}));
  EXPECT_PRED_FORMAT2(matches_pattern, "cannot read /dev/zero: ... 64 MiB", error_of({"@/dev/zero"}));
}

TEST_F(catalog_test, reports_line_and_column_of_invalid_json) {
  const auto file = write("broken.json", "{\"grid\": [\"..\",\n  \"C\" \"M\"]}");
  const std::string error = error_of({"@" + file});
  EXPECT_PRED_FORMAT2(IsSubstring, file + ": line 2, column ", error);
  EXPECT_PRED_FORMAT2(IsSubstring, "invalid JSON: unexpected string", error);
  EXPECT_PRED_FORMAT2(IsNotSubstring, "json.exception", error);
  EXPECT_PRED_FORMAT2(matches_pattern, "...JSON ... line 1, column 9: ...", error_of({"{\"grid\" 1}"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "grid: line 1, column 7: ", error_of({"grid=[[1,2]"}));
}

TEST_F(catalog_test, rejects_json_of_wrong_shape) {
  EXPECT_PRED_FORMAT2(IsSubstring, "grid: element 2 ", error_of({"grid=[[1],\"x\"]"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "grid: element 1 ", error_of({"grid=[1]"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "of integers", error_of({"grid=[{}]"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "grid: expected a ", error_of({R"({"grid": {"a": 1}})"}));
  EXPECT_PRED_FORMAT2(matches_pattern, "... parameter 'cat_jmp'; ... 'cat_jump'?",
                      error_of({R"({"grid": [], "catJmp": 1})"}));
}

TEST_F(catalog_test, rejects_duplicate_parameter) {
  const std::string twice = "duplicate parameter 'cat_jump'";
  EXPECT_EQ(error_of({"cat_jump=1", "cat_jump=2"}), twice);
  EXPECT_EQ(error_of({"cat_jump=1", R"({"catJump": 2})"}), twice);
  EXPECT_EQ(error_of({R"({"catJump": 1, "cat_jump": 2})"}), twice);
  EXPECT_EQ(error_of({R"({"catJump": 1, "catJump": 2})"}), "the JSON instance: duplicate \"catJump\"");
}

TEST_F(catalog_test, rejects_argument_without_equals_sign) {
  EXPECT_PRED_FORMAT2(matches_pattern, "'jump' ... name=value, ... cat_jump=1", error_of({"jump"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "'=3' is not ", error_of({"=3"}));
  EXPECT_PRED_FORMAT2(IsSubstring, "'' is not ", error_of({""}));
}

TEST_F(catalog_test, suggests_nearest_name_for_unknown_parameter) {
  EXPECT_PRED_FORMAT2(matches_pattern, "grid_game ... parameter 'cat_jmp'; ... 'cat_jump'?", error_of({"cat_jmp=1"}));
}

TEST_F(catalog_test, rejects_text_for_game_without_text_parameters) {
  EXPECT_PRED_FORMAT2(IsSubstring, "number_game has no ", error_of({"@" + write("grid.txt", "..\n")}, "number_game"));
}

TEST_F(catalog_test, rebuilds_game_from_parameters_of_table) {
  const auto values =
      m_catalog.rebuild("grid_game", {{"grid", "[x"}, {"cat_jump", "2"}, {"walls", "0.1"}})->parameters();
  EXPECT_EQ(values.text("grid"), "[x");
  EXPECT_TRUE(values.reported().at("cat_jump").is_given);
  EXPECT_FALSE(values.reported().at("walls").is_given);
  EXPECT_THROW((void)m_catalog.rebuild("grid_game", {{"gird", ""}}), input_error);
  EXPECT_THROW((void)m_catalog.rebuild("grid_game", {{"cat_jump", "0"}}), input_error);
  EXPECT_THROW((void)m_catalog.rebuild("grid_game", {{"cat_jump", "2"}, {"cat_jump", "3"}}), input_error);
  EXPECT_THROW((void)m_catalog.rebuild("other", {}), input_error);
}

/// The kind and the message of the error for a game of this size; "accepted" without an error.
std::string error_of(const game_size& size, const build_conditions& conditions) {
  const std::map<std::string, parameter_values::value> given{{"cat_jump", {"7", "", true}}};
  try {
    check_size(size, parameter_values(grid_game().parameters, given), conditions);
  } catch (const input_error& failure) {
    return std::string("input: ") + failure.what();
  } catch (const resource_error& failure) {
    return std::string("resource: ") + failure.what();
  }
  return "accepted";
}

constexpr std::uint64_t mebibyte = 1 << 20;

TEST(check_size, rejects_position_count_that_differs_from_table) {
  build_conditions conditions;
  EXPECT_EQ(error_of({200, 0, 0}, conditions), "accepted");
  conditions.positions = 200;
  EXPECT_EQ(error_of({200, 0, 0}, conditions), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "input: ... 200 positions, ... (cat_jump=7) has 201...",
                      error_of({201, 0, 0}, conditions));
}

TEST(check_size, rejects_game_larger_than_memory_and_names_parameters) {
  build_conditions conditions;
  conditions.memory_limit_bytes = 100 * mebibyte;
  EXPECT_EQ(error_of({9, 2 * mebibyte, 82 * mebibyte}, conditions), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "resource: cat_jump=7: ... 101.0 MiB, ... 100.0 MiB",
                      error_of({9, 2 * mebibyte, 83 * mebibyte}, conditions));
  conditions.limit_text = "there is";
  EXPECT_PRED_FORMAT2(IsSubstring, "16.0 EiB, more than there is",
                      error_of({9, 0, std::numeric_limits<std::uint64_t>::max()}, conditions));
}

TEST(check_size, reports_available_memory_when_no_limit_is_given) {
  const std::string rejection = error_of({9, 0, std::uint64_t{1} << 62}, {});
  EXPECT_PRED_FORMAT2(matches_pattern, "resource: ... 4.0 EiB, more than ...B available", rejection);
}

TEST(check_size, accepts_small_games_under_any_limit) {
  build_conditions conditions;
  conditions.memory_limit_bytes = 1;
  EXPECT_EQ(error_of({9, 1000, 1000}, conditions), "accepted");
}

}  // namespace
}  // namespace zermelo::catalog_test
