// SPDX-License-Identifier: MIT
// Declares the stored graph, for headers that do not need its definition; see transposed_graph.hpp.
#pragma once

#include <cstdint>
#include <variant>

namespace zermelo {

template <class Vertex, class EdgeIndex>
class transposed_graph;

/// The transpose, with the narrowest types that can number its vertices and edges.
using stored_graph =
    std::variant<transposed_graph<std::uint32_t, std::uint32_t>, transposed_graph<std::uint32_t, std::uint64_t>,
                 transposed_graph<std::uint64_t, std::uint64_t>>;

}  // namespace zermelo
