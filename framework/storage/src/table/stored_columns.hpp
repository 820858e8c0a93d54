// SPDX-License-Identifier: MIT
// Which numbers of its entries a table stores, and in which types.
#pragma once

#include <cstdint>

#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::storage {

[[nodiscard]] inline bool stores(distance_column /*column*/, const table_metadata& metadata) {
  return metadata.has_distances;
}
[[nodiscard]] inline bool stores(margin_column /*column*/, const table_metadata& metadata) {
  return metadata.max_margin.has_value();
}

/// The extent for which the type of a column is chosen.
[[nodiscard]] inline std::uint64_t stored_extent(distance_column column, const table_metadata& metadata) {
  return column.extent(metadata.summary);
}
[[nodiscard]] inline std::uint64_t stored_extent(margin_column /*column*/, const table_metadata& metadata) {
  return metadata.max_margin.value_or(1);
}

/// f(a number of the type in which a new table stores a column).
template <class Column, class F>
decltype(auto) with_stored_type(const table_metadata& metadata, const F& f) {
  return stored_extent(Column(), metadata) <= Column::narrow_extent ? f(typename Column::narrow())
                                                                    : f(typename Column::wide());
}

}  // namespace zermelo::storage
