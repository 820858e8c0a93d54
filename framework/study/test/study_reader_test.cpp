// SPDX-License-Identifier: MIT
// Studies that are refused where they are read, for games that no shipped game stands for.
#include <zermelo/study/study.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/parameters.hpp>

namespace zermelo::study_reader_test {
namespace {

/// A catalog of one game, whose parameters have names of columns. The game is never built.
catalog game_with_names_of_columns() {
  game_entry entry;
  entry.name = "averaging";
  for (const char* const name : {"seed", "column", "cases", "mean", "standard_error", "rows"}) {
    entry.parameters.push_back({name, parameter_type::integer, "", "1"});
  }
  return catalog({entry});
}

class study_reader_test : public ::testing::Test {
 protected:
  ~study_reader_test() override { std::filesystem::remove(m_file); }

  /// What reading a study of the game refuses, without the file's name; or "no error". @param text  after the game
  std::string error_of(const std::string& text) const {
    std::ofstream(m_file) << "game = 'averaging'\n" << text;
    try {
      (void)read_study(m_file, game_with_names_of_columns());
    } catch (const input_error& refused) {
      const std::string message = refused.what();
      return message.substr(m_file.string().size());
    }
    return "no error";
  }

  std::filesystem::path m_file =
      std::filesystem::temp_directory_path() / ("zermelo_study_reader_test." + std::to_string(getpid()) + ".toml");
};

TEST_F(study_reader_test, refuses_parameters_with_names_of_columns_of_means_where_seeds_are_swept) {
  const std::string seeds = "[[sweep]]\nseed = [1, 2]\n";
  for (const std::string name : {"column", "cases", "mean", "standard_error"}) {
    const std::string expected =
        ": a study over seeds gives no '" + name + "' a value: seed_means.csv has a column of this name";
    EXPECT_EQ(error_of("[parameters]\n" + name + " = 3\n" + seeds), ":3" + expected);
    EXPECT_EQ(error_of(seeds + "[[sweep]]\nrows = [1, 2]\n" + name + " = [1, 2]\n"), ":6" + expected);
    EXPECT_EQ(error_of("[[sweep]]\nseed = [1, 2]\n" + name + " = [1, 2]\n"), ":4" + expected);
    EXPECT_EQ(error_of("[[sweep]]\n" + name + " = [1, 2]\n[parameters]\nseed = 3\n"), "no error")
        << "without means over seeds";
  }
  EXPECT_EQ(error_of("[parameters]\nrows = 3\n" + seeds), "no error");
}

}  // namespace
}  // namespace zermelo::study_reader_test
