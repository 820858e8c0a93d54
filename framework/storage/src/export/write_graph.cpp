// SPDX-License-Identifier: MIT
// Writes graphs in two passes: the first counts the moves, and the second writes them.
#include <zermelo/storage/export/write_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>

#include "../array/array_dataset.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/hdf5.hpp"
#include "../hdf5/new_file.hpp"
#include "graph_format.hpp"

namespace zermelo::storage {
namespace {

/// Writes a list of numbers sequentially, stored as type `Stored`. The threads of the current arena compress several
/// chunks at a time, and the calling thread writes them.
template <class Stored>
class list_writer {
 public:
  list_writer(const new_file& file, const std::string& name, std::uint64_t length, unsigned threads)
      : m_file(file), m_threads(threads) {
    const hid_t stored = hdf5::stored_type<Stored>();
    if (length > 0) {
      m_array.emplace(array_dataset::create(file.id(), name, stored, {length}));
    } else {
      (void)hdf5::create_list(file.id(), name, stored, 0);  // HDF5 has no empty chunks
    }
  }
  /// Creates a list of initially unknown length.
  list_writer(const new_file& file, const std::string& name, unsigned threads)
      : m_file(file),
        m_threads(threads),
        m_array(array_dataset::create_growing(file.id(), name, hdf5::stored_type<Stored>())),
        m_is_growing(true) {}

  /// Appends values. Preconditions: the list has space for them, and they fit in the type `Stored`.
  template <class T>
  void append(std::span<const T> values) {
    while (!values.empty()) {
      if (m_num_full == m_chunks.size()) m_chunks.emplace_back().reserve(chunk_elements());
      std::vector<Stored>& chunk = m_chunks[m_num_full];
      const auto piece = values.first(std::min(chunk_elements() - chunk.size(), values.size()));
      for (const T value : piece) chunk.push_back(static_cast<Stored>(value));
      values = values.subspan(piece.size());
      if (chunk.size() < chunk_elements()) return;
      if (++m_num_full == chunks_per_write) write_chunks();
    }
  }
  template <class T>
  void append(const std::vector<T>& values) {
    append(std::span<const T>(values));
  }

  /// Writes the remaining values. Must be called after the last `append`.
  void finish() {
    if (m_num_full < m_chunks.size() && !m_chunks[m_num_full].empty()) ++m_num_full;
    if (m_num_full > 0) write_chunks();
  }

  /// Writes attributes that describe the codes 0, 1, ... of the list, and replaces earlier ones. Precondition: the list
  /// is not empty.
  void describe(const char* long_name, std::string_view flag_meanings) const {
    for (const char* attribute : {"long_name", "flag_values", "flag_meanings"}) {
      if (hdf5::has_attribute(m_array->id(), attribute)) hdf5::check(H5Adelete(m_array->id(), attribute));
    }
    hdf5::write_text(m_array->id(), "long_name", long_name);
    std::vector<std::uint8_t> codes(format::split_tokens(flag_meanings).size());
    for (std::size_t code = 0; code < codes.size(); ++code) codes[code] = static_cast<std::uint8_t>(code);
    hdf5::write_list<std::uint8_t>(m_array->id(), "flag_values", codes);
    hdf5::write_text(m_array->id(), "flag_meanings", flag_meanings);
  }

 private:
  /// The number of chunks that are compressed at a time. It is a constant, so that the file does not depend on the
  /// number of threads.
  static constexpr std::size_t chunks_per_write = 16;

  [[nodiscard]] std::size_t chunk_elements() const { return m_array->layout().chunk_elements(); }

  void write_chunks() {
    if (m_is_growing) {
      const std::size_t last_size = m_chunks[m_num_full - 1].size();
      m_array->grow((m_num_written + m_num_full - 1) * chunk_elements() + last_size);
    }
    std::vector<std::vector<std::byte>> stored(m_num_full);
    for_each_index(m_threads, m_num_full, [&](std::uint64_t i) {
      m_chunks[i].resize(chunk_elements());  // the last chunk may be shorter
      stored[i] = m_array->template encode<Stored>(m_chunks[i]);
      m_chunks[i].clear();
    });
    for (const std::vector<std::byte>& bytes : stored) m_array->write_stored(m_num_written++, bytes);
    m_file.expect_written();
    m_num_full = 0;
  }

  const new_file& m_file;
  unsigned m_threads;
  std::optional<array_dataset> m_array;  ///< nothing if the list is empty
  bool m_is_growing = false;
  std::vector<std::vector<Stored>> m_chunks;  ///< the chunks that have not been written
  std::size_t m_num_full = 0;                 ///< full chunks in m_chunks
  std::uint64_t m_num_written = 0;
};

/// Writes the names of positions. The lists are created when the first name is appended.
class name_writer {
 public:
  name_writer(const new_file& file, std::uint64_t num_positions, unsigned threads)
      : m_file(file), m_num_positions(num_positions), m_threads(threads) {}

