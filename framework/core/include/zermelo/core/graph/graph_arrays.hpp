// SPDX-License-Identifier: MIT
// The arrays of a game's graph, owned: for readers of files. The meaning of each is in listed_graph.hpp.
#pragma once

#include <cstdint>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/listed_graph.hpp>

namespace zermelo {

/// Movable, not copyable.
struct graph_arrays {
  uninitialized_array<std::uint64_t> indptr{};
  uninitialized_array<std::uint32_t> indices{};
  uninitialized_array<std::uint8_t> to_move{};
  uninitialized_array<std::uint8_t> terminal{};
  uninitialized_array<std::uint32_t> distance{};  ///< empty: zeros
  graph_conventions conventions{};

  /// Views of the arrays, which must outlive them; moving this object leaves them where they are.
  [[nodiscard]] graph_spans spans() const {
    return {indptr.span(), indices.span(), to_move.span(), terminal.span(), distance.span(), conventions};
  }
};

}  // namespace zermelo
