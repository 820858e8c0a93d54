// SPDX-License-Identifier: MIT
// Checks the solution of a group of slices against the rules of the whole game: the entries of moves' targets are
// looked up in the group and in the finished slices.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

namespace zermelo {

/// @param values  the entries, by the group's numbers, which the failures of the report have too
/// @param groups  as for verify_solution
/// @throws as verify_solution.
[[nodiscard]] verify_report verify_group(const part_rules& group, const solution_entries& values,
                                         const verify_scope& scope, work_monitor& monitor,
                                         const group_places* groups = nullptr);

}  // namespace zermelo