  /// Appends the names of a part. @param num_before  the number of positions in earlier parts
  void append(const graph_part& part, std::uint64_t num_before) {
    if (part.names().empty() && !m_lists) return;
    if (!m_lists) {
      m_lists.emplace(m_file, m_num_positions, m_threads);
      append_ends(num_before + 1, [](std::uint64_t) { return 0U; });
    }
    m_lists->names.append(part.names());
    append_ends(part.ends().size(),
                [&](std::uint64_t i) { return i < part.name_bytes().size() ? part.name_bytes()[i] : 0U; });
  }
  void finish() {
    if (!m_lists) return;
    m_lists->names.finish();
    m_lists->ends.finish();
  }

 private:
  struct lists {
    lists(const new_file& file, std::uint64_t num_positions, unsigned threads)
        : names(file, "names", threads), ends(file, "names_indptr", num_positions + 1, threads) {}
    list_writer<std::uint8_t> names;
    list_writer<std::int64_t> ends;
  };

  /// Appends the ends of names. @param bytes_of  returns the length of the i-th of `count` names
  template <class BytesOf>
  void append_ends(std::uint64_t count, const BytesOf& bytes_of) {
    std::vector<std::uint64_t> ends;
    for (std::uint64_t begin = 0; begin < count; begin += sweep_block_size) {
      ends.clear();
      const std::uint64_t end = std::min(count, begin + sweep_block_size);
      for (std::uint64_t i = begin; i < end; ++i) ends.push_back(m_num_bytes += bytes_of(i));
      m_lists->ends.append(ends);
    }
  }

  const new_file& m_file;
  std::uint64_t m_num_positions;
  unsigned m_threads;
  std::optional<lists> m_lists;
  std::uint64_t m_num_bytes = 0;
};

class graph_writer {
 public:
  graph_writer(const new_file& file, const graph_metadata& metadata, const graph_walk& walk, unsigned threads,
               work_monitor& monitor)
      : m_file(file), m_metadata(metadata), m_walk(walk), m_threads(threads), m_monitor(monitor) {}

  void write() {
    const std::uint64_t edges = write_positions();
    if (m_metadata.edges && edges != *m_metadata.edges) {
      throw wrong_num_edges(fmt::format("the graph: expected {1} moves, got {0}", edges, *m_metadata.edges));
    }
    write_attributes(edges);
    write_moves(edges);
  }

 private:
  void write_attributes(std::uint64_t edges) const {
    attribute_writer archive(m_file.id());
    archive.text("game", m_metadata.game);
    archive.parameters(m_metadata.parameters);
    archive.text("first_player", m_metadata.player_names[0]);
    archive.text("second_player", m_metadata.player_names[1]);
    archive.count("positions", m_metadata.positions);
    archive.count("edges", edges);
    archive.text("program_version", m_metadata.program_version);
    archive.text("git_revision", m_metadata.git_revision);
    archive.optional_text("program", m_metadata.program);
    archive.optional_count("start", m_metadata.start);
    write_unless_default(archive, "infinite_play", m_metadata.conventions.infinite_play,
                         graph_format::infinite_play_keywords);
    write_unless_default(archive, "seen_by", m_metadata.conventions.seen_by, graph_format::seen_by_keywords);
    write_unless_default(archive, "no_moves", m_metadata.conventions.no_moves, graph_format::no_moves_keywords);
  }

  template <class Value, std::size_t N>
  static void write_unless_default(attribute_writer& archive, const char* name, const Value& value,
                                   const vocabulary<Value, N>& keywords) {
    if (value != keywords.front().second) archive.keyword(name, value, keywords);
  }

  /// Writes all lists except the targets of moves. Returns the number of moves.
  [[nodiscard]] std::uint64_t write_positions() {
    const std::uint64_t positions = m_metadata.positions;
    list_writer<std::int64_t> row_ends(m_file, "indptr", positions + 1, m_threads);
    list_writer<std::uint8_t> to_move(m_file, "to_move", positions, m_threads);
    list_writer<std::uint8_t> ends(m_file, "terminal", positions, m_threads);
    to_move.describe("player to move", "first second");
    ends.describe("how play has ended", "none first_has_won second_has_won tie illegal");
    name_writer names(m_file, positions, m_threads);
    std::uint64_t edges = 0;
    bool has_drawn_ends = false;
    row_ends.append(std::span<const std::uint64_t>(&edges, 1));
    std::vector<std::uint64_t> sums;
    std::uint64_t num_positions = 0;
    for_each_part<graph_part>(
        "count", [this](const index_range& block, graph_part& part) { m_walk.describe(block, part); },
        [&](const graph_part& part) {
          names.append(part, num_positions);
          sums.clear();
          for (const std::uint32_t count : part.num_moves()) sums.push_back(edges += count);
          row_ends.append(sums);
          to_move.append(part.to_move());
          ends.append(part.ends());
          append_end_distances(num_positions, part.end_distances());
          num_positions += part.ends().size();
          if (num_positions == positions) {
            row_ends.finish();
            to_move.finish();
            ends.finish();
            if (m_distances) m_distances->finish();
            names.finish();
          }
          constexpr auto drawn = static_cast<std::uint8_t>(graph_end::draw);
          has_drawn_ends = has_drawn_ends || std::count(part.ends().begin(), part.ends().end(), drawn) > 0;
        });
    // The code for draws is listed only in files that use it, since few games have drawn terminals.
    if (has_drawn_ends) ends.describe("how play has ended", "none first_has_won second_has_won tie illegal draw");
    return edges;
  }

