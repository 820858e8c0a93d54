// SPDX-License-Identifier: MIT
// The predecessors of rules, on their way to being stored in rows.
#pragma once

#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// Lists the predecessors of a stretch of positions, and of holes nothing. The rules must outlive it.
[[nodiscard]] row_lister list_predecessors(const rules& game);

}  // namespace zermelo
