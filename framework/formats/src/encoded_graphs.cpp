// SPDX-License-Identifier: MIT
// Reads graphs encoded as one line of printable characters: graph6, sparse6 and digraph6.
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/formats/graph6.hpp>

#include "form_readers.hpp"

namespace zermelo::graph_forms {
namespace {

/// @param read  a function that reads the line, with the parameters of read_graph6
template <class Reader>
parsed_graph read_encoded(const source& from, direction leads, const Reader& read) {
  if (from.text.find('\n') != std::string_view::npos) from.reject("expected one line, got several");
  std::vector<arc> arcs;
  std::uint64_t num_nodes = 0;
  at_place(std::string(from.location), [&] {
    read(
        from.text, from.max_nodes, [&](std::uint64_t nodes) { num_nodes = nodes; },
        [&](node a, node b) {
          from.expect_edges(arcs.size() + 1);
          arcs.push_back({a, b, 0});
        });
  });
  if (leads == direction::both && count_distinct(arcs) != arcs.size()) from.reject("duplicate edge");
  return graph_of(std::move(arcs), num_nodes, leads, from, "");
}

}  // namespace

parsed_graph read_graph6_text(const source& from) {
  return read_encoded(from, direction::both, [](auto&&... arguments) { read_graph6(arguments...); });
}

parsed_graph read_sparse6_text(const source& from) {
  return read_encoded(from, direction::both, [](auto&&... arguments) { read_sparse6(arguments...); });
}

parsed_graph read_digraph6_text(const source& from) {
  return read_encoded(from, direction::one, [](auto&&... arguments) { read_digraph6(arguments...); });
}

}  // namespace zermelo::graph_forms
