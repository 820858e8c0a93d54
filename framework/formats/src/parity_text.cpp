// SPDX-License-Identifier: MIT
// Reads parity games in two passes: the first counts the moves of each vertex, and the second stores them.
#include <zermelo/formats/parity_text.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>

#include "parity_line.hpp"
#include "text_lines.hpp"

namespace zermelo {
namespace {

using parity_lines::line_cursor;
using parity_lines::parity_vertex;
using parity_lines::parse_parity_vertex;
using text_lines::first_error;
using text_lines::line_error;

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// The header lines before the vertices.
struct parity_header {
  std::optional<std::uint64_t> last_vertex{};
  std::optional<std::uint64_t> start{};
  std::uint64_t size = 0;  ///< in bytes
};

/// Reads the header, which must be in the first 64 KiB. @throws input_error
parity_header read_parity_header(const text_source& text) {
  constexpr std::uint64_t max_bytes = 1 << 16;
  constexpr std::string_view blanks = " \t\r\n";
  const text_lines::text_piece piece(text, 0, std::min(text.num_bytes, max_bytes));
  const std::string_view all = piece.text();
  parity_header header;
  std::size_t at = all.size() - without_byte_order_mark(all).size();
  while (true) {
    header.size = at;
    at = std::min(all.find_first_not_of(blanks, at), all.size());
    const std::string_view rest = all.substr(at);
    const bool is_last_vertex = rest.starts_with("parity");
    if (!is_last_vertex && !rest.starts_with("start")) return header;
    const std::string_view keyword = is_last_vertex ? "parity" : "start";
    std::optional<std::uint64_t>& value = is_last_vertex ? header.last_vertex : header.start;
    try {
      if (value) throw line_error{fmt::format("duplicate '{}'", keyword)};
      line_cursor cursor(rest.substr(keyword.size()));
      value = cursor.number(fmt::format("a number after '{}'", keyword));
      if (!cursor.is_at(';')) cursor.reject("';'");
      at = all.size() - cursor.rest().size() + 1;
    } catch (line_error& error) {
      first_error errors;
      errors.add(at, std::move(error.what));
      errors.throw_if_any(text);
    }
  }
}

/// The counts for a block of the text.
struct block_count {
  std::uint64_t longest_line_bytes = 0;
  std::uint64_t vertices = 0;
  std::uint64_t num_numbers = 0;  ///< 1 + the largest vertex number
  std::uint64_t moves = 0;
  std::uint64_t name_bytes = 0;
  // The first priorities of the vertices that are not sinks.
  std::optional<std::uint64_t> first{};
  std::uint64_t vertex = 0;  ///< the vertex with the first priority
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> other{};  ///< the first priority that differs
  std::uint64_t other_vertex = 0;
  std::uint64_t other_offset = 0;
};

void add_priority(block_count& block, const parity_vertex& vertex, std::uint64_t offset) {
  if (!block.first) {
    block.first = vertex.priority;
    block.vertex = vertex.number;
    block.offset = offset;
  } else if (vertex.priority != *block.first && !block.other) {
    block.other = vertex.priority;
    block.other_vertex = vertex.number;
    block.other_offset = offset;
  }
}

/// Whether a vertex whose only successor is this one is a sink.
[[nodiscard]] bool is_sink(std::uint64_t degree, std::uint64_t last_successor, std::uint64_t vertex) noexcept {
  return degree == 1 && last_successor == vertex;
}

}  // namespace

struct parity_text::counted {
  text_source text{};
  parity_header header{};
  zeroed_pages<std::uint32_t> rows{};        ///< [v]: 1 + the number of its moves; 0: an unused index
  zeroed_pages<std::uint32_t> name_bytes{};  ///< [v]
  std::uint64_t num_vertices = 0;            ///< including unused indices
  std::uint64_t num_unused = 0;
  std::uint64_t num_moves = 0;
  std::uint64_t num_name_bytes = 0;
  std::uint64_t bytes_of_lines = 0;  ///< an upper bound for the memory of the lines that threads process at the same
                                     ///< time
  std::optional<player> infinite_play{};

