// SPDX-License-Identifier: MIT
// The version and the build of Zermelo, for tables and reports.
#pragma once

#include <string_view>

namespace zermelo {

/// The project's version, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

/// The git commit of the build, followed by "-dirty" if tracked files had changes; "unknown" without git.
[[nodiscard]] std::string_view git_revision();

/// The compiler's name and version.
[[nodiscard]] std::string_view compiler();
/// The compiler's flags.
[[nodiscard]] std::string_view build_flags();

}  // namespace zermelo
