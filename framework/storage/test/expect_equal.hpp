// SPDX-License-Identifier: MIT
// Expects that the metadata and values read from a table are those that were written.
#pragma once

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage::test {

inline void expect_equal(const std::vector<axis>& read, const std::vector<axis>& written) {
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const axis& a = read[i];
    const axis& b = written[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.size, b.size);
    EXPECT_EQ(a.labels, b.labels);
    ASSERT_EQ(a.coordinates.size(), b.coordinates.size());
    for (std::size_t c = 0; c < a.coordinates.size(); ++c) {
      EXPECT_EQ(a.coordinates[c].name, b.coordinates[c].name);
      EXPECT_EQ(a.coordinates[c].values, b.coordinates[c].values);
    }
  }
}

inline void expect_equal(const table_metadata& read, const table_metadata& written) {
  EXPECT_EQ(read.game, written.game);
  EXPECT_EQ(read.parameters, written.parameters);
  EXPECT_EQ(read.player_names, written.player_names);
  EXPECT_EQ(read.start, written.start);
  EXPECT_EQ(read.start_text, written.start_text);
  EXPECT_EQ(read.infinite_play, written.infinite_play);
  EXPECT_EQ(read.move_limit, written.move_limit);
  EXPECT_EQ(read.summary, written.summary);
  EXPECT_EQ(read.edges, written.edges);
  EXPECT_EQ(read.counts_repeated_moves, written.counts_repeated_moves);
  EXPECT_EQ(read.has_distances, written.has_distances);
  EXPECT_EQ(read.metric, written.metric);
  EXPECT_EQ(read.max_margin, written.max_margin);
  EXPECT_EQ(read.engine, written.engine);
  EXPECT_EQ(read.threads, written.threads);
  EXPECT_EQ(read.seconds, written.seconds);
  EXPECT_EQ(read.program_version, written.program_version);
  EXPECT_EQ(read.git_revision, written.git_revision);
  EXPECT_EQ(read.keys == nullptr, written.keys == nullptr);
  EXPECT_TRUE(read.sampled_keys == written.sampled_keys);
  EXPECT_EQ(read.rules_digest, written.rules_digest);
  EXPECT_EQ(static_cast<bool>(read.players_to_move), static_cast<bool>(written.players_to_move));
  expect_equal(read.axes, written.axes);
}

inline void expect_equal(const value_table& read, const value_table& written) {
  ASSERT_EQ(read.size(), written.size());
  for (position p = 0; p < read.size(); ++p) {
    ASSERT_EQ(read[p], written[p]) << "position " << p;
    ASSERT_EQ(read.to_move(p), written.to_move(p)) << "position " << p;
  }
}

}  // namespace zermelo::storage::test
