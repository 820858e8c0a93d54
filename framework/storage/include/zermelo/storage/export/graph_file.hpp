// SPDX-License-Identifier: MIT
// The graph of a game in compressed sparse rows, in one HDF5 file. Format `zermelo-graph`, version 1; the layout is in
// framework/docs/format.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/graph_end.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::storage {

/// Everything in a graph file except the graph.
struct graph_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  std::array<std::string, 2> player_names;
  std::uint64_t positions = 0;
  std::uint64_t edges = 0;  ///< moves out of legal positions that are not terminal
  std::string program_version;
  std::string git_revision;
  std::string program{};  ///< as in table_metadata
};

/// A run of consecutive positions of a graph, with their moves.
class graph_part {
 public:
  void clear();
  /// Adds the next position. @param to_move  `player::first` in an illegal position
  /// @param successors  one for each move; empty unless `end` is `graph_end::none`
  void add(player to_move, graph_end end, const std::vector<position>& successors);

  [[nodiscard]] const std::vector<std::int64_t>& to_move() const noexcept { return m_to_move; }
  [[nodiscard]] const std::vector<std::int64_t>& ends() const noexcept { return m_ends; }
  [[nodiscard]] const std::vector<std::int64_t>& num_successors() const noexcept { return m_num_successors; }
  [[nodiscard]] const std::vector<std::int64_t>& successors() const noexcept { return m_successors; }

 private:
  // All of one type, so that one list_writer serves them. They are narrowed when they are written.
  std::vector<std::int64_t> m_to_move;
  std::vector<std::int64_t> m_ends;
  std::vector<std::int64_t> m_num_successors;
  std::vector<std::int64_t> m_successors;
};

/// Adds the positions from `begin` to `end` - 1 to an empty part. Must be thread-safe.
using graph_walk = std::function<void(position begin, position end, graph_part& part)>;

/// Writes a graph: to a temporary name in the same folder, synced, then renamed, so that `path` is always absent, old
/// or complete. No file is left behind if the function throws. Walks the graph twice: phases "count" and "write", one
/// unit of work per position. Memory: four parts of 16 Ki positions for each thread.
/// @param threads  at least 1
/// @throws input_error if `path` cannot be written; resource_error if the disk is full or broken; interrupted;
///   contract_error if the graph has no positions or another number of moves than `metadata` says, or a parameter's
///   name is no identifier; and what `walk` throws.
void write_graph(const std::filesystem::path& path, const graph_metadata& metadata, const graph_walk& walk,
                 unsigned threads, work_monitor& monitor);

}  // namespace zermelo::storage
