// SPDX-License-Identifier: MIT
// A command line with a user's game and the games that come with Zermelo, so that a study can use both.
#include "kalah_threshold.hpp"

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/cli/run.hpp>
#include <zermelo/games/shipped_games.hpp>

int main(int argc, char** argv) {
  const auto games =
      zermelo::join_catalogs({zermelo::make_catalog<kalah_threshold>(), zermelo::games::shipped_games()});
  return zermelo::cli::run(argc, argv, games, {.name = "own_and_shipped_games", .version = "1.0"});
}
