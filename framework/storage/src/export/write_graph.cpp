// SPDX-License-Identifier: MIT
// Writes graphs: a first walk counts the moves, a second walk writes them.
#include <zermelo/storage/export/graph_file.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>

#include "../array/array_dataset.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/hdf5.hpp"
#include "../hdf5/new_file.hpp"
#include "graph_format.hpp"

namespace zermelo::storage {
namespace {

/// A list of numbers of a known length, written from front to back and stored as type `Stored`. The writing thread
/// compresses one chunk after the other; only the walk is parallel.
template <class Stored>
class list_writer {
 public:
  list_writer(const new_file& file, const std::string& name, std::uint64_t length) : m_file(file) {
    const hid_t stored = hdf5::stored_type<Stored>();
    if (length > 0) {
      m_array.emplace(array_dataset::create(file.id(), name, stored, {length}));
      m_chunk.reserve(m_array->layout().chunk_elements());
    } else {
      (void)hdf5::create_list(file.id(), name, stored, 0);  // HDF5 has no empty chunks
    }
  }

  /// Preconditions: the list has room for the values, and they fit the type `Stored`.
  void append(std::span<const std::int64_t> values) {
    while (!values.empty()) {
      const std::size_t room = m_array->layout().num_positions(m_next_chunk) - m_chunk.size();
      const auto piece = values.first(std::min(room, values.size()));
      m_chunk.insert(m_chunk.end(), piece.begin(), piece.end());
      values = values.subspan(piece.size());
      if (piece.size() < room) return;
      m_array->template write_chunk<Stored, std::int64_t>(m_next_chunk++, m_chunk);
      m_file.expect_written();
      m_chunk.clear();
    }
  }

  /// Writes attributes about the codes 0, 1, ... in the list. Replaces an earlier description. Precondition: the list
  /// is not empty.
  void describe(const char* long_name, std::string_view flag_meanings) const {
    for (const char* attribute : {"long_name", "flag_values", "flag_meanings"}) {
      if (hdf5::has_attribute(m_array->id(), attribute)) hdf5::check(H5Adelete(m_array->id(), attribute));
    }
    hdf5::write_text(m_array->id(), "long_name", long_name);
    std::vector<std::uint8_t> codes(format::split_words(flag_meanings).size());
    for (std::size_t code = 0; code < codes.size(); ++code) codes[code] = static_cast<std::uint8_t>(code);
    hdf5::write_list<std::uint8_t>(m_array->id(), "flag_values", codes);
    hdf5::write_text(m_array->id(), "flag_meanings", flag_meanings);
  }

 private:
  const new_file& m_file;
  std::optional<array_dataset> m_array;  ///< nothing if the list is empty
  std::vector<std::int64_t> m_chunk;     ///< the first values of the next chunk
  std::uint64_t m_next_chunk = 0;
};

class graph_writer {
 public:
  graph_writer(const new_file& file, const graph_metadata& metadata, const graph_walk& walk, unsigned threads,
               work_monitor& monitor)
      : m_file(file), m_metadata(metadata), m_walk(walk), m_threads(threads), m_monitor(monitor) {}

  void write() {
    write_attributes();
    write_positions();
    write_moves();
  }

 private:
  void write_attributes() const {
    attribute_writer archive(m_file.id());
    archive.text("game", m_metadata.game);
    archive.parameters(m_metadata.parameters);
    archive.text("first_player", m_metadata.player_names[0]);
    archive.text("second_player", m_metadata.player_names[1]);
    archive.count("positions", m_metadata.positions);
    archive.count("edges", m_metadata.edges);
    archive.text("program_version", m_metadata.program_version);
    archive.text("git_revision", m_metadata.git_revision);
    archive.optional_text("program", m_metadata.program);
  }

  /// Writes the players to move, the ends of play and the ends of rows.
  void write_positions() {
    const std::uint64_t positions = m_metadata.positions;
    list_writer<std::int64_t> row_ends(m_file, "indptr", positions + 1);
    list_writer<std::uint8_t> to_move(m_file, "to_move", positions);
    list_writer<std::uint8_t> ends(m_file, "terminal", positions);
    to_move.describe("player to move", "first second");
    ends.describe("how play has ended", "none first_has_won second_has_won tie illegal");
    std::int64_t edges = 0;
    bool has_drawn_ends = false;
    row_ends.append({&edges, 1});
    std::vector<std::int64_t> sums;
    for_each_part("count", [&](const graph_part& part) {
      sums.clear();
      for (const std::int64_t count : part.num_successors()) sums.push_back(edges += count);
      row_ends.append(sums);
      to_move.append(part.to_move());
      ends.append(part.ends());
      constexpr auto drawn = static_cast<std::int64_t>(graph_end::draw);
      has_drawn_ends = has_drawn_ends || std::find(part.ends().begin(), part.ends().end(), drawn) != part.ends().end();
    });
    // The code is listed only in files that use it, since few games have such ends.
    if (has_drawn_ends) ends.describe("how play has ended", "none first_has_won second_has_won tie illegal draw");
    if (static_cast<std::uint64_t>(edges) != m_metadata.edges) {
      throw contract_error(fmt::format("the graph has {} moves, not {}", edges, m_metadata.edges));
    }
  }

  void write_moves() {
    const bool is_wide = m_metadata.positions - 1 > std::numeric_limits<std::uint32_t>::max();
    is_wide ? write_moves_as<std::int64_t>() : write_moves_as<std::uint32_t>();
  }
  template <class Stored>
  void write_moves_as() {
    list_writer<Stored> successors(m_file, "indices", m_metadata.edges);
    for_each_part("write", [&](const graph_part& part) { successors.append(part.successors()); });
  }

  /// Calls take(part) for parts of the graph in order, one at a time.
  template <class Take>
  void for_each_part(const char* phase, const Take& take) const {
    m_monitor.phase(phase, m_metadata.positions);
    for_each_block_in_order<graph_part>(
        m_metadata.positions, m_threads, m_monitor, [](position begin) { return begin + sweep_block_size; },
        [this](const index_range& block, graph_part& part) {
          part.clear();
          m_walk(block.begin, block.end, part);
        },
        [&take](const graph_part& part) {
          const hdf5::quiet_errors quiet;  // HDF5 has this setting for each thread
          take(part);
          return sweep_step::proceed;
        });
  }

  const new_file& m_file;
  const graph_metadata& m_metadata;
  const graph_walk& m_walk;
  unsigned m_threads;
  work_monitor& m_monitor;
};

}  // namespace

void graph_part::clear() {
  m_to_move.clear();
  m_ends.clear();
  m_num_successors.clear();
  m_successors.clear();
}

void graph_part::add(player to_move, graph_end end, const std::vector<position>& successors) {
  m_to_move.push_back(static_cast<std::int64_t>(index_of(to_move)));
  m_ends.push_back(static_cast<std::int64_t>(end));
  m_num_successors.push_back(static_cast<std::int64_t>(successors.size()));
  for (const position to : successors) m_successors.push_back(static_cast<std::int64_t>(to));
}

void write_graph(const std::filesystem::path& path, const graph_metadata& metadata, const graph_walk& walk,
                 unsigned threads, work_monitor& monitor) {
  if (metadata.positions == 0) throw contract_error("a graph without positions");
  format::expect_storable_names(metadata.parameters);
  write_new_file(path, graph_format::kind,
                 [&](const new_file& file) { graph_writer(file, metadata, walk, threads, monitor).write(); });
}

}  // namespace zermelo::storage
