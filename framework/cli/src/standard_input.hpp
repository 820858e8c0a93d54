// SPDX-License-Identifier: MIT
// Lines from standard input that can be waited for without becoming deaf to Ctrl-C.
#pragma once

#include <optional>
#include <string>

namespace zermelo::cli {

class standard_input {
 public:
  /// The next line without its end; nothing at the end of the input. @throws interrupted.
  [[nodiscard]] std::optional<std::string> read_line();

 private:
  /// Reads what there is, after waiting for it; false at the end of the input.
  [[nodiscard]] bool read_more();

  std::string m_unused;  ///< read, but not yet asked for
};

}  // namespace zermelo::cli
