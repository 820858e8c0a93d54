// SPDX-License-Identifier: MIT
// Provides the version and the build of Zermelo, for tables and reports.
#pragma once

#include <string_view>

namespace zermelo {

/// Returns the project's version, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

/// Returns the git commit of the build, followed by "-dirty" if tracked files had changes, or "unknown" without git.
[[nodiscard]] std::string_view git_revision();

/// Returns the compiler's name and version.
[[nodiscard]] std::string_view compiler();
/// Returns the flags that were passed to the compiler.
[[nodiscard]] std::string_view build_flags();

}  // namespace zermelo
