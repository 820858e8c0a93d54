// SPDX-License-Identifier: MIT
// The program: the list of its games, and main().
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/cli/run.hpp>

namespace zermelo::games {

/// All games. Naming a class here declares it: its header is needed only by its own <name>.cpp.
constexpr auto catalog_of_all = make_catalog<class my_game>;

}  // namespace zermelo::games

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, zermelo::games::catalog_of_all(), {.name = "my_game", .version = "0.1"});
}
