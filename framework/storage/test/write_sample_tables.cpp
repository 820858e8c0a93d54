// SPDX-License-Identifier: MIT
// Usage: zermelo_write_sample_tables FOLDER. Writes one table of every shape into FOLDER, for the Python tests.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "sample_keys.hpp"
#include "sample_table.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::storage::test;

void write(const std::filesystem::path& folder, const std::string& name, const sample& s) {
  write_table(folder / (name + ".h5"), s);
}

void write_all(const std::filesystem::path& folder) {
  write(folder, "pursuit", make_sample(pursuit_axes(8, 9), 1));
  write(folder, "line", make_sample({{"position", 5000, {}, {}}}, 2));
  constexpr std::uint64_t over_one_chunk = 100'000;
  write(folder, "long_line", make_sample({{"position", over_one_chunk, {}, {}}}, 3));
  write(folder, "single", make_sample({{"a", 1, {}, {}}, {"b", 1, {"only"}, {}}, {"c", 1, {}, {{"row", {7}}}}}, 4));
  constexpr std::uint32_t over_16_bits = 70'000;
  write(folder, "wide", make_sample({{"a", 3, {}, {}}, {"b", 50, {}, {}}}, 5, over_16_bits));

  sample bare = make_sample(pursuit_axes(2, 2), 6);
  bare.metadata.parameters.clear();
  bare.metadata.start.reset();
  bare.metadata.start_text.clear();
  bare.metadata.infinite_play.reset();
  bare.metadata.move_limit.reset();
  bare.metadata.seconds.clear();
  write(folder, "bare", bare);

  sample large_parameter = make_sample(pursuit_axes(2, 2), 7);
  std::string grid;
  for (int row = 0; row < 300; ++row) grid += std::string(300, row % 2 == 0 ? '.' : '#') + '\n';
  large_parameter.metadata.parameters = {{"grid", grid}};
  write(folder, "large_parameter", large_parameter);

  constexpr std::uint64_t few = 30;
  write(folder, "few_keys", make_keyed_sample(few, key_width::bits_64, 8));
  write(folder, "few_wide_keys", make_keyed_sample(few, key_width::bits_128, 9));
  write(folder, "keys", make_keyed_sample(over_one_chunk, key_width::bits_64, 10));
  write(folder, "owners",
        with_players_to_move(make_sample({{"a", 3, {}, {}}, {"b", 7, {}, {}}, {"c", 31, {}, {}}}, 12)));
  write(folder, "long_owners", with_players_to_move(make_sample({{"position", over_one_chunk, {}, {}}}, 13)));
  write(folder, "margins", make_scored_sample(pursuit_axes(8, 9), 14, 20));
  write(folder, "wide_margins", make_scored_sample({{"position", over_one_chunk, {}, {}}}, 15, 1000));
  write(folder, "wide_keys", make_keyed_sample(over_one_chunk, key_width::bits_128, 11));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: zermelo_write_sample_tables FOLDER\n");
    return 2;
  }
  try {
    write_all(argv[1]);
  } catch (const std::exception& e) {
    fmt::print(stderr, "zermelo_write_sample_tables: {}\n", e.what());
    return 1;
  }
  return 0;
}
