// SPDX-License-Identifier: MIT
// Parses parity games in the text format of PGSolver and Oink:
//
//   parity 4;                  optional: the largest vertex number
//   start 2;                   optional: the start
//   2 0 1 0,3 "a name";        a vertex: number, priority, owner, successors, and an optional name
//
// Vertices may be in any order, and a line may contain several. Numbers below the largest vertex that have no vertex
// are unused indices. Numbers must be less than the length of the text in bytes, so that a short text needs little
// memory. Player 0 wins if the largest priority that occurs infinitely often is even. Player 0 is `player::first` here,
// with the name "even"; the opponent's name is "odd".
//
// A sink, a vertex whose only move leads to itself, is a terminal position; its priority determines the winner. All
// other vertices must have the same priority, which determines the winner of infinite play. Such a parity game is a
// reachability game. Names may be missing.
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

/// Whether a text begins with "parity", "start" or a digit, like a parity game.
[[nodiscard]] bool looks_like_parity_game(const text_source& text);

/// Reads a parity game in two steps, so that the size is known before memory is allocated for the graph.
class parity_text {
 public:
  /// Counts vertices, moves and names; unused indices count as vertices. Reports phase "count". @param threads  0 uses
  /// all threads of the machine
  /// @param available_bytes  the memory limit for reading; checked before memory is allocated for a line or the
  /// vertices
  /// @throws input_error with the location and the line; resource_error; interrupted; what `text.read` throws.
  parity_text(text_source text, std::uint64_t available_bytes, unsigned threads, work_monitor& monitor);
  parity_text(parity_text&&) noexcept;
  ~parity_text();

  [[nodiscard]] std::uint64_t num_vertices() const noexcept;
  /// Returns the size of the graph in memory, in bytes, including the index of names.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept;
  /// Returns the maximum memory of `build` in addition to the graph, in bytes.
  [[nodiscard]] std::uint64_t extra_bytes_to_build() const noexcept;

  /// Builds the graph. Must be called only once. Reports phase "read". @throws what the constructor throws;
  /// std::bad_alloc.
  [[nodiscard]] named_graph build(unsigned threads, work_monitor& monitor);

 private:
  struct counted;
  std::unique_ptr<counted> m_counted;
};

}  // namespace zermelo
