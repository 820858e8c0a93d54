// SPDX-License-Identifier: MIT
// A command line with only this game.
#include "small_shogi.hpp"

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/cli/run.hpp>

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, zermelo::make_catalog<small_shogi>(), {.name = "small_shogi", .version = "1.0"});
}
