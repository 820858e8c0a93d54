// SPDX-License-Identifier: MIT
// Synthetic tables for the tests of storage: any shape, random values, every outcome.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/to_move_run.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage::test {

struct sample {
  table_metadata metadata;
  value_table values;
};

/// The axes of a pursuit on a grid of open cells: turn x cat x mouse.
[[nodiscard]] inline std::vector<axis> pursuit_axes(std::uint64_t rows, std::uint64_t columns) {
  axis_coordinate row{"row", {}};
  axis_coordinate column{"column", {}};
  for (std::uint64_t cell = 0; cell < rows * columns; ++cell) {
    row.values.push_back(static_cast<std::int64_t>(cell / columns));
    column.values.push_back(static_cast<std::int64_t>(cell % columns));
  }
  return {{"turn", 2, {"mouse", "cat"}, {}},
          {"cat", rows * columns, {}, {row, column}},
          {"mouse", rows * columns, {}, {row, column}}};
}

/// The player to move in a position of a sample, independent of its values.
[[nodiscard]] inline player sample_to_move(position p) { return static_cast<player>(splitmix64_mix(p) % 2); }
[[nodiscard]] inline to_move_run sample_run_at(position p) { return {sample_to_move(p), p + 1}; }

/// Random values from `seed`. Distances are at most `longest` plies, and one of them is `longest`. Position 0 is
/// illegal, and the last position is a draw if there are enough positions.
[[nodiscard]] inline sample make_sample(std::vector<axis> axes, std::uint64_t seed, std::uint32_t longest = 40) {
  std::uint64_t positions = 1;
  for (const axis& a : axes) positions *= a.size;
  sample made{{}, value_table::with_capacity(positions, longest)};
  random_generator random(seed);
  for (position p = 0; p < positions; ++p) {
    const auto o = static_cast<outcome>(random.below(num_outcomes));
    const bool has_distance = o != outcome::illegal && o != outcome::draw;
    const auto plies = static_cast<std::uint32_t>(random.below(std::uint64_t{longest} + 1));
    made.values.set(p, {o, has_distance ? plies : no_distance}, sample_to_move(p));
  }
  made.values.set(0, {}, sample_to_move(0));
  if (positions > 1) made.values.set(positions - 1, {outcome::draw, no_distance}, sample_to_move(positions - 1));
  if (positions > 2) made.values.set(1, {outcome::loss, longest}, sample_to_move(1));

  table_metadata& m = made.metadata;
  m.game = "sample";
  m.parameters = {{"grid", "C.F\n.#.\n..M\n"}, {"empty", ""}, {"move_limit", "none"}, {"note", "Zürich – 1913"}};
  m.player_names = {"mouse", "cat"};
  m.axes = std::move(axes);
  m.start = positions / 2;
  m.start_text = "mouse=2,2 cat=0,0 turn=mouse";
  m.infinite_play = player::second;
  m.move_limit = 1000;
  m.summary = summarize(made.values, 2);
  m.edges = 12345;
  m.counts_repeated_moves = true;
  m.engine = "explicit";
  m.threads = 2;
  m.seconds = {{"build", 0.25}, {"propagate", 1.5}, {"total", 2.0}};
  m.program_version = "0.1.0";
  m.git_revision = "0123456789ab";
  return made;
}

/// A sample whose wins and losses have random margins of at most `bound`; one of them is `bound`.
[[nodiscard]] inline sample make_scored_sample(std::vector<axis> axes, std::uint64_t seed, std::uint32_t bound) {
  sample plain = make_sample(std::move(axes), seed);
  sample made{plain.metadata, value_table::with_capacity(plain.values.size(), 40, bound)};
  random_generator random(seed);
  for (position p = 0; p < plain.values.size(); ++p) {
    position_value entry = plain.values[p];
    if (entry.margin() != 0) entry.extra_points = static_cast<std::uint16_t>(p == 1 ? bound - 1 : random.below(bound));
    made.values.set(p, entry, sample_to_move(p));
  }
  made.metadata.max_margin = bound;
  made.metadata.summary = summarize(made.values, 2);
  return made;
}

/// The sample with stored players to move.
[[nodiscard]] inline sample with_players_to_move(sample s) {
  s.metadata.players_to_move = [](position first, std::span<player> players) {
    for (std::size_t i = 0; i < players.size(); ++i) players[i] = sample_to_move(first + i);
  };
  return s;
}

inline void write_table(const std::filesystem::path& path, const sample& s, unsigned threads = 0) {
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent, threads);
}

/// Entries without their distances.
class entries_without_distances final : public solution_entries {
 public:
  explicit entries_without_distances(const solution_entries& entries) : m_entries(entries) {}
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  void read(position first, std::span<position_value> entries) const override {
    m_entries.read(first, entries);
    for (position_value& entry : entries) entry.distance_plies = no_distance;
  }

 private:
  const solution_entries& m_entries;
};

/// The metadata of a table with only the outcomes of a sample, whose moves are not counted.
[[nodiscard]] inline table_metadata metadata_without_distances(const sample& s) {
  table_metadata metadata = s.metadata;
  metadata.has_distances = false;
  metadata.edges.reset();
  metadata.summary = {};
  metadata.summary.positions = s.values.size();
  for (position p = 0; p < s.values.size(); ++p) {
    const outcome here = s.values[p].outcome;
    if (here != outcome::illegal) metadata.summary.add(p, {here, no_distance}, sample_to_move(p));
  }
  return metadata;
}

}  // namespace zermelo::storage::test
