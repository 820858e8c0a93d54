// SPDX-License-Identifier: MIT
// Checks the solution of a group of slices against the forward rules of the game, which know nothing of slices: what
// moves lead to is looked up in the group's entries and those of finished slices together.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

/// @param values  numbered like the group, as are the failures of the report
/// @throws as verify_solution.
[[nodiscard]] verify_report verify_group(const part_rules& group, const solution_entries& values,
                                         const verify_scope& scope, work_monitor& monitor);

}  // namespace zermelo
