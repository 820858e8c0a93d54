// SPDX-License-Identifier: MIT
// Determines the columns that a table stores, and their types.
#pragma once

#include <cstdint>

#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage {

template <class Column>
[[nodiscard]] bool stores(Column /*column*/, const table_metadata& metadata) {
  return Column::is_for_points ? metadata.max_margin.has_value() : metadata.has_distances;
}

/// Returns the number of values that determines the type of a column.
template <class Column>
[[nodiscard]] std::uint64_t stored_extent(Column /*column*/, const table_metadata& metadata) {
  return Column::is_for_points ? metadata.max_margin.value_or(1) : Column::extent(metadata.summary);
}

/// Calls f with a number of the type in which a new table stores a column.
template <class Column, class F>
decltype(auto) with_stored_type(const table_metadata& metadata, const F& f) {
  return stored_extent(Column(), metadata) <= Column::narrow_extent ? f(typename Column::narrow())
                                                                    : f(typename Column::wide());
}

}  // namespace zermelo::storage