  void count(std::uint64_t available_bytes, unsigned threads, work_monitor& monitor);
  void add_vertex(const parity_vertex& vertex, std::uint64_t degree, std::uint64_t last_successor, std::uint64_t offset,
                  block_count& counts, std::atomic<std::uint64_t>& repeated);
  [[noreturn]] void reject_duplicate(std::uint64_t repeated, work_monitor& monitor) const;
  void expect_one_priority(const std::vector<block_count>& blocks, first_error& errors);
  [[nodiscard]] graph_arrays make_rows() const;
};

/// The memory of a vertex that has one move, in bytes.
constexpr std::uint64_t min_vertex_bytes = sizeof(std::uint64_t) + 2 * sizeof(std::uint8_t);

/// Counts the moves and the bytes of the name of each vertex.
void parity_text::counted::count(std::uint64_t available_bytes, unsigned threads, work_monitor& monitor) {
  const std::uint64_t body = text.num_bytes - header.size;
  const std::uint64_t max_vertices = std::min(body, csr_graph::max_vertices);
  if (header.last_vertex && *header.last_vertex >= max_vertices) {
    throw input_error(
        fmt::format("{0}: 'parity {1}': expected a vertex number below {2}, the number of bytes that follow",
                    text.location, *header.last_vertex, body));
  }
  const std::uint64_t max_vertices_in_memory = available_bytes / min_vertex_bytes;
  const auto expect_fits = [&](std::uint64_t vertex) {
    if (vertex < max_vertices_in_memory) return;
    throw resource_error(fmt::format("{}: a graph with vertex {} does not fit in the {} bytes available", text.location,
                                     vertex, available_bytes));
  };
  if (header.last_vertex) expect_fits(*header.last_vertex);
  const std::uint64_t capacity =
      header.last_vertex ? *header.last_vertex + 1 : std::min(max_vertices, max_vertices_in_memory);
  rows = zeroed_pages<std::uint32_t>(capacity);
  name_bytes = zeroed_pages<std::uint32_t>(capacity);
  first_error errors;
  std::atomic<std::uint64_t> repeated{none};
  std::vector<block_count> blocks(body / text_lines::block_bytes + 1);
  monitor.phase("count", body);
  text_lines::for_each_line(
      text, header.size, threads, monitor, errors,
      [&](std::uint64_t block, std::string_view line, std::uint64_t offset) {
        block_count& counts = blocks[block];
        counts.longest_line_bytes = std::max<std::uint64_t>(counts.longest_line_bytes, line.size());
        for (line_cursor cursor(line); !cursor.is_at_end();) {
          std::uint64_t count = 0;
          std::uint64_t last = 0;
          const parity_vertex vertex =
              parse_parity_vertex(cursor, [](const parity_vertex&) {}, [&](std::uint64_t to) { ++count, last = to; });
          if (vertex.number >= capacity) {
            if (!header.last_vertex && vertex.number < max_vertices) expect_fits(vertex.number);
            throw line_error{fmt::format(
                "vertex {}: expected 0 to {}, {}", vertex.number, capacity - 1,
                header.last_vertex ? "as declared by the header" : "less than the number of bytes of the text")};
          }
          add_vertex(vertex, count, last, offset, counts, repeated);
        }
      });
  errors.throw_if_any(text);
  if (repeated.load() != none) reject_duplicate(repeated.load(), monitor);
  std::uint64_t longest_line_bytes = 0;
  std::uint64_t num_found = 0;
  for (const block_count& block : blocks) {
    longest_line_bytes = std::max(longest_line_bytes, block.longest_line_bytes);
    num_found += block.vertices;
    num_vertices = std::max(num_vertices, block.num_numbers);
    num_moves += block.moves;
    num_name_bytes += block.name_bytes;
  }
  if (num_found == 0) throw input_error(fmt::format("{}: the parity game has no vertices", text.location));
  if (header.last_vertex) num_vertices = capacity;
  num_unused = num_vertices - num_found;
  bytes_of_lines = std::min(body, resolve_threads(threads) * (longest_line_bytes + text_lines::block_bytes));
  if (header.start && *header.start >= num_vertices) {
    throw input_error(fmt::format("{0}: start: expected a vertex from 0 to {2}, got {1}", text.location, *header.start,
                                  num_vertices - 1));
  }
  if (header.start && rows[*header.start] == 0) {
    throw input_error(fmt::format("{}: start: {} is not a vertex of the game", text.location, *header.start));
  }
  expect_one_priority(blocks, errors);
  errors.throw_if_any(text);
}

/// Counts a vertex. If the vertex was counted before, only updates `repeated`, the smallest duplicate.
void parity_text::counted::add_vertex(const parity_vertex& vertex, std::uint64_t degree, std::uint64_t last_successor,
                                      std::uint64_t offset, block_count& counts, std::atomic<std::uint64_t>& repeated) {
  const bool is_end = is_sink(degree, last_successor, vertex.number);
  if (!is_end) add_priority(counts, vertex, offset);
  const std::uint64_t row = is_end ? 1 : degree + 1;
  if (row > std::numeric_limits<std::uint32_t>::max()) throw line_error{"expected at most 2^32 - 2 successors"};
  // Relaxed ordering suffices: other data of the vertex is read after all threads have finished.
  if (std::atomic_ref(rows[vertex.number]).exchange(static_cast<std::uint32_t>(row), std::memory_order_relaxed)) {
    lower_to(repeated, vertex.number);
    return;
  }
  ++counts.vertices;
  counts.num_numbers = std::max(counts.num_numbers, vertex.number + 1);
  counts.moves += row - 1;
  if (vertex.name.empty()) return;
  name_bytes[vertex.number] = static_cast<std::uint32_t>(vertex.name.size());
  counts.name_bytes += vertex.name.size();
}

/// @param repeated  the smallest duplicate vertex
void parity_text::counted::reject_duplicate(std::uint64_t repeated, work_monitor& monitor) const {
  first_error errors;
  bool is_known = false;
  text_lines::for_each_line(
      text, header.size, 1, monitor, errors, [&](std::uint64_t, std::string_view line, std::uint64_t) {
        for (line_cursor cursor(line); !cursor.is_at_end();) {
          const parity_vertex vertex =
              parse_parity_vertex(cursor, [](const parity_vertex&) {}, [](std::uint64_t /*to*/) {});
          if (vertex.number != repeated) continue;
          if (is_known) throw line_error{fmt::format("duplicate vertex {}", repeated)};
          is_known = true;
        }
      });
  errors.throw_if_any(text);
  throw input_error(fmt::format("{}: the file changed while it was read", text.location));
}

/// Sets the winner of infinite play.
void parity_text::counted::expect_one_priority(const std::vector<block_count>& blocks, first_error& errors) {
  std::optional<std::uint64_t> common;
  const auto reject = [&](std::uint64_t offset, std::uint64_t vertex, std::uint64_t priority) {
    errors.add(
        offset,
        fmt::format("vertex {} has priority {}, earlier vertices have {}; expected one priority for all vertices, "
                    "except those whose only successor is themselves; use Oink or PGSolver for other games",
                    vertex, priority, *common));
  };
  for (const block_count& block : blocks) {
    if (!block.first) continue;
    if (!common) common = block.first;
    if (block.first != common) return reject(block.offset, block.vertex, *block.first);
    if (block.other) return reject(block.other_offset, block.other_vertex, *block.other);
  }
  if (common) infinite_play = *common % 2 == 0 ? player::first : player::second;
}

/// Allocates the arrays and fills `indptr`. All vertices are still unused indices.
graph_arrays parity_text::counted::make_rows() const {
  graph_arrays arrays;
  arrays.indptr = uninitialized_array<std::uint64_t>(num_vertices + 1);
  arrays.indices = uninitialized_array<std::uint32_t>(num_moves);
  arrays.to_move = uninitialized_array<std::uint8_t>(num_vertices);
  arrays.terminal = uninitialized_array<std::uint8_t>(num_vertices);
  arrays.conventions.infinite_play = infinite_play;
  std::uint64_t moves = 0;
  for (std::uint64_t v = 0; v < num_vertices; ++v) {
    arrays.indptr[v] = moves;
    if (rows[v] > 0) moves += rows[v] - 1;
    arrays.to_move[v] = 0;
    arrays.terminal[v] = static_cast<std::uint8_t>(graph_end::illegal);
  }
  arrays.indptr[num_vertices] = moves;
  return arrays;
}

bool looks_like_parity_game(const text_source& text) {
  constexpr std::uint64_t scanned = 64;
  const text_lines::text_piece piece(text, 0, std::min(text.num_bytes, scanned));
  const std::string_view begin = without_byte_order_mark(piece.text());
  const std::size_t at = begin.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos) return false;
  const std::string_view rest = begin.substr(at);
  return rest.starts_with("parity") || rest.starts_with("start") || (rest.front() >= '0' && rest.front() <= '9');
}

