// SPDX-License-Identifier: MIT
// Tests studies that are rejected when they are read, for which no shipped game is suitable.
#include <zermelo/study/study.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

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
  /// Reads a study of the game. Returns the error without the file's name, or "accepted".
  /// @param text  the text after the game
  std::string error_of(const std::string& text) const {
    std::ofstream(m_file) << "game = 'averaging'\n" << text;
    const std::string message = testkit::error_of([&] { (void)read_study(m_file, game_with_names_of_columns()); });
    return message == "accepted" ? message : message.substr(m_file.string().size());
  }

  testkit::temporary_folder m_folder;
  std::filesystem::path m_file = m_folder / "study.toml";
};

TEST_F(study_reader_test, rejects_parameters_named_like_columns_of_seed_means) {
  const std::string seeds = "[[sweep]]\nseed = [1, 2]\n";
  for (const std::string name : {"column", "cases", "mean", "standard_error"}) {
    const std::string expected = ": '" + name + "' ... seed_means.csv ... column ...";
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, ":3" + expected,
                        error_of("[parameters]\n" + name + " = 3\n" + seeds));
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, ":6" + expected,
                        error_of(seeds + "[[sweep]]\nrows = [1, 2]\n" + name + " = [1, 2]\n"));
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, ":4" + expected,
                        error_of("[[sweep]]\nseed = [1, 2]\n" + name + " = [1, 2]\n"));
    EXPECT_EQ(error_of("[[sweep]]\n" + name + " = [1, 2]\n[parameters]\nseed = 3\n"), "accepted")
        << "a study with a single seed has no means";
  }
  EXPECT_EQ(error_of("[parameters]\nrows = 3\n" + seeds), "accepted");
}

}  // namespace
}  // namespace zermelo::study_reader_test
