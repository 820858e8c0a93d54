// SPDX-License-Identifier: MIT
// Reads the graph of a game with the parameters `file`, the name of a file, and `digest`, the expected digest.
#pragma once

#include <memory>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/formats/named_graph.hpp>

namespace zermelo {

struct graph_instance {
  std::shared_ptr<const checked_graph> graph;
  /// The parameters to store in a table: `file` without its folder, with the file that was read as the source, and
  /// `digest`.
  parameter_values parameters{};
  game_size size{};
};

/// Reads a graph file (read_graph.hpp of storage) or a parity game (parity_text.hpp), in the phases "count" (parity
/// games only), "read", "check", "digest" and, if there are names, "names".
///
/// If the conditions contain the folder of a table, `file` must be the name of a file in this folder and not a symbolic
/// link, so that an untrusted table cannot open files in other folders.
/// @param schema  the definitions of the parameters
/// @throws input_error with the name of the file; resource_error; interrupted; what check_size throws.
[[nodiscard]] graph_instance read_graph_instance(const std::vector<parameter>& schema, const parameter_values& values,
                                                 const build_conditions& conditions);

}  // namespace zermelo
