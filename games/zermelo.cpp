// SPDX-License-Identifier: MIT
// The program: the list of its games, and main().
#include <zermelo/cli/run.hpp>
#include <zermelo/experiment/catalog.hpp>

namespace zermelo::games {

/// One line per game. Naming a class here declares it: its header is needed only by its own <name>.cpp.
constexpr auto catalog_of_all =
    experiment::make_catalog<class cat_and_mouse,     // a pursuit on a graph, LeetCode 913
                             class cat_and_mouse_ii,  // a pursuit on a grid, LeetCode 1728
                             class dobutsu_shogi,     // a shogi of 3 x 4 squares, without a ranking
                             class mnk                // m,n,k-games such as tic-tac-toe: the worked example
                             >;

}  // namespace zermelo::games

int main(int argc, char** argv) { return zermelo::cli::run(argc, argv, zermelo::games::catalog_of_all()); }
