// SPDX-License-Identifier: MIT
// Writes the graph of a game in compressed sparse rows, in one HDF5 file. Format `zermelo-graph`, version 1; the layout
// is in framework/docs/format.md.
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

/// Everything in a graph file except the graph.
struct graph_metadata {
  std::string game;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< by name; sufficient to rebuild the game
  std::array<std::string, 2> player_names;
  std::uint64_t positions = 0;
  std::optional<std::uint64_t> edges{};  ///< moves out of legal positions that are not terminal, if it is known
  std::string program_version;
  std::string git_revision;
  std::string program{};  ///< as in table_metadata
  graph_conventions conventions{};
  std::optional<position> start{};
};

/// A graph has another number of moves than its metadata says.
class wrong_num_edges : public contract_error {
  using contract_error::contract_error;
};

/// What is stored of consecutive positions, except where their moves lead.
class graph_part {
 public:
  void clear() noexcept;
  /// Adds a position where play continues, or ends for want of moves by the graph's conventions.
  void add_open(player to_move, std::uint32_t num_moves) { add(to_move, graph_end::none, 0, num_moves); }
  void add_end(player to_move, const result& end) { add(to_move, graph_end_of(end), end.distance_plies, 0); }
  void add_unused() { add(player::first, graph_end::illegal, 0, 0); }
  /// Gives a name to the position that was added last. Call it once for a position, or not at all.
  void add_name(std::string_view name);

  [[nodiscard]] const std::vector<std::uint8_t>& to_move() const noexcept { return m_to_move; }
  [[nodiscard]] const std::vector<std::uint8_t>& ends() const noexcept { return m_ends; }
  [[nodiscard]] const std::vector<std::uint32_t>& end_distances() const noexcept { return m_end_distances; }
  [[nodiscard]] const std::vector<std::uint32_t>& num_moves() const noexcept { return m_num_moves; }
  /// All names, one behind the other.
  [[nodiscard]] const std::vector<char>& names() const noexcept { return m_names; }
  /// [place of a position in the part]: the bytes of its name; shorter than the part if no later position has a name.
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

/// A walk over the graph to write. Members are called by several threads at once.
class graph_walk {
 public:
  virtual ~graph_walk() = default;
  /// Adds the positions of a block to an empty part.
  virtual void describe(const index_range& block, graph_part& part) const = 0;
  /// Appends where the moves of the positions of a block lead, row after row, as many as `describe` has said.
  virtual void list_moves(const index_range& block, batch_list<position>& moves) const = 0;
};

/// Writes a graph: to a temporary name in the same folder, synced, then renamed, so that `path` is always absent, old
/// or complete. No file is left behind if the function throws. Walks the graph twice: phases "count" and "write", one
/// unit of work per position. The file does not depend on the number of threads. Memory: four parts of 16 Ki positions
/// for each thread, with their names, and 16 chunks of 64 Ki numbers of each list. Names are stored if a position has
/// one.
/// @param threads  at least 1
/// @throws input_error if `path` cannot be written; resource_error if the disk is full or broken; interrupted;
///   wrong_num_edges; contract_error if the graph has no positions, `walk` lists other moves than it has described, or
///   a parameter's name is no identifier; and what `walk` throws.
void write_graph(const std::filesystem::path& path, const graph_metadata& metadata, const graph_walk& walk,
                 unsigned threads, work_monitor& monitor);

}  // namespace zermelo::storage
