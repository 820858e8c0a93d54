// SPDX-License-Identifier: MIT
#include "use_table.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>

#include <unistd.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../test/sample_keys.hpp"
#include "../test/sample_table.hpp"

// HDF5 1.10 leaks memory when it reads damaged files. These leaks are not reported.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer asks for these names.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace zermelo::storage::fuzz {
namespace {

/// Larger tables are only opened and probed, so that no input takes long.
constexpr std::uint64_t max_positions_read = std::uint64_t{1} << 20;

/// Returns the result of `step`, or nothing if the step rejects the file in one line that begins with its path. Other
/// exceptions are passed on, and end the program.
template <class Step>
auto accepted(const std::string& path, const Step& step) -> std::optional<decltype(step())> {
  const auto expect_one_line = [&](const std::string& message) {
    require(message.starts_with(path + ": "), "the error lacks the path");
    require(message.find('\n') == std::string::npos, "the error message spans several lines");
  };
  try {
    return step();
  } catch (const input_error& rejected) {
    expect_one_line(rejected.what());
  } catch (const resource_error& rejected) {
    expect_one_line(rejected.what());
  }
  return std::nullopt;
}

/// All entries in order, and their summary. The player to move comes from the sample tables, since some tables do not
/// store it.
struct contents {
  std::vector<position_value> values;
  solution_summary summary;
};

contents read_all(const endgame_table& table) {
  contents all;
  table.for_each([&](position p, position_value value) {
    require(p == all.values.size(), "for_each visits positions out of order");
    all.values.push_back(value);
    if (value.outcome != outcome::illegal) all.summary.add(p, value, test::sample_to_move(p));
  });
  all.summary.positions = all.values.size();
  return all;
}

/// The first positions, the last position, and others between them, unordered.
std::vector<position> positions_to_probe(std::uint64_t num_positions) {
  constexpr std::uint64_t num_each = 17;
  std::vector<position> positions;
  for (std::uint64_t i = 0; i < num_each; ++i) {
    positions.push_back(num_positions - 1 - num_positions / num_each * i);
    positions.push_back(std::min(i, num_positions - 1));
  }
  return positions;
}

/// Requires that keys ascend, that each readable key is found at its position, and that a missing key is not found.
/// Failing to read a key, or to look up another key, is allowed; failing to find a readable key is not.
void use_keys(const std::string& path, const position_keys& keys, const table_metadata& metadata,
              const std::vector<position>& positions) {
  require(keys.size() == metadata.summary.positions, "expected one key per position");
  require(!metadata.sampled_keys.empty() && metadata.sampled_keys.size() <= keys.size(),
          "too many or too few sampled keys");
  const bool is_narrow = keys.width() == key_width::bits_64;
  for (const position p : positions) {
    const auto key = accepted(path, [&] { return keys.at(p); });
    if (!key) continue;
    require(!is_narrow || key->high == 0, "a key exceeds its width");
    const auto found = accepted(path, [&] { return keys.find(*key); });
    require(found && *found == p, "looking up a key returns another position");
    if (key->low == std::numeric_limits<std::uint64_t>::max()) continue;
    const auto next = accepted(path, [&] { return keys.find({key->high, key->low + 1}); });
    require(!next || !*next || **next == p + 1, "looking up the next key returns an impossible position");
  }
  if (keys.size() > max_positions_read) return;
  (void)accepted(path, [&] {
    std::vector<wide_key> all(keys.size());
    keys.read(0, all);
    require(std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) == all.end(), "unsorted keys");
    return all.size();
  });
}

/// Requires that players to move are equal when read one by one and when read together.
void use_players_to_move(const std::string& path, const endgame_table& table, const std::vector<position>& positions) {
  const to_move_lookup& players_to_move = table.metadata().players_to_move;
  if (!players_to_move || table.num_positions() > max_positions_read) return;
  const auto all = accepted(path, [&] {
    std::vector<player> players(table.num_positions());
    players_to_move(0, players);
    return players;
  });
  for (const position p : positions) {
    const auto one = accepted(path, [&] {
      player to_move = player::first;
      players_to_move(p, {&to_move, 1});
      return to_move;
    });
    require(!all || (one && *one == (*all)[p]), "batched and single reads return different players");
  }
}

using probed_values = std::vector<std::optional<position_value>>;

probed_values probe_each(const std::string& path, const endgame_table& table, const std::vector<position>& positions) {
  probed_values values;
  for (const position p : positions) {
    values.push_back(accepted(path, [&] { return table.probe(p); }));
  }
  return values;
}

}  // namespace

