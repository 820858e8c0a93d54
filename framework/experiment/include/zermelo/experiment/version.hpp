// SPDX-License-Identifier: MIT
// Which build of Zermelo this is, for tables and reports.
#pragma once

#include <string_view>

namespace zermelo::experiment {

/// The version of the project, such as "0.1.0".
[[nodiscard]] std::string_view program_version();

/// The git commit that was built, with "-dirty" behind it if its files had been changed; "unknown" without git.
[[nodiscard]] std::string_view git_revision();

}  // namespace zermelo::experiment
