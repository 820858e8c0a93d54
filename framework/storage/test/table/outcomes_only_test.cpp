// SPDX-License-Identifier: MIT
// Tests that tables with only outcomes are written, read, and rejected if they are inconsistent.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::outcomes_only_test {
namespace {

class outcome_only_table : public file_test {
 protected:
  void write(std::vector<axis> axes, std::uint64_t seed, unsigned threads = 1) {
    m_sample = make_sample(std::move(axes), seed);
    work_monitor silent;
    write_endgame_table(m_path, metadata_without_distances(m_sample), entries_without_distances(m_sample.values),
                        silent, threads);
  }
  /// Returns the error message, without the path.
  template <class Step>
  [[nodiscard]] std::string error_of(const Step& step) const {
    return testkit::error_of(step).substr(m_path.string().size() + 2);
  }

  sample m_sample;
};

TEST_F(outcome_only_table, reading_returns_the_written_outcomes) {
  const std::vector<std::vector<axis>> shapes{{{"position", 1, {}, {}}},
                                              {{"position", 5000, {}, {}}},
                                              {{"position", 200'000, {}, {}}},
                                              {{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}};
  for (std::uint64_t seed = 0; seed < shapes.size(); ++seed) {
    const unsigned threads = 1 + static_cast<unsigned>(seed % 2);
    write(shapes[seed], seed, threads);
    const auto table = endgame_table::open(m_path);
    expect_equal(table.metadata(), metadata_without_distances(m_sample));
    work_monitor silent;
    const outcome_bits bits = table.load_outcomes(silent, threads);
    std::vector<position_value> all(table.size());
    table.read(0, all);
    std::vector<position> positions;
    for (position p = 0; p < table.size(); p += 7) positions.push_back(p);
    std::vector<position_value> answers(positions.size());
    table.probe(positions, answers, threads);
    for (position p = 0; p < table.size(); ++p) {
      const position_value expected{m_sample.values[p].outcome, no_distance};
      ASSERT_EQ(all[p], expected) << "position " << p;
      ASSERT_EQ(p % 7 == 0 ? answers[p / 7] : expected, expected);
      ASSERT_EQ(p % 101 == 0 ? table.probe(p) : expected, expected);
      ASSERT_TRUE(expected.outcome == outcome::illegal || bits.at(p) == expected.outcome) << "position " << p;
    }
  }
}

TEST_F(outcome_only_table, equals_outcomes_of_table_with_distances) {
  m_sample = make_sample({{"a", 3, {}, {}}, {"b", 211, {}, {}}, {"c", 401, {}, {}}}, 4);
  write_table(m_path, m_sample, 2);
  work_monitor silent;
  const outcome_bits bits = endgame_table::open(m_path).load_outcomes(silent, 2);
  ASSERT_EQ(bits.size(), m_sample.values.size());
  for (position p = 0; p < bits.size(); ++p) {
    const outcome expected = m_sample.values[p].outcome;
    ASSERT_TRUE(expected == outcome::illegal || bits.at(p) == expected) << "position " << p;
  }
}

TEST_F(outcome_only_table, rejects_loading_of_distances) {
  write({{"position", 300, {}, {}}}, 1);
  work_monitor silent;
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... only outcomes, ...",
                      error_of([&] { (void)endgame_table::open(m_path).load(sample_run_at, silent); }));
}

TEST_F(outcome_only_table, is_rejected_if_metadata_is_inconsistent) {
  const outcome_counts counts = metadata_without_distances(make_sample({{"position", 300, {}, {}}}, 1)).summary.counts;
  const hdf5_edit link_to_outcomes = [](hid_t file) {
    H5Lcreate_hard(file, "outcome", file, "distance", H5P_DEFAULT, H5P_DEFAULT);
  };
  expect_errors(
      m_path, [&] { write({{"position", 300, {}, {}}}, 1); }, [&] { (void)endgame_table::open(m_path); },
      {{set_number("distances", 2), "attribute 'distances': expected 0 or 1, got 2"},
       {set_number("distances", 1), "dataset 'distance' is missing"},
       // As written by a program that does not support this attribute.
       {remove_attribute("distances"), "dataset 'distance' is missing"},
       {link_to_outcomes, "dataset 'distance' ... 'distances' ..."},
       {set_number("wins", 0), fmt::format("attribute 'legal_positions': expected {1}, got {0}", counts.total(),
                                           counts.total() - counts.win)}});
}

TEST_F(outcome_only_table, table_with_distances_requires_number_of_moves) {
  write_table(m_path, make_sample({{"position", 300, {}, {}}}, 1));
  edit_hdf5(m_path, remove_attribute("edges"));
  EXPECT_EQ(error_of([&] { (void)endgame_table::open(m_path); }), "attribute 'edges' is missing");
}

TEST_F(outcome_only_table, is_rejected_if_values_differ_from_summary) {
  write({{"position", 300, {}, {}}}, 1);
  const auto expected = metadata_without_distances(m_sample).summary;
  edit_hdf5(m_path, set_text("signature", "0000000000000000"));
  work_monitor silent;
  EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                      fmt::format("... signature ... is {:016x}, not 0000000000000000", expected.signature),
                      error_of([&] { (void)endgame_table::open(m_path).load_outcomes(silent); }));
}

TEST_F(outcome_only_table, is_rejected_if_truncated) {
  write({{"position", 200'000, {}, {}}}, 1);
  std::filesystem::resize_file(m_path, std::filesystem::file_size(m_path) / 2);
  EXPECT_THROW((void)endgame_table::open(m_path), input_error);
}

TEST_F(outcome_only_table, rejects_histogram_on_writing) {
  sample s = make_sample({{"position", 300, {}, {}}}, 1);
  const auto edges = std::exchange(s.metadata.edges, std::nullopt);
  EXPECT_THROW(write_table(m_path, s), contract_error);
  s.metadata.edges = edges;
  s.metadata.has_distances = false;
  EXPECT_THROW(write_table(m_path, s), contract_error);
}

}  // namespace
}  // namespace zermelo::storage::test::outcomes_only_test
