// SPDX-License-Identifier: MIT
// Tables with margins: written, read, and refused where margins contradict the bound, the counts or the outcomes.
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

#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::stored_margins_test {
namespace {

/// A table with margins in a folder of its own.
class stored_margins : public testing::Test {
 protected:
  void write(const sample& s, unsigned threads = 2) {
    work_monitor silent;
    write_endgame_table(m_path, s.metadata, s.values, silent, threads);
  }
  void expect_round_trip(const sample& s) {
    write(s);
    const auto table = endgame_table::open(m_path);
    expect_equal(table.metadata(), s.metadata);
    work_monitor silent;
    expect_equal(table.load(sample_run_at, silent), s.values);
    std::vector<position> asked;
    for (position p = s.values.size(); p-- > 0;) asked.push_back(p);
    std::vector<position_value> answers(asked.size());
    table.probe(asked, answers, 2);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      ASSERT_EQ(answers[i], s.values[asked[i]]) << "position " << asked[i];
      if (i % 101 == 0) {
        ASSERT_EQ(table.probe(asked[i]), answers[i]);
      }
    }
  }
  /// The numbers of bytes of an element of `margin`.
  [[nodiscard]] std::size_t margin_bytes() {
    std::size_t bytes = 0;
    edit_hdf5(m_path, [&](hid_t file) {
      const hid_t margins = H5Dopen2(file, "margin", H5P_DEFAULT);
      const hid_t type = H5Dget_type(margins);
      EXPECT_EQ(H5Tget_sign(type), H5T_SGN_2);
      bytes = H5Tget_size(type);
      H5Tclose(type);
      H5Dclose(margins);
    });
    return bytes;
  }
  /// Opens the table after a change, and reads all of it.
  void expect_refused_after(const hdf5_edit& change, const std::string& message) {
    write(m_sample);
    edit_hdf5(m_path, change);
    work_monitor silent;
    try {
      (void)endgame_table::open(m_path).load(sample_run_at, silent);
      ADD_FAILURE() << "read, not: " << message;
    } catch (const input_error& refused) {
      EXPECT_EQ(refused.what(), m_path.string() + ": " + message);
    }
  }
  void expect_not_written(const sample& s, const std::string& message) {
    try {
      write(s);
      ADD_FAILURE() << "written, not: " << message;
    } catch (const contract_error& refused) {
      EXPECT_EQ(refused.what(), message);
    }
    EXPECT_EQ(count_files(m_folder.path()), 0U);
  }

  temporary_folder m_folder;
  std::filesystem::path m_path = m_folder.path() / "t.h5";
  sample m_sample = make_scored_sample(pursuit_axes(3, 4), 1, 9);
};

