// SPDX-License-Identifier: MIT
// Tests tables that are replaced, truncated, damaged and deleted while they are served.
#include "../../src/tables/served_tables.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include <zermelo/solving/sets/set_index.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "chase.hpp"

namespace zermelo::serve::served_tables_test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t cache_bytes = 1 << 20;

[[nodiscard]] served_tables tables_at(const std::vector<std::string>& paths) {
  return {paths, chase_catalog(), cache_bytes};
}

/// The tag of the currently open table; empty if no table can be opened.
[[nodiscard]] std::string tag_of(served_tables& tables, served_table& table) {
  work_monitor silent;
  try {
    return tables.open(table, silent)->tag();
  } catch (const table_error&) {
    return "";
  }
}

/// Calls f until it returns true; tables are checked once a second.
template <class Function>
[[nodiscard]] bool becomes_true(const Function& f) {
  constexpr int max_tries = 1000;
  for (int i = 0; i < max_tries; ++i) {
    if (f()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

[[nodiscard]] std::vector<std::string> names_of(served_tables& tables) {
  std::vector<std::string> names;
  for (const served_table* const table : tables.all()) names.push_back(table->name());
  return names;
}

class served_tables_test : public ::testing::Test {
 protected:
  test_folder folder;
};

TEST_F(served_tables_test, assigns_unique_names_to_tables) {
  fs::create_directories(folder / "sub");
  for (const char* name : {"a.h5", "sub/a.h5", "sub/b c.h5"}) solve_chase(folder / name);
  std::ofstream(folder / "sub/notes.txt") << "no table";
  served_tables tables = tables_at({(folder / "a.h5").string(), (folder / "sub").string() + "/"});
  EXPECT_EQ(names_of(tables), (std::vector<std::string>{"a", "a-2", "b c"}));
  EXPECT_EQ(tables.find("c"), nullptr);
}

TEST_F(served_tables_test, resolves_dots_in_folder_names) {
  fs::create_directories(folder / "set/slices");
  std::ofstream(folder / "set" / set_index_name) << "{}";
  const std::string set = (folder / "set").string();
  served_tables tables = tables_at({set + "/.", set + "/slices/..", set + "/./"});
  EXPECT_EQ(names_of(tables), (std::vector<std::string>{"set", "set-2", "set-3"}));
}

TEST_F(served_tables_test, rejects_paths_without_tables) {
  EXPECT_THROW((void)tables_at({(folder / "a.h5").string()}), input_error);
  EXPECT_THROW((void)tables_at({folder.path().string()}), input_error);
}

TEST_F(served_tables_test, reports_invalid_table_and_serves_the_others) {
  solve_chase(folder / "a.h5");
  std::ofstream(folder / "b.h5") << "no table";
  served_tables tables = tables_at({folder.path().string()});
  EXPECT_NE(tag_of(tables, *tables.find("a")), "");
  EXPECT_EQ(tag_of(tables, *tables.find("b")), "");
  const json description = tables.find("b")->description();
  EXPECT_EQ(description["error"].get<std::string>().find(folder.path().string()), std::string::npos);
  EXPECT_TRUE(description["error"].get<std::string>().starts_with("b: ")) << description;
  EXPECT_EQ(description["game"], nullptr);
}

TEST_F(served_tables_test, reopens_replaced_table) {
  solve_chase(folder / "a.h5");
  served_tables tables = tables_at({(folder / "a.h5").string()});
  served_table& table = *tables.find("a");
  const std::string first = tag_of(tables, table);
  EXPECT_EQ(tag_of(tables, table), first);
  solve_chase(folder / "a.h5", "exit=4");
  EXPECT_TRUE(becomes_true([&] { return tag_of(tables, table) != first; }));
  EXPECT_NE(tag_of(tables, table), "");
  EXPECT_EQ(table.description()["params"], (json{{"exit", 4}}));
}

/// A game that calls `while_opening` when its tables are opened.
class slow_chase : public chase {
 public:
  explicit slow_chase(const parameter_values& values) : chase(values) {
    if (while_opening) std::exchange(while_opening, nullptr)();
  }
  static inline std::function<void()> while_opening;
};

TEST_F(served_tables_test, reopens_table_replaced_while_opening) {
  solve_chase(folder / "a.h5");
  const catalog games = make_catalog<slow_chase>();
  served_tables tables({(folder / "a.h5").string()}, games, cache_bytes);
  served_table& table = *tables.find("a");
  slow_chase::while_opening = [&] {
    solve_chase(folder / "a.h5", "exit=4");
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // until the file is checked again
    EXPECT_EQ(table.if_open(), nullptr);
  };
  work_monitor silent;
  EXPECT_EQ(tables.open(table, silent)->game().parameters().integer("exit"), 4);
  EXPECT_EQ(table.description()["params"], (json{{"exit", 4}}));
}

TEST_F(served_tables_test, adds_new_tables_of_a_folder_and_keeps_names) {
  solve_chase(folder / "b.h5");
  served_tables tables = tables_at({folder.path().string()});
  const served_table* const first = tables.find("b");
  EXPECT_EQ(tables.find("a"), nullptr);
  solve_chase(folder / "a.h5", "exit=4");
  fs::create_directories(folder / "set");
  ASSERT_TRUE(becomes_true([&] { return tables.find("a") != nullptr; }));
  EXPECT_NE(tag_of(tables, *tables.find("a")), "");
  std::ofstream(folder / "set" / set_index_name) << "{}";
  fs::remove(folder / "b.h5");
  EXPECT_TRUE(becomes_true([&] { return tables.all().size() == 3; }));
  EXPECT_EQ(names_of(tables), (std::vector<std::string>{"b", "a", "set"}));
  EXPECT_EQ(tables.find("b"), first);
}

TEST_F(served_tables_test, closes_least_recently_used_tables) {
  solve_chase(folder / "000.h5");
  constexpr std::size_t max_open = 64;
  for (std::size_t i = 1; i <= max_open + 1; ++i) {
    fs::create_hard_link(folder / "000.h5", folder / fmt::format("{:03}.h5", i));
  }
  served_tables tables = tables_at({folder.path().string()});
  const std::vector<served_table*> all = tables.all();
  const auto num_open = [&] {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const served_table* table) { return table->is_open(); }));
  };
  work_monitor silent;
  for (std::size_t i = 0; i < max_open; ++i) (void)tables.open(*all[i], silent);
  EXPECT_EQ(num_open(), max_open);
  for (served_table* const used_again : {all[1], all[0]}) EXPECT_NE(used_again->if_open(), nullptr);
  (void)tables.open(*all[max_open], silent);
  (void)tables.open(*all[max_open + 1], silent);
  EXPECT_EQ(num_open(), max_open);
  EXPECT_FALSE(all[2]->is_open());
  EXPECT_FALSE(all[3]->is_open());
  EXPECT_TRUE(all[0]->is_open());
  EXPECT_TRUE(all[1]->is_open());
  EXPECT_NE(tag_of(tables, *all[2]), "");
}

TEST_F(served_tables_test, detects_removed_and_truncated_tables_and_their_return) {
  solve_chase(folder / "a.h5");
  served_tables tables = tables_at({(folder / "a.h5").string()});
  served_table& table = *tables.find("a");
  const std::string first = tag_of(tables, table);
  fs::rename(folder / "a.h5", folder / "elsewhere");
  EXPECT_TRUE(becomes_true([&] { return tag_of(tables, table).empty(); }));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "a: ... longer exists...",
                      table.description()["error"].get<std::string>());
  fs::rename(folder / "elsewhere", folder / "a.h5");
  EXPECT_TRUE(becomes_true([&] { return tag_of(tables, table) == first; }));
  EXPECT_EQ(table.description()["error"], nullptr);
  fs::resize_file(folder / "a.h5", fs::file_size(folder / "a.h5") / 2);
  EXPECT_TRUE(becomes_true([&] { return tag_of(tables, table).empty(); }));
}

}  // namespace
}  // namespace zermelo::serve::served_tables_test
