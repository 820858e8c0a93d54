// SPDX-License-Identifier: MIT
// Reads the graph of a game whose parameters name a file: `file`, and `digest`, which the graph must have.
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
  /// What a table stores: `file` without its folder, whose source is the file that was read; and `digest`.
  parameter_values parameters{};
  game_size size{};
};

/// Reads a graph file (read_graph.hpp of storage) or a parity game (parity_text.hpp), in the phases "count" (of a
/// parity game), "read", "check", "digest" and, if there are names, "names".
///
/// Where the conditions name the folder of a table, the file lies in this folder, under a plain name, and is no
/// symbolic link: a table of a stranger opens no file of another folder.
/// @param schema  of the parameters
/// @throws input_error naming the file; resource_error; interrupted; as check_size.
[[nodiscard]] graph_instance read_graph_instance(const std::vector<parameter>& schema, const parameter_values& values,
                                                 const build_conditions& conditions);

}  // namespace zermelo
