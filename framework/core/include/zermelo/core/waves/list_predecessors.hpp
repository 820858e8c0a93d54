// SPDX-License-Identifier: MIT
// Lists the predecessors of rules, to be stored in rows.
#pragma once

#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// A lister of predecessors for stretches of positions; rows of holes are empty. The rules must outlive it.
[[nodiscard]] row_lister list_predecessors(const rules& game);

}  // namespace zermelo
