// SPDX-License-Identifier: MIT
// A table in the forms that other programs read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

#include "opened_table.hpp"

namespace zermelo::cli {

/// A form that is written from front to back, a block of positions at a time.
class export_format {
 public:
  virtual ~export_format() = default;
  [[nodiscard]] virtual std::string header() const = 0;
  /// Where a block that begins at p should end.
  [[nodiscard]] virtual position end_of_block(position p) const = 0;
  /// Appends the text or the bytes of a block. Thread-safe.
  /// @throws input_error if the table is damaged, or does not agree with the game.
  virtual void append(const index_range& block, fmt::memory_buffer& out) const = 0;
  /// What comes behind the last block.
  [[nodiscard]] virtual std::string footer() const { return ""; }

 protected:
  export_format() = default;
  export_format(const export_format&) = default;
  export_format& operator=(const export_format&) = default;
};

// All of them work on the table as long as they live.

/// Comma-separated values (RFC 4180): a header, and a line per legal position.
[[nodiscard]] std::unique_ptr<export_format> csv_format(const opened_table& opened);

/// A parity game in the text form of PGSolver: a line per position. The first player is player 0, who wins where the
/// largest priority that comes again and again is even. `asked` is the player of the question "does this player win?",
/// against whom ties count, and endless play that is nobody's by the rules.
/// @throws input_error if nobody is asked about, and the table has such ties or draws.
[[nodiscard]] std::unique_ptr<export_format> pgsolver_format(const opened_table& opened, std::optional<player> asked);

/// NumPy's file of one array: records of `outcome` and `distance`, shaped by the axes.
[[nodiscard]] std::unique_ptr<export_format> numpy_format(const opened_table& opened);

/// What Graphviz's `dot` can lay out in a minute or so, and a person can still look at.
inline constexpr std::uint64_t usual_dot_limit = 1000;

/// A picture in the language of Graphviz: a vertex for every legal position, labelled with its text and its value,
/// whose shape tells who moves and whose colour who wins, and an arrow for every move, a dark one for the best.
/// @throws input_error if the table has more than `limit` legal positions.
[[nodiscard]] std::unique_ptr<export_format> dot_format(const opened_table& opened, std::uint64_t limit);

/// Writes the graph of the table's game to a file, see graph_file.hpp. @throws as storage::write_graph.
/// @param program as in solve_job_options
void export_graph(const opened_table& opened, const std::filesystem::path& file, const std::string& program,
                  unsigned threads, work_monitor& monitor);

}  // namespace zermelo::cli
