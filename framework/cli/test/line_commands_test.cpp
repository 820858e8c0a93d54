// SPDX-License-Identifier: MIT
// Tests commands that come with games, and duplicate names.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/cli/run.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::cli::line_commands_test {
namespace {

using ::testing::IsSubstring;

game_entry game_with_command(const std::string& name, const std::string& command, std::vector<parameter> options = {}) {
  game_entry game;
  game.name = name;
  line_command made;
  made.name = command;
  made.summary = "Answers nothing";
  made.options = std::move(options);
  made.header = [](const parameter_values&) { return std::string(); };
  made.make = [](const parameter_values&) { return [](std::string_view, std::string&) {}; };
  game.commands.push_back(std::move(made));
  return game;
}

parameter choice(const std::string& name, const std::string& usual, std::vector<std::string> choices) {
  return {name, parameter_type::choice, "What it is like", usual, 0, 0, std::move(choices)};
}

/// Returns the error output of a program with these games; expects no other output.
std::string failure(const std::vector<game_entry>& games, std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "mine");
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int status = run(static_cast<int>(arguments.size()), arguments.data(), catalog(games), {.name = "mine"});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  const std::string output = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(status, 2) << output;
  return output;
}

TEST(line_commands, reports_game_and_command_of_duplicate_name) {
  EXPECT_EQ(failure({game_with_command("nim", "solve")}, {"list"}),
            "mine: game 'nim', command 'solve': duplicate name 'solve'\n");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "mine: game 'kayles', command 'ask': game 'nim' already ...\n",
                      failure({game_with_command("nim", "ask"), game_with_command("kayles", "ask")}, {"list"}));
  for (const std::string option : {"skip", "threads", "quiet", "help"}) {
    EXPECT_EQ(failure({game_with_command("nim", "ask", {choice(option, "no", {"no", "yes"})})}, {"list"}),
              "mine: game 'nim', command 'ask': duplicate name '--" + option + "'\n");
  }
}

TEST(line_commands, rejects_invalid_option_name) {
  EXPECT_PRED_FORMAT2(IsSubstring, "mine: game 'nim', command 'ask': invalid name '--a b': ",
                      failure({game_with_command("nim", "ask", {choice("a b", "x", {"x", "y"})})}, {"list"}));
}

TEST(line_commands, choice_of_no_and_yes_becomes_flag) {
  const auto games = [](const std::string& usual, const std::vector<std::string>& choices) {
    return std::vector{game_with_command("nim", "ask", {choice("how", usual, choices)})};
  };
  EXPECT_EQ(failure(games("no", {"no", "yes"}), {"ask", "--how", "x"}), "mine: unexpected argument 'x'; see --help\n");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...parameter 'how': ... red, green, got 'blue'...",
                      failure(games("red", {"red", "green"}), {"ask", "--how", "blue"}));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...parameter 'how': ... no, yes, got 'blue'...",
                      failure(games("yes", {"no", "yes"}), {"ask", "--how", "blue"}));
}

}  // namespace
}  // namespace zermelo::cli::line_commands_test
