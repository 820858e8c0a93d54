// SPDX-License-Identifier: MIT
// Parameter values that name a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zermelo {

/// The file of a value `@FILE`, or of `FORM:@FILE`, which stands for the form followed by the file's text.
struct parameter_file {
  std::string form;  ///< with its colon, such as "edges:"; may be empty
  std::string name;  ///< `-` for standard input
};

/// The file that a value names; nothing for a value in another form.
[[nodiscard]] std::optional<parameter_file> find_parameter_file(std::string_view value);

/// The file name in a value `NAME` or `@NAME` of a parameter of the type file_name. @throws input_error for FORM:@NAME.
[[nodiscard]] std::string name_in_value(std::string_view parameter, std::string_view value);

}  // namespace zermelo
