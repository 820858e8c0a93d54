// SPDX-License-Identifier: MIT
// Tests that a table from several processes has the entries and the chunks of a table from a single process.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

#include "../../src/table/local_chunks.hpp"
#include "../../src/table/value_encoder.hpp"
#include "expect_equal.hpp"
#include "full_disk.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::table_chunks_test {
namespace {

/// Entries with only some local ranges.
class partial_entries final : public solution_entries {
 public:
  partial_entries(const solution_entries& entries, std::vector<index_range> resident)
      : m_entries(entries), m_resident(std::move(resident)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_entries.size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  void read(position first, std::span<position_value> entries) const override { m_entries.read(first, entries); }
  [[nodiscard]] std::vector<index_range> local_ranges() const override { return m_resident; }

 private:
  const solution_entries& m_entries;
  std::vector<index_range> m_resident;
};

/// The local ranges of several processes: the same range of each of a few layers.
std::vector<std::vector<index_range>> shares(std::uint64_t positions, std::uint64_t layers, std::uint64_t processes) {
  const std::uint64_t layer = positions / layers;
  std::vector<std::vector<index_range>> resident(processes);
  for (std::uint64_t l = 0; l < layers; ++l) {
    for (std::uint64_t p = 0; p < processes; ++p) {
      resident[p].push_back({l * layer + layer * p / processes, l * layer + layer * (p + 1) / processes});
    }
  }
  return resident;
}

std::vector<encoded_chunk> chunks_of(const sample& s, const std::vector<index_range>& resident) {
  std::vector<encoded_chunk> chunks;
  work_monitor silent;
  encode_table_chunks(s.metadata, partial_entries(s.values, resident), silent, 2, [&](const encoded_chunk& chunk) {
    chunks.push_back(chunk);
    return sweep_step::proceed;
  });
  return chunks;
}

/// The chunks of all processes, taken in turn.
class chunks_in_turn final : public chunk_source {
 public:
  void add(std::vector<encoded_chunk> chunks) { m_chunks.push_back(std::move(chunks)); }
  [[nodiscard]] std::vector<encoded_chunk> next() override {
    std::vector<encoded_chunk> found;
    for (const auto& chunks : m_chunks) {
      if (m_next < chunks.size()) found.push_back(unpacked_chunk(packed(chunks[m_next])));
    }
    ++m_next;
    return found;
  }

