// SPDX-License-Identifier: MIT
// A graph's edges as adjacency lists.
#include <zermelo/experiment/adjacency_of_graph6.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/board/graph6.hpp>

namespace zermelo::experiment {

std::string adjacency_of_graph6(std::string_view line) {
  constexpr std::uint64_t most_nodes = 100'000;  // far more than can be tabled
  std::vector<std::vector<std::uint32_t>> neighbours;
  read_graph6(
      line, most_nodes, [&](std::uint64_t nodes) { neighbours.resize(nodes); },
      [&](std::uint32_t a, std::uint32_t b) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
      });
  std::string text = neighbours.size() == 1 ? "adjacency:" : "";
  for (std::size_t node = 0; node < neighbours.size(); ++node) {
    if (node > 0) text += '/';
    const auto& list = neighbours[node];
    for (std::size_t i = 0; i < list.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", list[i]);
  }
  return text;
}

}  // namespace zermelo::experiment
