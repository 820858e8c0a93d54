// SPDX-License-Identifier: MIT
// Converts JSON to Python objects (dict, list, str, int, float, bool and None), and strings in both directions.
#pragma once

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include <zermelo/tables/report/report_part.hpp>

namespace zermelo::python {

/// The UTF-8 form of a str. @param location  the location of the str, for messages
/// @throws TypeError if `text` is not a str; input_error if it has an unpaired surrogate
[[nodiscard]] std::string text_of(pybind11::handle text, std::string_view location);

/// A C++ string as a str; invalid UTF-8 becomes U+FFFD.
[[nodiscard]] pybind11::object text_object(std::string_view text);
[[nodiscard]] pybind11::object json_object(const json& value);

}  // namespace zermelo::python
