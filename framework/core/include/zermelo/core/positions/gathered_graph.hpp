// SPDX-License-Identifier: MIT
// The arrays of a game's graph, joined from batches of consecutive positions, for example computed by functions in
// another language. The arrays grow in place, and use only the memory of their entries.
//
//   time    one pass over each batch
//   memory  4 bytes per move, 10 bytes per position, and 4 more if distances are given
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <zermelo/core/base/growing_array.hpp>
#include <zermelo/core/graph/graph_arrays.hpp>

namespace zermelo {

/// The next positions of a graph, not yet checked; graph_arrays.hpp has the codes.
struct graph_batch {
  std::span<const std::uint8_t> to_move{};
  std::span<const std::uint8_t> terminal{};
  std::span<const std::uint32_t> distance{};  ///< may be empty
  integer_span indptr{};                      ///< [rows + 1]: where the moves of each row begin, starting at 0
  integer_span targets{};
};

/// Movable, not copyable.
class gathered_graph {
 public:
  /// Whether a batch has a row for each of its positions, or only for those that are not terminal.
  enum class rows_of : std::uint8_t { all_positions, open_positions };

  gathered_graph() { m_indptr.extend(1).front() = 0; }

  /// Appends a batch, whose moves lead to positions below `num_positions`.
  /// @throws input_error naming the first wrong entry: its array, index in the batch, value and range; the graph must
  ///   not be used afterwards. std::bad_alloc.
  void add(const graph_batch& batch, rows_of rows, std::uint64_t num_positions);

  [[nodiscard]] std::uint64_t num_positions() const noexcept { return m_to_move.size(); }
  [[nodiscard]] std::uint64_t num_moves() const noexcept { return m_indices.size(); }
  [[nodiscard]] std::span<const std::int64_t> indptr() const noexcept { return m_indptr.span(); }
  [[nodiscard]] std::span<const std::uint32_t> indices() const noexcept { return m_indices.span(); }
  [[nodiscard]] std::span<const std::uint8_t> to_move() const noexcept { return m_to_move.span(); }
  [[nodiscard]] std::span<const std::uint8_t> terminal() const noexcept { return m_terminal.span(); }
  /// Empty if the batches have no distances.
  [[nodiscard]] std::span<const std::uint32_t> distance() const noexcept { return m_distance.span(); }

 private:
  void add_positions(const graph_batch& batch);
  void add_rows(const graph_batch& batch, rows_of rows);
  void add_targets(const integer_span& targets, std::uint64_t num_positions);

  growing_array<std::int64_t> m_indptr;
  growing_array<std::uint32_t> m_indices;
  growing_array<std::uint8_t> m_to_move;
  growing_array<std::uint8_t> m_terminal;
  growing_array<std::uint32_t> m_distance;
};

/// Checks the ends of rows. @throws input_error unless `indptr` has `num_rows` + 1 entries, begins at 0, does not
/// decrease, and ends at `num_listed`. @param name  what the rows list, for messages
void expect_row_ends(const integer_span& indptr, std::uint64_t num_rows, std::uint64_t num_listed,
                     std::string_view name = "targets");
/// Checks the contents of rows. @throws input_error for the first number that is not below `num_positions`.
void expect_positions(const integer_span& listed, std::uint64_t num_positions, std::string_view name = "targets");

}  // namespace zermelo
