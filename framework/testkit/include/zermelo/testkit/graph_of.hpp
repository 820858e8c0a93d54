// SPDX-License-Identifier: MIT
// Builds graphs from short texts, for tests.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/formats/graph_text.hpp>

namespace zermelo::testkit {

/// Builds a directed graph from adjacency lists such as "1 2/0/0". @throws input_error.
[[nodiscard]] inline adjacency_lists graph_of(std::string_view lists) {
  return parse_graph("adjacency:" + std::string(lists), "graph", std::numeric_limits<std::uint32_t>::max(),
                     {.allows_one_way = true})
      .graph;
}

}  // namespace zermelo::testkit
