// SPDX-License-Identifier: MIT
// Tests that tables with margins are written, read, and rejected if margins contradict the maximum, the counts or the
// outcomes.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "open_hdf5.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::stored_margins_test {
namespace {

class stored_margins : public file_test {
 protected:
  void expect_round_trip(const sample& s) const {
    write_table(m_path, s, 2);
    const auto table = endgame_table::open(m_path);
    expect_equal(table.metadata(), s.metadata);
    work_monitor silent;
    expect_equal(table.load(sample_run_at, silent), s.values);
    std::vector<position> positions;
    for (position p = s.values.size(); p-- > 0;) positions.push_back(p);
    std::vector<position_value> answers(positions.size());
    table.probe(positions, answers, 2);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      ASSERT_EQ(answers[i], s.values[positions[i]]) << "position " << positions[i];
      if (i % 101 == 0) {
        ASSERT_EQ(table.probe(positions[i]), answers[i]);
      }
    }
  }
  /// The size of an element of `margin` in bytes.
  [[nodiscard]] std::size_t margin_bytes() const {
    const hdf5::datatype type(H5Dget_type(hdf5::open_dataset(open_hdf5(m_path), "margin")));
    EXPECT_EQ(H5Tget_sign(type), H5T_SGN_2);
    return H5Tget_size(type);
  }
  /// Opens the table after each change, and reads all of it.
  void expect_rejected(const std::vector<alteration>& alterations) {
    work_monitor silent;
    expect_errors(
        m_path, [&] { write_table(m_path, m_sample); },
        [&] { (void)endgame_table::open(m_path).load(sample_run_at, silent); }, alterations);
  }
  void expect_not_written(const sample& s, const std::string& message) const {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, message,
                        testkit::error_of<contract_error>([&] { write_table(m_path, s); }));
    EXPECT_EQ(count_files(m_folder.path()), 0U);
  }

  sample m_sample = make_scored_sample(pursuit_axes(3, 4), 1, 9);
};