void require(bool condition, const char* violation) {
  if (condition) return;
  std::fprintf(stderr, "found: %s\n", violation);
  std::abort();
}

temporary_file::temporary_file(std::span<const std::uint8_t> bytes)
    : m_path(std::filesystem::temp_directory_path() / "zermelo-fuzz-XXXXXX") {
  const int descriptor = ::mkstemp(m_path.data());
  require(descriptor >= 0, "mkstemp failed");
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    require(count > 0, "write failed");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  ::close(descriptor);
}

temporary_file::~temporary_file() { ::unlink(m_path.c_str()); }

bool use_table(const std::string& path) {
  const auto table = accepted(path, [&] { return endgame_table::open(path); });
  if (!table) return false;
  const std::uint64_t num_positions = table->num_positions();
  require(num_positions > 0, "an opened table is empty");
  std::uint64_t box = 1;
  for (const axis& a : table->metadata().axes) box *= a.size;
  require(box == num_positions, "the product of the axis lengths differs from num_positions");

  const auto expect_within = [&](const outcome_counts& c) {
    require(std::max({c.win, c.loss, c.tie, c.draw}) <= num_positions, "a count exceeds num_positions");
  };
  expect_within(table->metadata().summary.counts);
  for (const outcome_counts& at : table->metadata().summary.by_distance) expect_within(at);
  for (const outcome_counts& at : table->metadata().summary.by_margin) expect_within(at);

  const auto positions = positions_to_probe(num_positions);
  if (const auto keys = table->keys()) use_keys(path, *keys, table->metadata(), positions);
  use_players_to_move(path, *table, positions);
  const probed_values probed = probe_each(path, *table, positions);
  const bool all_probed =
      std::all_of(probed.begin(), probed.end(), [](const auto& value) { return value.has_value(); });
  const auto batch = accepted(path, [&] {
    std::vector<position_value> values(positions.size());
    table->probe(positions, values, 1);
    return values;
  });
  require(batch.has_value() == all_probed, "batched and single probes reject different chunks");
  for (std::size_t i = 0; batch && i < positions.size(); ++i) {
    require((*batch)[i] == *probed[i], "batched and single probes return different values");
  }
  if (num_positions > max_positions_read) return false;

  const auto all = accepted(path, [&] { return read_all(*table); });
  for (std::size_t i = 0; all && i < positions.size(); ++i) {
    require(probed[i] && *probed[i] == all->values[positions[i]],
            "probing and reading in order return different values");
  }
  const bool counts_are_right = all && all->summary.counts == table->metadata().summary.counts;
  const auto outcomes = accepted(path, [&] {
    work_monitor silent;
    return table->load_outcomes(silent, 1);
  });
  require(!outcomes || !all || counts_are_right, "load_outcomes and the counts disagree");
  for (position p = 0; outcomes && all && p < num_positions; ++p) {
    const outcome here = all->values[p].outcome;
    require(here == outcome::illegal || outcomes->at(p) == here,
            "loading and reading outcomes return different values");
  }
  if (!table->metadata().has_distances) return outcomes.has_value();
  const auto loaded = accepted(path, [&] {
    work_monitor silent;
    return table->load(test::sample_run_at, silent, 1);
  });
  const bool is_sound = all && all->summary == table->metadata().summary;
  require(loaded.has_value() == is_sound, "load and the summary disagree");
  for (position p = 0; loaded && p < num_positions; ++p) {
    require((*loaded)[p] == all->values[p], "loading and reading in order return different values");
  }
  return loaded.has_value();
}

std::vector<std::uint8_t> expect_sound_table_loads(table_shape shape) {
  constexpr std::uint64_t num_positions = 30;
  const auto make = [shape] {
    switch (shape) {
      case table_shape::board: return test::make_sample(test::pursuit_axes(2, 2), 1);
      case table_shape::keys_of_64_bits: return test::make_keyed_sample(num_positions, key_width::bits_64, 1);
      case table_shape::keys_of_128_bits: return test::make_keyed_sample(num_positions, key_width::bits_128, 1);
      case table_shape::board_with_margins: return test::make_scored_sample(test::pursuit_axes(2, 2), 1, 5);
    }
    throw std::logic_error("shape out of range");
  };
  const temporary_file file({});
  const test::sample table = make();
  work_monitor silent;
  write_endgame_table(file.path(), table.metadata, table.values, silent, 1);
  require(use_table(file.path()), "the reader rejects a valid table");
  std::ifstream stream(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace zermelo::storage::fuzz
