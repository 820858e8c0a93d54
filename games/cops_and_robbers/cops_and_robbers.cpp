// SPDX-License-Identifier: MIT
// The game's entry in the catalog, with the command for streams of graphs.
#include "cops_and_robbers.hpp"

#include <memory>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/game_model.hpp>

#include "graph_stream.hpp"

template class zermelo::erased_game_of<zermelo::games::cops_and_robbers>;

namespace zermelo {

template <>
game_entry entry_of<games::cops_and_robbers>() {
  using games::graph_stream;
  game_entry entry = describe_game<games::cops_and_robbers>(nullptr);
  entry.commands.push_back({"cops", "Cop numbers and capture times of a stream of graphs, a graph6 line each",
                            graph_stream::options(),
                            "  geng -c 9 | {program} cops --max-cops 3 --csv > cops9.csv\n"
                            "  geng -c 10 | {program} cops --only 'cop_number>=3'\n"
                            "  geng -c 9 | {program} cops --lazy --max-cops 2 --only 'cop_number>2' --csv",
                            [](const parameter_values& values) { return graph_stream(values).header(); },
                            [](const parameter_values& values) -> line_answer {
                              const auto stream = std::make_shared<graph_stream>(values);
                              return [stream](std::string_view line, std::string& out) { stream->answer(line, out); };
                            }});
  return entry;
}

}  // namespace zermelo
