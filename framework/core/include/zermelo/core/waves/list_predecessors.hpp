// SPDX-License-Identifier: MIT
// Lists the predecessors of positions by the rules, to be stored in rows.
#pragma once

#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {

/// A function that lists the predecessors of a stretch of positions; rows of holes are empty. The rules, which list
/// predecessors, must outlive the function.
[[nodiscard]] row_lister list_predecessors(const rules& game);

}  // namespace zermelo