 private:
  std::vector<std::vector<encoded_chunk>> m_chunks;
  std::size_t m_next = 0;
};

void write_together(const std::filesystem::path& path, const sample& s,
                    const std::vector<std::vector<index_range>>& resident) {
  chunks_in_turn others;
  for (std::size_t p = 1; p < resident.size(); ++p) others.add(chunks_of(s, resident[p]));
  work_monitor silent;
  write_shared_table(path, s.metadata, partial_entries(s.values, resident[0]), others, silent, 2);
}

void expect_players_of_sample(const endgame_table& table) {
  std::vector<player> players_to_move(table.num_positions());
  table.metadata().players_to_move(0, players_to_move);
  for (position p = 0; p < players_to_move.size(); ++p) ASSERT_EQ(players_to_move[p], sample_to_move(p)) << p;
}

const std::vector<std::pair<std::string, sample>>& samples() {
  static const std::vector<std::pair<std::string, sample>> made = [] {
    std::vector<std::pair<std::string, sample>> all;
    all.emplace_back("pursuit", make_sample(pursuit_axes(20, 21), 1));
    all.emplace_back("one axis", make_sample({{"position", 400'000, {}, {}}}, 2));
    all.emplace_back("wide distances", make_sample({{"position", 150'000, {}, {}}}, 3, 70'000));
    all.emplace_back("players to move", with_players_to_move(make_sample({{"position", 600'001, {}, {}}}, 5)));
    all.emplace_back("a chunk", make_sample({{"position", 100, {}, {}}}, 4));
    return all;
  }();
  return made;
}

class shared_table : public file_test {};

TEST_F(shared_table, contains_entries_of_all_processes) {
  work_monitor silent;
  for (const auto& [name, s] : samples()) {
    for (const std::uint64_t layers : {1U, 2U}) {
      for (const std::uint64_t processes : {1U, 2U, 3U, 7U}) {
        SCOPED_TRACE(name + " on " + std::to_string(processes) + " processes");
        write_together(m_path, s, shares(s.values.size(), layers, processes));
        const auto table = endgame_table::open(m_path);
        expect_equal(table.metadata(), s.metadata);
        expect_equal(table.load(sample_run_at, silent), s.values);
        if (s.metadata.players_to_move) expect_players_of_sample(table);
      }
    }
  }
}

TEST_F(shared_table, written_by_one_process_equals_unshared_table) {
  for (const auto& [name, s] : samples()) {
    write_table(m_path, s);
    const std::string single = read_bytes(m_path);
    write_together(m_path, s, {{{0, s.values.size()}}});
    EXPECT_TRUE(read_bytes(m_path) == single) << name;
  }
}

TEST_F(shared_table, every_chunk_is_encoded_once_for_any_partition) {
  for (const auto& [name, s] : samples()) {
    const std::vector<encoded_chunk> whole = chunks_of(s, {{0, s.values.size()}});
    for (std::uint64_t processes = 1; processes < 12; ++processes) {
      std::vector<encoded_chunk> all(whole.size());
      std::size_t count = 0;
      for (const auto& resident : shares(s.values.size(), 2, processes)) {
        std::optional<std::uint64_t> last;
        for (encoded_chunk& chunk : chunks_of(s, resident)) {
          EXPECT_TRUE(!last || *last < chunk.number);
          last = chunk.number;
          ++count;
          all.at(chunk.number) = std::move(chunk);
        }
      }
      EXPECT_EQ(count, whole.size());
      EXPECT_TRUE(all == whole) << name << " on " << processes;
    }
  }
}

TEST_F(shared_table, chunk_is_encoded_by_process_with_its_middle) {
  const chunk_layout layout = chunk_layout::choose({400'000});
  const std::uint64_t size = layout.num_positions(0);
  const auto num_resident = [&](std::uint64_t begin, std::uint64_t end) {
    return local_chunks(layout, {{begin, end}}).num_positions();
  };
  EXPECT_EQ(num_resident(0, size / 2), 0U);
  EXPECT_EQ(num_resident(0, size / 2 + 1), size);
  EXPECT_EQ(num_resident(size / 2, size), size);
  EXPECT_EQ(num_resident(size / 2 + 1, size), 0U);
  EXPECT_EQ(num_resident(5, 5), 0U);
  const local_chunks two(layout, {{0, size}, {2 * size, 3 * size}});
  EXPECT_EQ(two.num_positions(), 2 * size);
  EXPECT_EQ(two.chunk_at(size - 1), 0U);
  EXPECT_EQ(two.chunk_at(size), 2U);
  EXPECT_EQ(two.end_of_chunk(size), 2 * size);
}

TEST_F(shared_table, rejects_missing_or_foreign_chunks) {
  const sample& s = samples()[1].second;
  const auto resident = shares(s.values.size(), 1, 2);
  work_monitor silent;
  chunks_in_turn nothing;
  EXPECT_THROW(write_shared_table(m_path, s.metadata, partial_entries(s.values, resident[0]), nothing, silent),
               contract_error);
  auto chunks = chunks_of(s, resident[1]);
  chunks.back().number = 1000;
  chunks_in_turn foreign;
  foreign.add(chunks);
  EXPECT_THROW(write_shared_table(m_path, s.metadata, partial_entries(s.values, resident[0]), foreign, silent),
               contract_error);
  EXPECT_EQ(count_files(m_folder.path()), 0U);
  const std::vector<std::byte> bytes = packed(chunks.front());
  EXPECT_EQ(unpacked_chunk(bytes), chunks.front());
  EXPECT_THROW((void)unpacked_chunk(std::span(bytes).first(3)), contract_error);
  EXPECT_THROW((void)unpacked_chunk(std::span(bytes).first(20)), contract_error);
}

TEST_F(shared_table, failure_of_another_process_leaves_no_file) {
  struct : chunk_source {
    [[nodiscard]] std::vector<encoded_chunk> next() override { throw interrupted("another rank has failed"); }
  } failing;
  const sample& s = samples()[1].second;
  work_monitor silent;
  const partial_entries resident(s.values, shares(s.values.size(), 1, 2)[0]);
  EXPECT_THROW(write_shared_table(m_path, s.metadata, resident, failing, silent), interrupted);
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

TEST_F(shared_table, write_cut_off_at_any_byte_leaves_the_old_file) {
  const sample old = make_sample(pursuit_axes(2, 2), 1);
  const sample larger = make_sample({{"position", 90'000, {}, {}}}, 2);
  expect_cut_off_writes_leave_the_old_file(
      [&](const auto& path) { write_table(path, old); },
      [&](const auto& path) { write_together(path, larger, shares(larger.values.size(), 1, 2)); });
}

TEST(chunk_encoding, stops_when_no_more_chunks_are_needed) {
  const sample& s = samples()[1].second;
  work_monitor silent;
  int taken = 0;
  encode_table_chunks(s.metadata, s.values, silent, 2, [&](const encoded_chunk&) {
    ++taken;
    return sweep_step::stop;
  });
  EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace zermelo::storage::test::table_chunks_test
