// SPDX-License-Identifier: MIT
// Tests solutions of parity games: accepted texts, and lines in errors.
#include <zermelo/catalog/query/parity_solution.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/stop_after.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo::parity_solution_test {
namespace {

using testkit::matches_pattern;

constexpr std::uint64_t num_positions = 3;

/// A file that exists during the object's lifetime.
class text_file {
 public:
  explicit text_file(std::string_view text) { std::ofstream(m_name, std::ios::binary) << text; }
  [[nodiscard]] const std::string& name() const { return m_name; }

 private:
  testkit::temporary_folder m_folder;
  std::string m_name = m_folder / "solution";
};

/// "VERTEX WINNER MOVE" for the named vertices.
std::vector<std::string> read(std::string_view text, std::uint64_t size = num_positions) {
  const text_file file(text);
  const work_monitor silent;
  const claimed_regions claim = read_parity_solution(file.name(), size, silent).claim;
  std::vector<std::string> entries;
  for (position p = 0; p < claim.size(); ++p) {
    if (!claim.has(p)) continue;
    const std::string move = claim.move(p) == claimed_regions::no_move ? "" : " " + std::to_string(claim.move(p));
    entries.push_back(std::to_string(p) + " " + std::to_string(index_of(claim.winner(p))) + move);
  }
  return entries;
}

/// The error message without the name of the file.
std::string rejection(std::string_view text, std::uint64_t size = num_positions) {
  const text_file file(text);
  const work_monitor silent;
  const std::string message = testkit::error_of([&] { (void)read_parity_solution(file.name(), size, silent); });
  EXPECT_TRUE(message.starts_with(file.name())) << message;
  return message.substr(file.name().size());
}

TEST(parity_solution, reads_winners_and_moves) {
  using entries = std::vector<std::string>;
  EXPECT_EQ(read("paritysol 2;\n0 1;\n1 0 2;\n2 0 2;\n"), (entries{"0 1", "1 0 2", "2 0 2"}));
  EXPECT_EQ(read("2 0 2;\n0 1;\n"), (entries{"0 1", "2 0 2"})) << "header and vertices may be missing";
  EXPECT_EQ(read("paritysol\t2 ;0\n1\r\n;2 0\n\n0;"), (entries{"0 1", "2 0 0"}))
      << "blanks and line ends may be anywhere";
  EXPECT_EQ(read("paritysol 99999999999999999999;0 0;"), (entries{"0 0"})) << "the number in the header is ignored";
}

TEST(parity_solution, stores_line_of_each_entry) {
  const text_file file("paritysol 2;\n\n2\n0 2; 0 1;\n");
  const work_monitor silent;
  EXPECT_EQ(read_parity_solution(file.name(), num_positions, silent).lines, (std::vector<std::uint32_t>{4, 0, 3}));
}

TEST(parity_solution, rejects_invalid_entries_with_line_number) {
  EXPECT_PRED_FORMAT2(matches_pattern, ": ... MOVE;`, got none", rejection(""));
  EXPECT_EQ(rejection("paritysol 2;"), rejection(""));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 2: the file ... ';' ...", rejection("0 1;\n1\n0"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 2: vertex 3 ... range; ... 2", rejection("0 1;\n3 0;"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 3: vertex 3 ... range; ...", rejection("0 1;\n\n1 0 3;"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: vertex 18446744073709551615 ...",
                      rejection("18446744073709551616 1;"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: vertex 0: ... 0 or 1, got '2'", rejection("0 2;"));
  EXPECT_EQ(rejection("0 1;\n0 1;"), ", line 2: duplicate vertex 0");
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: ... winner, 0 or 1", rejection("0;"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 2: ... vertex ... 0 or 1", rejection("0 1;\n;"));
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: ... more than 3 ... ';'", rejection("0 1 2 1;"));
}

TEST(parity_solution, rejects_unexpected_text_in_entries) {
  const std::string expected = "expected `VERTEX WINNER MOVE;`, got ";
  EXPECT_EQ(rejection("0 1;\nx"), ", line 2: " + expected + "'x'");
  EXPECT_EQ(rejection("0 -1;"), ", line 1: " + expected + "'-'");
  EXPECT_EQ(rejection("0p 1;"), ", line 1: " + expected + "'p'");
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: expected 'paritysol' or ...", rejection("parity 2;"));
  EXPECT_EQ(rejection("paritysol2;"), ", line 1: " + expected + "'2'");
  EXPECT_EQ(rejection("paritysols 2;"), ", line 1: " + expected + "'s'");
  EXPECT_PRED_FORMAT2(matches_pattern, ", line 1: expected `paritysol ...", rejection("paritysol;"));
  EXPECT_EQ(rejection("paritysol 1 2;"), rejection("paritysol;"));
  EXPECT_EQ(rejection("paritysol 2; paritysol 2;"), ", line 1: " + expected + "'p'");
}

TEST(parity_solution, rejects_too_many_positions_before_reading) {
  EXPECT_PRED_FORMAT2(matches_pattern, ": ... 4,294,967,294 ... 4,294,967,295",
                      rejection("0 1;", claimed_regions::max_positions + 1));
}

TEST(parity_solution, reading_stops_on_request) {
  const text_file file("0 1;");
  EXPECT_THROW((void)read_parity_solution(file.name(), num_positions, testkit::stop_after(0)), interrupted);
}

}  // namespace
}  // namespace zermelo::parity_solution_test
