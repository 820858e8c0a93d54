// SPDX-License-Identifier: MIT
// Lists the forms of graph texts; graph_text.hpp describes them.
#pragma once

#include <string_view>

#include "form_readers.hpp"

namespace zermelo::graph_forms {

struct graph_form {
  std::string_view name;
  std::string_view title;  ///< for messages
  parsed_graph (*read)(const source&);
};

/// Returns the form with this name, or null for an unknown name.
[[nodiscard]] const graph_form* find_form(std::string_view name);

/// Returns the form that a text names, or null if it does not name a form.
[[nodiscard]] const graph_form* named_form(std::string_view text);

/// Detects the form of a text from its beginning. Returns null for a text that consists only of numbers.
[[nodiscard]] const graph_form* recognized_form(std::string_view text);

}  // namespace zermelo::graph_forms
