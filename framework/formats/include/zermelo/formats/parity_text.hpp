// SPDX-License-Identifier: MIT
// Parity games as text, in the format of PGSolver and Oink:
//
//   parity 4;                  optional: the largest vertex number
//   start 2;                   optional: the start
//   2 0 1 0,3 "a name";        each vertex: number, priority, owner, successors, and optionally a name
//
// Vertices may be in any order, and a line may have several. A number without a vertex, up to the largest one, is an
// unused index. Numbers must be less than the length of the text in bytes, so that a short text takes little memory.
// Player 0, the owner with that number, wins if the largest priority that recurs forever is even; here this player is
// `player::first`, called "even", and the opponent "odd".
//
// A sink is a vertex whose only move leads to itself: it is a terminal position, and its priority determines the
// winner. All other vertices must have the same priority, which determines the winner of infinite play: so the parity
// game is a reachability game. Names may be missing.
//
//   time    two passes over the text, in parallel
//   memory  while reading, 4 bytes per vertex in addition to the graph, and 8 with names; per thread, a block of the
//           text, or the longest line
#pragma once

#include <cstdint>
#include <memory>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/formats/named_graph.hpp>
#include <zermelo/formats/text_source.hpp>

namespace zermelo {

/// Whether a text begins like a parity game: with "parity", "start" or a number.
[[nodiscard]] bool looks_like_parity_game(const text_source& text);

/// Reads in two steps, so that the size is known before memory is allocated for the graph.
class parity_text {
 public:
  /// Counts vertices, moves and names; unused indices count as vertices. Phase "count". @param threads  0: all threads
  /// of the machine
  /// @param available_bytes  the memory limit for reading; a line, or vertices, that need more are rejected before
  /// memory is allocated
  /// @throws input_error naming the location and the line; resource_error; interrupted; what `text.read` throws.
  parity_text(text_source text, std::uint64_t available_bytes, unsigned threads, work_monitor& monitor);
  parity_text(parity_text&&) noexcept;
  ~parity_text();

  [[nodiscard]] std::uint64_t num_vertices() const noexcept;
  /// The size of the graph in memory, in bytes, including the index of names.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept;
  /// The maximum memory of `build` in addition to the graph, in bytes.
  [[nodiscard]] std::uint64_t extra_bytes_to_build() const noexcept;

  /// Builds the graph. Call it once. Phase "read". @throws what the constructor throws; std::bad_alloc.
  [[nodiscard]] named_graph build(unsigned threads, work_monitor& monitor);

 private:
  struct counted;
  std::unique_ptr<counted> m_counted;
};

}  // namespace zermelo
