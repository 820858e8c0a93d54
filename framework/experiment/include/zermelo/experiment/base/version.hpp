// SPDX-License-Identifier: MIT
// Which build of Zermelo this is, for tables and reports.
#pragma once

#include <string_view>

namespace zermelo::experiment {

/// The version of the project, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

/// The git commit that was built, with "-dirty" behind it if its files had been changed; "unknown" without git.
[[nodiscard]] std::string_view git_revision();

/// The compiler's name and version, and the flags that it was called with.
[[nodiscard]] std::string_view compiler();
[[nodiscard]] std::string_view build_flags();

}  // namespace zermelo::experiment