TEST_F(stored_margins, reading_returns_the_written_margins) {
  expect_round_trip(m_sample);
  EXPECT_EQ(margin_bytes(), 1U);
  expect_round_trip(make_scored_sample({{"position", 200'000, {}, {}}}, 2, 127));
  EXPECT_EQ(margin_bytes(), 1U);
  expect_round_trip(make_scored_sample({{"position", 200'000, {}, {}}}, 3, 128));
  EXPECT_EQ(margin_bytes(), 2U);
  expect_round_trip(make_scored_sample({{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}, 4, 32'767));
  EXPECT_EQ(margin_bytes(), 2U);
  expect_round_trip(with_players_to_move(make_scored_sample({{"position", 5000, {}, {}}}, 5, 2)));
}

TEST_F(stored_margins, are_stored_in_scored_game_even_if_all_are_at_most_1) {
  sample s = make_sample({{"position", 300, {}, {}}}, 1);
  s.metadata.max_margin = 1;
  expect_round_trip(s);
  EXPECT_EQ(margin_bytes(), 1U);
  s.metadata.max_margin = 200;
  expect_round_trip(s);
  EXPECT_EQ(margin_bytes(), 2U);
}

TEST_F(stored_margins, raise_the_format_version) {
  const auto version = [&] { return hdf5::read_number<std::int64_t>(open_hdf5(m_path), "format_version"); };
  write_table(m_path, make_sample(pursuit_axes(3, 4), 1));
  EXPECT_EQ(version(), 1);
  write_table(m_path, m_sample);
  EXPECT_EQ(version(), 2);
}

TEST_F(stored_margins, bound_equals_the_greatest_margin) {
  write_table(m_path, m_sample);
  EXPECT_EQ(endgame_table::open(m_path).margin_bound(), 9U);
  write_table(m_path, make_sample(pursuit_axes(3, 4), 1));
  EXPECT_EQ(endgame_table::open(m_path).margin_bound(), 1U);
}

TEST_F(stored_margins, are_identical_for_all_thread_counts) {
  const sample s = make_scored_sample({{"position", 200'000, {}, {}}}, 2, 40);
  write_table(m_path, s, 1);
  const std::string single = read_bytes(m_path);
  write_table(m_path, s, 4);
  EXPECT_TRUE(read_bytes(m_path) == single);
}

TEST_F(stored_margins, are_rejected_if_they_contradict_outcomes_or_counts) {
  // Position 0 is illegal, position 1 is lost by 9 points.
  const position_value lost = m_sample.values[1];
  ASSERT_EQ(lost.margin(), -9);
  position won = 0;
  while (m_sample.values[won].outcome != outcome::win) ++won;
  ASSERT_LT(won, 12U) << "the size of the last axis";
  const std::uint64_t before = m_sample.metadata.summary.signature;
  const std::uint64_t after =
      before - signature_term(1, lost) + signature_term(1, {lost.outcome, lost.distance_plies, 7});
  const auto with = [](hsize_t p, int margin) { return set_element("margin", {0, 0, p}, margin); };
  const auto impossible = [](position p, int outcome, int margin) {
    return fmt::format("position {} ... outcome {} ... margin {}", p, outcome, margin);
  };
  expect_rejected({{with(0, 1), impossible(0, 0, 1)},
                   {with(1, 9), impossible(1, 2, 9)},
                   {with(1, 0), impossible(1, 2, 0)},
                   {with(1, -10), impossible(1, 2, -10)},
                   {with(1, -128), impossible(1, 2, -128)},
                   {with(won, 10), impossible(won, 1, 10)},
                   {with(1, -8), fmt::format("... signature ... is {:016x}, not {:016x}", after, before)}});
}

TEST_F(stored_margins, are_rejected_if_attributes_contradict_each_other) {
  using counts = std::vector<std::int64_t>;
  const char* const wrong_sum = "the counts ... add up ...";
  counts wins;
  for (const outcome_counts& here : m_sample.metadata.summary.counts_by_margin()) {
    wins.push_back(static_cast<std::int64_t>(here.win));
  }
  wins[0] = 1;
  counts all_by_one(10);
  all_by_one[1] = static_cast<std::int64_t>(m_sample.metadata.summary.counts.win);
  expect_rejected({{set_number("max_margin", 8), "... 9 ..., but attribute 'max_margin' is 8"},
                   {set_number("max_margin", 0), "attribute 'max_margin': expected 1 to 32767, got 0"},
                   {set_number("max_margin", 32'768), "attribute 'max_margin': expected 1 to 32767, got 32768"},
                   {set_number("max_margin", -1), "attribute 'max_margin': expected 0 to 18446744073709551615, got -1"},
                   {remove_attribute("max_margin"), "... version 2: ... declare margins"},
                   {set_number("format_version", 1), "... version 1: ... declares margins"},
                   {remove_attribute("margin_losses"), "attribute 'margin_losses' is missing"},
                   {set_list("margin_losses", counts{0, 1}), "the counts ... length"},
                   {set_list("margin_wins", counts{0, 1, 1, 1, 1, 1, 1, 1, 1, 1}), wrong_sum},
                   {set_list("margin_wins", counts{0, 0, INT64_MAX, 0, 0, 0, 0, 0, 0, 0}), wrong_sum},
                   {set_list("margin_wins", wins), wrong_sum},
                   {set_list("margin_wins", all_by_one), "the values ... stored counts"}});
}

TEST_F(stored_margins, are_rejected_if_type_shape_or_layout_differs) {
  using sizes = std::vector<hsize_t>;
  const sizes shape{2, 12, 12};
  const auto replaced = [&](hid_t type, const sizes& other, const sizes& chunk) {
    std::vector<hdf5_edit> changes{replace("margin", type, other, chunked(chunk))};
    for (hsize_t at = 0; at < other.front(); at += chunk.front()) {
      sizes element(other.size(), 0);
      element.front() = at;
      changes.push_back(set_element("margin", element, 0));
    }
    return in_order(changes);
  };
  const std::string differ = "datasets 'outcome' and 'margin' ... chunks";
  expect_rejected({{remove_dataset("margin"), "dataset 'margin' is missing"},
                   {replaced(H5T_STD_U8LE, shape, shape), "dataset 'margin'... type..."},
                   {replaced(H5T_STD_I32LE, shape, shape), "dataset 'margin'... type..."},
                   {replaced(H5T_STD_I16BE, shape, shape), "dataset 'margin'... type..."},
                   {replaced(H5T_STD_I8LE, {288}, {288}), differ},
                   {replaced(H5T_STD_I8LE, {3, 12, 12}, {3, 12, 12}), differ},
                   {replaced(H5T_STD_I8LE, shape, {1, 12, 12}), differ}});
}

TEST_F(stored_margins, are_not_written_if_invalid_or_over_bound) {
  sample s = make_scored_sample(pursuit_axes(3, 4), 1, 9);
  s.metadata.max_margin.reset();
  expect_not_written(s, "margins ... 16 need max_margin");
  s.metadata.max_margin = 8;
  expect_not_written(s, "... 9 ..., but max_margin is 8");
  s.metadata.max_margin = 0;
  expect_not_written(s, "max_margin: expected 1 to 32767, got 0");
  s.metadata.max_margin = 32'768;
  expect_not_written(s, "max_margin: expected 1 to 32767, got 32768");
  s.metadata.max_margin = 9;
  s.metadata.summary.by_margin.pop_back();
  expect_not_written(s, "a margin ... chunk 0 ... summary");
  s = make_scored_sample({{"margin", 300, {}, {}}}, 1, 9);
  expect_not_written(s, "... name 'margin' ... already used");
}

TEST_F(stored_margins, allow_axis_named_margin_in_table_without_margins) {
  expect_round_trip(make_sample({{"margin", 300, {}, {}}}, 1));
}

}  // namespace
}  // namespace zermelo::storage::test::stored_margins_test
