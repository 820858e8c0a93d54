// SPDX-License-Identifier: MIT
// The solution of a parity game as PGSolver and Oink write it:
//
//   paritysol 2;      the largest number of a vertex; may be left out, and is not used
//   0 1;              vertex 0 is won by player 1
//   1 0 2;            vertex 1 is won by player 0, who moves to vertex 2
//   2 0 2;
//
// Spaces and line ends may stand between any two words, and a byte-order mark at the beginning. A vertex is a position
// by its number, player 0 the first player.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/verify/verify_regions.hpp>

namespace zermelo {

struct parity_solution {
  claimed_regions claim;
  std::vector<std::uint32_t> lines;  ///< [position]: the line of the file where its entry begins; 0: it has none
};

/// Reads a solution of a game with so many positions; it need not name all of them.
/// @param file  its name; `-` for standard input
/// @throws input_error naming the file, or file and line; interrupted; resource_error if the memory that the claim and
///   its check need is not available, or as the system fails
[[nodiscard]] parity_solution read_parity_solution(const std::string& file, std::uint64_t num_positions,
                                                   const work_monitor& monitor);

}  // namespace zermelo
