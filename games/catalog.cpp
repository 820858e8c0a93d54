// SPDX-License-Identifier: MIT
// The list of games.
#include <zermelo/games/shipped_games.hpp>

namespace zermelo::games {

/// All games. Naming a class here declares it, so only <name>.cpp needs the header of the game.
const auto all = make_catalog<class awari,             // a game of sowing and capturing seeds
                              class cat_and_mouse,     // a pursuit on a graph, LeetCode 913
                              class cat_and_mouse_ii,  // a pursuit on a grid, LeetCode 1728
                              class chess_ending,      // chess with few pieces
                              class connect_four,      // stones that fall in columns
                              class cops_and_robbers,  // a pursuit on a graph by several cops
                              class dobutsu_shogi,     // a shogi on 3 x 4 squares, without a ranking
                              class dodgem,            // cars that leave the board, without a ranking
                              class dots_and_boxes,    // lines, and the boxes that they close
                              class draughts,          // English draughts with few pieces
                              class fair_shares,       // heaps that are split and joined
                              class fox_and_geese,     // geese try to enclose a fox
                              class graph_file,        // a game stored in a file
                              class hare_and_hounds,   // three hounds try to shut in a hare
                              class kalah,             // a game of sowing seeds and gathering them in stores
                              class l_game,            // two L-shaped pieces on 4 x 4 cells
                              class mnk,               // m,n,k-games, such as tic-tac-toe
                              class morris,            // three, six and nine men's morris, and achi
                              class mu_torere,         // four against four on a star
                              class othello,           // Othello on 4 x 4 cells, with passes and ties
                              class pong_hau_ki,       // two against two on five points
                              class quixo,             // cubes that are pushed in from the border
                              class teeko,             // four pieces each, dropped and moved
                              class tigers_and_goats   // four tigers against twenty goats
                              >;

catalog shipped_games() { return all(); }

}  // namespace zermelo::games
