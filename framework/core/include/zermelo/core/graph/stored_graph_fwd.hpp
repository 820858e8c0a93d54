// SPDX-License-Identifier: MIT
// The name of the stored graph, for headers that only pass it on; see transposed_graph.hpp.
#pragma once

#include <cstdint>
#include <variant>

namespace zermelo {

template <class Vertex, class EdgeIndex>
class transposed_graph;

/// The transpose with indices as narrow as the counts allow.
using stored_graph =
    std::variant<transposed_graph<std::uint32_t, std::uint32_t>, transposed_graph<std::uint32_t, std::uint64_t>,
                 transposed_graph<std::uint64_t, std::uint64_t>>;

}  // namespace zermelo
