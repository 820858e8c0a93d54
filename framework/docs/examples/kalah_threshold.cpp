// SPDX-License-Identifier: MIT
// A command line with only this game.
#include "kalah_threshold.hpp"

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/cli/run.hpp>

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, zermelo::make_catalog<kalah_threshold>(),
                           {.name = "kalah_threshold", .version = "1.0"});
}
