// SPDX-License-Identifier: MIT
// Lists the export formats, and defines the structure of a format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../opened_table.hpp"

namespace zermelo::cli {

/// A growing buffer of text or bytes, which is never copied to a string.
using text_buffer = fmt::memory_buffer;
void append_text(text_buffer& out, std::string_view text);

/// An export that is written from front to back, one block of positions at a time. The table must outlive it.
class exported_blocks {
 public:
  virtual ~exported_blocks() = default;
  /// Loads the data for `append`. Called once, before all other members. @throws what best_moves::load throws
  virtual void prepare(unsigned /*threads*/, work_monitor& /*monitor*/) {}
  /// Returns the text or bytes before the first block.
  [[nodiscard]] virtual std::string header() const = 0;
  /// Appends the text or bytes of a block. Thread-safe.
  /// @throws input_error if the table is damaged, or contradicts the game.
  virtual void append(const index_range& block, text_buffer& out) const = 0;

 protected:
  exported_blocks() = default;
  exported_blocks(const exported_blocks&) = default;
  exported_blocks& operator=(const exported_blocks&) = default;
};

/// Positions and moves of a table: all of them, or those that are reachable from one position.
struct exported_play {
  const opened_table& opened;
  const play_graph& play;
  std::optional<position> from{};  ///< the first position of play; nothing: all positions are included
};

/// Receives text, piece by piece, until it returns `stop`.
using text_sink = std::function<sweep_step(std::string_view)>;

/// The kind of a format's bytes. Only text is written to standard output.
enum class export_medium { text, binary };

/// Options that some formats support.
struct export_options {
  std::optional<std::string> wins{};  ///< the player of the query "does this player win?", by name
  bool has_names = true;              ///< whether the export contains the names of positions
};

/// Implements `export_format::make_blocks`. @throws what the constructor of `Blocks` throws
template <class Blocks>
std::unique_ptr<exported_blocks> make_blocks_of(const opened_table& opened, const export_options& options) {
  return std::make_unique<Blocks>(opened, options);
}

/// Defines a format. Each format has its own source file. The first of the four functions that is set exports a table.
struct export_format {
  const char* name;      ///< the value of --format
  const char* summary;   ///< a line of the command's help
  bool has_flag = true;  ///< --NAME is a separate option
  export_medium medium = export_medium::text;
  bool looks_up_every_move = false;  ///< if true, the keys of an explored game are loaded into memory
  bool takes_wins = false;           ///< supports --wins
  bool has_names = false;            ///< supports --no-names
  /// Makes the blocks of a table. @throws input_error if the format cannot represent the table.
  std::unique_ptr<exported_blocks> (*make_blocks)(const opened_table& opened, const export_options& options) = nullptr;
  /// Writes a table to a file. @param program  see solve_job_options
  void (*write_file)(const opened_table& opened, const export_options& options, const std::filesystem::path& file,
                     const std::string& program, unsigned threads, work_monitor& monitor) = nullptr;
  /// The maximum number of positions for the next two functions unless `--limit` allows more; nothing: no maximum.
  std::optional<std::uint64_t> max_positions{};
  /// Writes positions and moves as text: those reachable from a position, or all if this function exports a table.
  void (*write_play)(const exported_play& exported, const text_sink& write) = nullptr;
  /// Writes the same data to a binary file. @param program  see solve_job_options
  void (*write_play_file)(const exported_play& exported, const std::filesystem::path& file,
                          const std::string& program) = nullptr;
};

/// Applies X(NAME) to each format, in the order of the help. `NAME_format` is the definition of a format.
#define ZERMELO_EACH_EXPORT_FORMAT(X) \
  X(csv)                              \
  X(pgsolver)                         \
  X(solution)                         \
  X(strategy)                         \
  X(numpy)                            \
  X(graph)                            \
  X(dot)                              \
  X(graphml)                          \
  X(columns)

#define ZERMELO_DECLARE_FORMAT(name) extern const export_format name##_format;
ZERMELO_EACH_EXPORT_FORMAT(ZERMELO_DECLARE_FORMAT)
#undef ZERMELO_DECLARE_FORMAT

[[nodiscard]] std::span<const export_format* const> export_formats();

}  // namespace zermelo::cli
