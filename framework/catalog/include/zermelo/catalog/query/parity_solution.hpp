// SPDX-License-Identifier: MIT
// Reads the solution of a parity game in the format of PGSolver and Oink:
//
//   paritysol 2;      the largest vertex number; optional and ignored
//   0 1;              vertex 0 is won by player 1
//   1 0 2;            vertex 1 is won by player 0, who moves to vertex 2
//   2 0 2;
//
// Numbers may be separated by spaces and line ends, and the text may begin with a byte-order mark. Vertices are the
// numbers of positions, and player 0 is the first player.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/verify/verify_regions.hpp>

namespace zermelo {

struct parity_solution {
  claimed_regions claim;
  std::vector<std::uint32_t> lines;  ///< [position]: the line of the file where its entry begins; 0: no entry
};

/// Reads a solution of a game with `num_positions` positions, which may omit positions.
/// @param file  the name of the file; `-` for standard input
/// @throws input_error with the file and possibly the line; interrupted; resource_error if the solution and its check
/// need more memory than is available, or a system call fails
[[nodiscard]] parity_solution read_parity_solution(const std::string& file, std::uint64_t num_positions,
                                                   const work_monitor& monitor);

}  // namespace zermelo
