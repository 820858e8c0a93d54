// SPDX-License-Identifier: MIT
// Writes the graph of a game as compressed sparse rows to one HDF5 file. Format `zermelo-graph`, version 1, described
// in framework/docs/format.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::storage {

/// The metadata of a graph file.
struct graph_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  std::array<std::string, 2> player_names;
  std::uint64_t positions = 0;
  std::optional<std::uint64_t> edges{};  ///< moves out of legal positions that are not terminal; nothing: unknown
  std::string program_version;
  std::string git_revision;
  std::string program{};  ///< see table_metadata
  graph_conventions conventions{};
  std::optional<position> start{};
};

/// The number of moves of a graph differs from its metadata.
class wrong_num_edges : public contract_error {
  using contract_error::contract_error;
};

/// The stored data of consecutive positions, except the targets of their moves.
class graph_part {
 public:
  void clear() noexcept;
  /// Adds a position in which play continues, or which has no moves and whose result follows from the graph's
  /// conventions.
  void add_open(player to_move, std::uint32_t num_moves) { add(to_move, graph_end::none, 0, num_moves); }
  void add_end(player to_move, const result& end) { add(to_move, graph_end_of(end), end.distance_plies, 0); }
  void add_unused() { add(player::first, graph_end::illegal, 0, 0); }
  /// Sets the name of the position that was added last. Must be called at most once per position.
  void add_name(std::string_view name);

  [[nodiscard]] const std::vector<std::uint8_t>& to_move() const noexcept { return m_to_move; }
  [[nodiscard]] const std::vector<std::uint8_t>& ends() const noexcept { return m_ends; }
  [[nodiscard]] const std::vector<std::uint32_t>& end_distances() const noexcept { return m_end_distances; }
  [[nodiscard]] const std::vector<std::uint32_t>& num_moves() const noexcept { return m_num_moves; }
  /// Returns the concatenated names.
  [[nodiscard]] const std::vector<char>& names() const noexcept { return m_names; }
  /// [index in the part]: the length of the name in bytes; shorter than the part if later positions have no names.
  [[nodiscard]] const std::vector<std::uint32_t>& name_bytes() const noexcept { return m_name_bytes; }

 private:
  void add(player to_move, graph_end end, std::uint32_t end_distance, std::uint32_t num_moves);

  std::vector<std::uint8_t> m_to_move;
  std::vector<std::uint8_t> m_ends;
  std::vector<std::uint32_t> m_end_distances;
  std::vector<std::uint32_t> m_num_moves;
  std::vector<char> m_names;
  std::vector<std::uint32_t> m_name_bytes;
};

/// A traversal of the graph to write. Several threads call the members at the same time.
class graph_walk {
 public:
  virtual ~graph_walk() = default;
  /// Adds the positions of a block to `part`, which is empty.
  virtual void describe(const index_range& block, graph_part& part) const = 0;
  /// Appends the targets of the moves from a block's positions, row after row. The number of moves must agree with
  /// `describe`.
  virtual void list_moves(const index_range& block, batch_list<position>& moves) const = 0;
};

/// Writes a graph. The data are written to a temporary file in the same folder, which is synced and then renamed, so
/// that `path` is always missing, old or complete. If the function throws, it removes the temporary file. The graph is
/// traversed twice, in phases "count" and "write", with one unit of work per position. The file does not depend on the
/// number of threads. Memory: four parts of 16 Ki positions per thread, with their names, and 16 chunks of 64 Ki
/// numbers per list. Names are stored if at least one position has a name.
/// @param threads  at least 1
/// @throws input_error if `path` cannot be written; resource_error if the disk is full or broken; interrupted;
/// wrong_num_edges; contract_error if the graph has no positions, the numbers of moves in `walk` contradict each other,
/// or a parameter's name is not an identifier; what `walk` throws.
void write_graph(const std::filesystem::path& path, const graph_metadata& metadata, const graph_walk& walk,
                 unsigned threads, work_monitor& monitor);

}  // namespace zermelo::storage
