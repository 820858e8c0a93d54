// SPDX-License-Identifier: MIT
// The list of the forms of a graph's text; graph_text.hpp describes them.
#pragma once

#include <string_view>

#include "form_readers.hpp"

namespace zermelo::graph_forms {

struct graph_form {
  std::string_view name;
  std::string_view title;  ///< for messages
  parsed_graph (*read)(const source&);
};

/// The form with this name; null for an unknown name.
[[nodiscard]] const graph_form* find_form(std::string_view name);

/// The form that a text names; null if it does not name a form.
[[nodiscard]] const graph_form* named_form(std::string_view text);

/// The form of a text by its beginning; null for a text of only numbers.
[[nodiscard]] const graph_form* recognized_form(std::string_view text);

}  // namespace zermelo::graph_forms
