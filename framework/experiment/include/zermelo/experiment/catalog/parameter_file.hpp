// SPDX-License-Identifier: MIT
// Values of parameters that are in files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zermelo::experiment {

/// A file that a value names: `@FILE`, or `FORM:@FILE`, where the file's text follows the form.
struct parameter_file {
  std::string form;  ///< with its colon, such as "edges:", or empty
  std::string name;  ///< `-` for standard input
};

/// The file that a value names, if it names one.
[[nodiscard]] std::optional<parameter_file> find_parameter_file(std::string_view value);

}  // namespace zermelo::experiment
