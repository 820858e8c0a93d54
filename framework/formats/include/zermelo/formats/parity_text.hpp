// SPDX-License-Identifier: MIT
// Parity games as strings, in the form of PGSolver and Oink:
//
//   parity 4;                  optional: the largest number of a vertex
//   start 2;                   optional: where play begins
//   2 0 1 0,3 "a name";        each vertex: number, priority, owner, successors, and perhaps a name
//
// Vertices come in any order, and a line may have several. A number that no vertex has, up to the largest one, is an
// unused index. Numbers are less than the bytes of the text, so that a short text takes little memory. Player 0, the
// owner of that number, wins where the largest priority that recurs forever is even; here he is `player::first`, called
// "even", and his opponent "odd".
//
// A sink is a vertex whose only move leads to itself: play has ended there, and its priority says who has won. All
// other vertices must have priorities of one value, which says who wins infinite play: then a parity game is a game of
// reaching. Names may be missing.
//
//   time    two passes over the text, in parallel
//   memory  while reading, 4 bytes for each vertex beside the graph, and 8 if there are names; for each thread, a block
//           of the text, or the longest line
#pragma once

#include <cstdint>
#include <memory>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/formats/named_graph.hpp>
#include <zermelo/formats/text_source.hpp>

namespace zermelo {

/// Whether a text begins as a parity game does: with "parity", "start" or a number.
[[nodiscard]] bool looks_like_parity_game(const text_source& text);

/// Reads in two steps, so that the size is known before memory is taken for the graph.
class parity_text {
 public:
  /// Counts vertices, moves and names; unused indices count as vertices. Phase "count". @param threads  0: all of the
  /// machine
  /// @param available_bytes  the memory that reading may take: where a line or the vertices alone need more, they are
  /// rejected before it is taken
  /// @throws input_error naming the place and the line; resource_error; interrupted; what `text.read` throws.
  parity_text(text_source text, std::uint64_t available_bytes, unsigned threads, work_monitor& monitor);
  parity_text(parity_text&&) noexcept;
  ~parity_text();

  [[nodiscard]] std::uint64_t num_vertices() const noexcept;
  /// The size of the graph in memory, in bytes, with the index that finding names makes.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept;
  /// What `build` takes at most beside the graph, in bytes.
  [[nodiscard]] std::uint64_t extra_bytes_to_build() const noexcept;

  /// The graph. Call it once. Phase "read". @throws as the constructor; std::bad_alloc.
  [[nodiscard]] named_graph build(unsigned threads, work_monitor& monitor);

 private:
  struct counted;
  std::unique_ptr<counted> m_counted;
};

}  // namespace zermelo
