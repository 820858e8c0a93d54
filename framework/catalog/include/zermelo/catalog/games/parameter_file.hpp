// SPDX-License-Identifier: MIT
// Parses parameter values that name a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zermelo {

/// The file in a value `@FILE` or `FORM:@FILE`. The latter means the form followed by the text of the file.
struct parameter_file {
  std::string form;  ///< with its colon, such as "edges:"; may be empty
  std::string name;  ///< `-` for standard input
};

/// Returns the file that a value names, or nothing if the value has another form.
[[nodiscard]] std::optional<parameter_file> find_parameter_file(std::string_view value);

/// Returns the file name in a value `NAME` or `@NAME` of a parameter of the type file_name. @throws input_error for
/// FORM:@NAME.
[[nodiscard]] std::string name_in_value(std::string_view parameter, std::string_view value);

}  // namespace zermelo