parity_text::parity_text(text_source text, std::uint64_t available_bytes, unsigned threads, work_monitor& monitor)
    : m_counted(std::make_unique<counted>()) {
  m_counted->header = read_parity_header(text);
  text.max_line_bytes = std::min(text.max_line_bytes, available_bytes / resolve_threads(threads));
  m_counted->text = std::move(text);
  m_counted->count(available_bytes, threads, monitor);
}
parity_text::parity_text(parity_text&&) noexcept = default;
parity_text::~parity_text() = default;

std::uint64_t parity_text::num_vertices() const noexcept { return m_counted->num_vertices; }

std::uint64_t parity_text::num_bytes() const noexcept {
  const std::uint64_t names = m_counted->num_name_bytes;
  return min_vertex_bytes * num_vertices() + sizeof(std::uint32_t) * m_counted->num_moves +
         (names > 0 ? position_names::memory_bytes(num_vertices(), names) : 0);
}

std::uint64_t parity_text::extra_bytes_to_build() const noexcept {
  const std::uint64_t counters = m_counted->num_name_bytes > 0 ? 2 : 1;
  return counters * sizeof(std::uint32_t) * num_vertices() + m_counted->bytes_of_lines;
}

named_graph parity_text::build(unsigned threads, work_monitor& monitor) {
  const text_source& text = m_counted->text;
  const std::uint64_t size = num_vertices();
  named_graph graph;
  graph.start = m_counted->header.start;
  graph.players = {"even", "odd"};
  graph.moves = m_counted->make_rows();
  const bool has_names = m_counted->num_name_bytes > 0;
  uninitialized_array<char> name_text(m_counted->num_name_bytes);
  uninitialized_array<std::uint64_t> name_indptr(has_names ? size + 1 : 0);
  std::uint64_t name_end = 0;
  if (has_names) name_indptr[0] = 0;
  for (std::uint64_t v = 0; v + 1 < name_indptr.size(); ++v) name_indptr[v + 1] = name_end += m_counted->name_bytes[v];

  graph_arrays& moves = graph.moves;
  const auto expect_unchanged = [&](bool is_unchanged) {
    if (!is_unchanged) throw input_error(fmt::format("{}: the file changed while it was read", text.location));
  };
  const auto expect_vertex = [&](std::uint64_t to) {
    if (to >= size) throw line_error{fmt::format("expected a successor from 0 to {1}, got {0}", to, size - 1)};
    if (m_counted->num_unused > 0 && m_counted->rows[to] == 0) {
      throw line_error{fmt::format("successor {} is not a vertex of the game", to)};
    }
  };
  const auto build_vertex = [&](line_cursor& cursor) {
    std::uint64_t edge = 0;
    std::uint64_t end = 0;
    std::uint64_t count = 0;
    std::uint64_t last = 0;
    const auto begin_row = [&](const parity_vertex& vertex) {
      expect_unchanged(vertex.number < size && m_counted->rows[vertex.number] != 0);
      edge = moves.indptr[vertex.number];
      end = moves.indptr[vertex.number + 1];
    };
    const parity_vertex vertex = parse_parity_vertex(cursor, begin_row, [&](std::uint64_t to) {
      expect_vertex(to);
      if (edge < end) moves.indices[edge++] = static_cast<std::uint32_t>(to);
      ++count;
      last = to;
    });
    const std::uint64_t v = vertex.number;
    const bool is_end = is_sink(count, last, v);
    expect_unchanged(edge == end && count + moves.indptr[v] == (is_end ? end + 1 : end));
    moves.to_move[v] = vertex.owner;
    const graph_end won = vertex.priority % 2 == 0 ? graph_end::first_has_won : graph_end::second_has_won;
    moves.terminal[v] = static_cast<std::uint8_t>(is_end ? won : graph_end::none);
    expect_unchanged(vertex.name.size() == m_counted->name_bytes[v]);
    if (!vertex.name.empty()) std::copy(vertex.name.begin(), vertex.name.end(), name_text.data() + name_indptr[v]);
  };
  first_error errors;
  monitor.phase("read", text.num_bytes - m_counted->header.size);
  text_lines::for_each_line(text, m_counted->header.size, threads, monitor, errors,
                            [&](std::uint64_t, std::string_view text_line, std::uint64_t) {
                              for (line_cursor cursor(text_line); !cursor.is_at_end();) build_vertex(cursor);
                            });
  errors.throw_if_any(text);
  if (has_names) graph.names = position_names(std::move(name_text), std::move(name_indptr));
  m_counted.reset();
  return graph;
}

}  // namespace zermelo