  /// Appends to the list of distances, which is created when the first distance other than 0 is appended.
  void append_end_distances(std::uint64_t num_before, const std::vector<std::uint32_t>& distances) {
    if (!m_distances) {
      if (std::count(distances.begin(), distances.end(), 0U) == std::ssize(distances)) return;
      m_distances.emplace(m_file, "distance", m_metadata.positions, m_threads);
      const std::vector<std::uint32_t> zeros(sweep_block_size);
      for (; num_before > 0; num_before -= std::min(num_before, sweep_block_size)) {
        m_distances->append(std::span(zeros).first(std::min(num_before, sweep_block_size)));
      }
    }
    m_distances->append(distances);
  }

  void write_moves(std::uint64_t edges) {
    const bool is_wide = m_metadata.positions - 1 > std::numeric_limits<std::uint32_t>::max();
    is_wide ? write_moves_as<std::int64_t>(edges) : write_moves_as<std::uint32_t>(edges);
  }
  template <class Stored>
  void write_moves_as(std::uint64_t edges) {
    list_writer<Stored> moves(m_file, "indices", edges, m_threads);
    std::uint64_t num_listed = 0;
    for_each_part<batch_list<position>>(
        "write", [this](const index_range& block, batch_list<position>& part) { m_walk.list_moves(block, part); },
        [&](const batch_list<position>& part) {
          num_listed += part.size();
          if (num_listed > edges) throw contract_error(fmt::format("the graph: expected {} moves, got more", edges));
          moves.append(part.all());
          if (num_listed == edges) moves.finish();
        });
    if (num_listed < edges) throw contract_error(fmt::format("the graph: expected {} moves, got fewer", edges));
  }

  /// Calls fill(block, part) for several blocks of positions in parallel, each with an empty part, and take(part) for
  /// one part at a time, in order.
  template <class Part, class Fill, class Take>
  void for_each_part(const char* phase, const Fill& fill, const Take& take) const {
    m_monitor.phase(phase, m_metadata.positions);
    for_each_block_in_order<Part>(
        m_metadata.positions, m_threads, m_monitor, [](position begin) { return begin + sweep_block_size; },
        [&fill](const index_range& block, Part& part) {
          part.clear();
          fill(block, part);
        },
        [&take](const Part& part) {
          const hdf5::quiet_errors quiet;  // HDF5 stores this setting per thread
          take(part);
          return sweep_step::proceed;
        });
  }

  const new_file& m_file;
  const graph_metadata& m_metadata;
  const graph_walk& m_walk;
  unsigned m_threads;
  work_monitor& m_monitor;
  std::optional<list_writer<std::uint32_t>> m_distances;  ///< nothing while all are 0
};

}  // namespace

void graph_part::clear() noexcept {
  m_to_move.clear();
  m_ends.clear();
  m_end_distances.clear();
  m_num_moves.clear();
  m_names.clear();
  m_name_bytes.clear();
}

void graph_part::add_name(std::string_view name) {
  m_name_bytes.resize(m_ends.size());
  m_name_bytes.back() = static_cast<std::uint32_t>(name.size());
  m_names.insert(m_names.end(), name.begin(), name.end());
}

void graph_part::add(player to_move, graph_end end, std::uint32_t end_distance, std::uint32_t num_moves) {
  m_to_move.push_back(static_cast<std::uint8_t>(index_of(to_move)));
  m_ends.push_back(static_cast<std::uint8_t>(end));
  m_end_distances.push_back(end_distance);
  m_num_moves.push_back(num_moves);
}

void write_graph(const std::filesystem::path& path, const graph_metadata& metadata, const graph_walk& walk,
                 unsigned threads, work_monitor& monitor) {
  if (metadata.positions == 0) throw contract_error("the graph has no positions");
  format::expect_storable_names(metadata.parameters);
  write_new_file(path, graph_format::kind,
                 [&](const new_file& file) { graph_writer(file, metadata, walk, threads, monitor).write(); });
}

}  // namespace zermelo::storage
