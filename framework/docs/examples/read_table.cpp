// SPDX-License-Identifier: MIT
// Reads a table of any game; see ../analysis.md.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace {

void describe(const char* file) {
  const auto table = zermelo::storage::endgame_table::open(file);
  // The file may be untrusted, so its strings are escaped for the terminal.
  fmt::print("{}: {} positions\n", zermelo::escaped_text(table.metadata().game), table.num_positions());

  const auto start = table.metadata().start.value_or(0);
  const zermelo::position_value value = table.probe(start);
  fmt::print("start: {} in {}\n", to_string(value.outcome), value.distance_plies);

  const std::vector<zermelo::position> positions{7, 15, 51};
  std::vector<zermelo::position_value> answers(positions.size());
  table.probe(positions, answers);  // on all cores; each chunk is decompressed once
  for (const auto& answer : answers) fmt::print("{} ", to_string(answer.outcome));

  std::uint64_t long_wins = 0;
  table.for_each([&](zermelo::position, zermelo::position_value entry) {
    if (entry.outcome == zermelo::outcome::win && entry.distance_plies >= 5) ++long_wins;
  });
  fmt::print("\n{} wins take 5 plies or more\n", long_wins);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: read_table TABLE\n");
    return EXIT_FAILURE;
  }
  try {
    describe(argv[1]);
  } catch (const zermelo::error& rejected) {
    fmt::print(stderr, "read_table: {}\n", zermelo::escaped_text(rejected.what()));
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
