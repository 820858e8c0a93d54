// SPDX-License-Identifier: MIT
// Interpretations of lists of numbers that are not supported. A text that fits one of them is rejected, since it would
// be read as another graph.
#pragma once

#include <optional>
#include <string>

#include "form_readers.hpp"

namespace zermelo::graph_forms {

/// The interpretation of a text of numbers as a graph other than that of its adjacency lists, such as "lists of 4 nodes
/// from 1 behind their number": lists of nodes from 1, lists after a line with their number, lists that begin with
/// their own node, or lists with each edge once. Nothing if no interpretation fits.
/// @param lists  the text as adjacency lists; if all their edges lead both ways, those of the interpretation must, too
[[nodiscard]] std::optional<std::string> other_interpretation(const source& from, const parsed_graph& lists);

}  // namespace zermelo::graph_forms
