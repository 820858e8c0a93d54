// SPDX-License-Identifier: MIT
// A command line with this game alone.
#include "kalah_threshold.hpp"

#include <zermelo/cli/run.hpp>
#include <zermelo/experiment/catalog/game_model.hpp>

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, zermelo::experiment::make_catalog<kalah_threshold>(),
                           {.name = "kalah_threshold", .version = "1.0"});
}
