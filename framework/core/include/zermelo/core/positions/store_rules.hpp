// SPDX-License-Identifier: MIT
// The graph of rules, stored backwards.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Phases and errors as `materialize`. Precondition: no move leads outside.
[[nodiscard]] stored_graph store_rules(const rules& game, const materialize_options& options, work_monitor& monitor);

}  // namespace zermelo
