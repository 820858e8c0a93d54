// SPDX-License-Identifier: MIT
// The game's entry in the catalog.
#include "graph_file.hpp"

#include <memory>
#include <string>
#include <utility>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/catalog/games/graph_reader.hpp>

#include "erased_graph_file.hpp"

namespace zermelo {

template <>
game_entry entry_of<games::graph_file>() {
  const auto make = [](const parameter_values& values, const build_conditions& conditions) {
    graph_instance read = read_graph_instance(games::graph_file::parameters(), values, conditions);
    game_description description{std::string(games::graph_file::name()), std::move(read.parameters), read.size};
    return std::make_unique<any_game>(std::move(description), games::erase(std::move(read.graph)));
  };
  return {.name = std::string(games::graph_file::name()),
          .summary = std::string(games::graph_file::summary()),
          .parameters = games::graph_file::parameters(),
          .hooks = hook_set_of<games::graph_file>,
          .make = make};
}

}  // namespace zermelo