TEST_F(stored_margins, are_read_as_they_were_written) {
  expect_round_trip(m_sample);
  EXPECT_EQ(margin_bytes(), 1U);
  expect_round_trip(make_scored_sample({{"position", 200'000, {}, {}}}, 2, 127));
  EXPECT_EQ(margin_bytes(), 1U);
  expect_round_trip(make_scored_sample({{"position", 200'000, {}, {}}}, 3, 128));
  EXPECT_EQ(margin_bytes(), 2U);
  expect_round_trip(make_scored_sample({{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}, 4, 32'767));
  EXPECT_EQ(margin_bytes(), 2U);
  expect_round_trip(with_owners(make_scored_sample({{"position", 5000, {}, {}}}, 5, 2)));
}

TEST_F(stored_margins, are_there_where_nobody_wins_by_more_than_one_point_in_a_game_with_more) {
  sample s = make_sample({{"position", 300, {}, {}}}, 1);
  s.metadata.max_margin = 1;
  expect_round_trip(s);
  EXPECT_EQ(margin_bytes(), 1U);
  s.metadata.max_margin = 200;
  expect_round_trip(s);
  EXPECT_EQ(margin_bytes(), 2U);
}

TEST_F(stored_margins, alone_raise_the_version) {
  std::int64_t version = 0;
  const auto read_version = [&](hid_t file) {
    const hid_t a = H5Aopen(file, "format_version", H5P_DEFAULT);
    H5Aread(a, H5T_NATIVE_INT64, &version);
    H5Aclose(a);
  };
  write(make_sample(pursuit_axes(3, 4), 1));
  edit_hdf5(m_path, read_version);
  EXPECT_EQ(version, 1);
  write(m_sample);
  edit_hdf5(m_path, read_version);
  EXPECT_EQ(version, 2);
}

TEST_F(stored_margins, are_bounded_by_the_greatest_one) {
  write(m_sample);
  EXPECT_EQ(endgame_table::open(m_path).margin_bound(), 9U);
  write(make_sample(pursuit_axes(3, 4), 1));
  EXPECT_EQ(endgame_table::open(m_path).margin_bound(), 1U);
}

TEST_F(stored_margins, do_not_depend_on_the_number_of_threads) {
  const sample s = make_scored_sample({{"position", 200'000, {}, {}}}, 2, 40);
  write(s, 1);
  const std::string alone = read_bytes(m_path);
  write(s, 4);
  EXPECT_TRUE(read_bytes(m_path) == alone);
}

TEST_F(stored_margins, that_contradict_the_outcome_or_the_counts_are_refused) {
  // Position 0 is illegal, position 1 lost by 9 points.
  ASSERT_EQ(m_sample.values[1].margin(), -9);
  const auto with = [](hsize_t p, int margin) {
    return [=](hid_t file) { set_element(file, "margin", {0, 0, p}, margin); };
  };
  expect_refused_after(with(0, 1), "position 0 has the impossible outcome 0 and margin 1");
  expect_refused_after(with(1, 9), "position 1 has the impossible outcome 2 and margin 9");
  expect_refused_after(with(1, 0), "position 1 has the impossible outcome 2 and margin 0");
  expect_refused_after(with(1, -10), "position 1 has the impossible outcome 2 and margin -10");
  expect_refused_after(with(1, -128), "position 1 has the impossible outcome 2 and margin -128");
  position won = 0;
  while (m_sample.values[won].outcome != outcome::win) ++won;
  ASSERT_LT(won, 12U) << "the size of the last axis";
  expect_refused_after(with(won, 10), fmt::format("position {} has the impossible outcome 1 and margin 10", won));
  const std::uint64_t before = m_sample.metadata.summary.signature;
  const position_value lost = m_sample.values[1];
  const std::uint64_t after =
      before - signature_term(1, lost) + signature_term(1, {lost.outcome, lost.distance_plies, 7});
  expect_refused_after(with(1, -8),
                       fmt::format("the values have the signature {:016x}, not {:016x} as stored", after, before));
}

TEST_F(stored_margins, whose_attributes_contradict_each_other_are_refused) {
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", 8); },
                       "a position is won by 9 points, attribute 'max_margin' says at most 8");
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", 0); },
                       "attribute 'max_margin': 0 is not in 1 to 32767");
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", 32'768); },
                       "attribute 'max_margin': 32768 is not in 1 to 32767");
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", -1); },
                       "attribute 'max_margin': -1 is not in 0 to 18446744073709551615");
  expect_refused_after([](hid_t file) { H5Adelete(file, "max_margin"); },
                       "it is of format version 2, and does not say that it has margins");
  expect_refused_after([](hid_t file) { set_number(file, "format_version", 1); },
                       "it is of format version 1, and says that it has margins");
  expect_refused_after([](hid_t file) { H5Adelete(file, "margin_losses"); }, "attribute 'margin_losses' is missing");
  const auto with_counts = [](const char* name, std::vector<std::int64_t> counts) {
    return [name, counts](hid_t file) { set_list(file, name, counts); };
  };
  const char* const wrong_sum = "the counts by margin do not add up to the counts";
  expect_refused_after(with_counts("margin_losses", {0, 1}), "the counts by margin differ in length");
  expect_refused_after(with_counts("margin_wins", {0, 1, 1, 1, 1, 1, 1, 1, 1, 1}), wrong_sum);
  expect_refused_after(with_counts("margin_wins", {0, 0, INT64_MAX, 0, 0, 0, 0, 0, 0, 0}), wrong_sum);
  std::vector<std::int64_t> wins;
  for (const outcome_counts& here : m_sample.metadata.summary.counts_by_margin()) {
    wins.push_back(static_cast<std::int64_t>(here.win));
  }
  wins[0] = 1;
  expect_refused_after(with_counts("margin_wins", wins), wrong_sum);
  wins = {0, static_cast<std::int64_t>(m_sample.metadata.summary.counts.win)};
  wins.resize(10);
  expect_refused_after(with_counts("margin_wins", wins), "the values do not agree with the stored counts");
}

TEST_F(stored_margins, of_another_make_are_refused) {
  const std::vector<hsize_t> shape{2, 12, 12};
  expect_refused_after([](hid_t file) { H5Ldelete(file, "margin", H5P_DEFAULT); }, "dataset 'margin' is missing");
  const auto replaced = [&](hid_t type, const std::vector<hsize_t>& other, const std::vector<hsize_t>& chunk) {
    return [=](hid_t file) {
      replace(file, "margin", type, other, chunked(chunk));
      for (hsize_t at = 0; at < other.front(); at += chunk.front()) {
        std::vector<hsize_t> element(other.size(), 0);
        element.front() = at;
        set_element(file, "margin", element, 0);
      }
    };
  };
  expect_refused_after(replaced(H5T_STD_U8LE, shape, shape), "dataset 'margin' has the wrong type");
  expect_refused_after(replaced(H5T_STD_I32LE, shape, shape), "dataset 'margin' has the wrong type");
  expect_refused_after(replaced(H5T_STD_I16BE, shape, shape), "dataset 'margin' has the wrong type");
  expect_refused_after(replaced(H5T_STD_I8LE, {288}, {288}),
                       "datasets 'outcome' and 'margin' differ in shape or chunks");
  expect_refused_after(replaced(H5T_STD_I8LE, {3, 12, 12}, {3, 12, 12}),
                       "datasets 'outcome' and 'margin' differ in shape or chunks");
  expect_refused_after(replaced(H5T_STD_I8LE, shape, {1, 12, 12}),
                       "datasets 'outcome' and 'margin' differ in shape or chunks");
}

TEST_F(stored_margins, that_cannot_be_told_are_not_written) {
  sample s = make_scored_sample(pursuit_axes(3, 4), 1, 9);
  s.metadata.max_margin.reset();
  expect_not_written(s, "margins up to 16, and no bound of margins");
  s.metadata.max_margin = 8;
  expect_not_written(s, "a position is won by 9 points, over the bound of 8");
  s.metadata.max_margin = 0;
  expect_not_written(s, "a bound of margins of 0, not 1 to 32767");
  s.metadata.max_margin = 32'768;
  expect_not_written(s, "a bound of margins of 32768, not 1 to 32767");
  s.metadata.max_margin = 9;
  s.metadata.summary.by_margin.pop_back();
  expect_not_written(s, "a margin of 9 in chunk 0 is not in the summary");
  s = make_scored_sample({{"margin", 300, {}, {}}}, 1, 9);
  expect_not_written(s, "the name 'margin' of an axis or coordinate is taken");
}

TEST_F(stored_margins, leave_the_name_to_an_axis_of_a_table_without_them) {
  expect_round_trip(make_sample({{"margin", 300, {}, {}}}, 1));
}

}  // namespace
}  // namespace zermelo::storage::test::stored_margins_test
