// SPDX-License-Identifier: MIT
// Stores the moves of rules as rows of predecessors.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Has the phases and errors of `materialize`. Precondition: no move leads outside.
[[nodiscard]] stored_graph store_rules(const rules& game, const materialize_options& options, work_monitor& monitor);

}  // namespace zermelo
