// SPDX-License-Identifier: MIT
// The program `zermelo`. It is also compiled as `zermelo-mpi`, whose ranks solve a game together.
#include <zermelo/cli/run.hpp>
#include <zermelo/games/shipped_games.hpp>
#ifdef ZERMELO_HAS_RANKS
#include <zermelo/distributed/run_on_ranks.hpp>
#endif

int main(int argc, char** argv) {
  const auto games = zermelo::games::shipped_games();
#ifdef ZERMELO_HAS_RANKS
  const zermelo::cli::program_identity program{"zermelo-mpi"};
  return zermelo::distributed::run_on_ranks(
      program.name, [&](auto& ranks) { return zermelo::cli::run(argc, argv, games, program, &ranks); });
#else
  return zermelo::cli::run(argc, argv, games);
#endif
}
