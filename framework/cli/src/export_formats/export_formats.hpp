// SPDX-License-Identifier: MIT
// The formats in which tables are exported for other programs: their list, and the definition that each of them needs.
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

/// Text or bytes, which grow without being copied to a string.
using text_buffer = fmt::memory_buffer;
void append_text(text_buffer& out, std::string_view text);

/// An export that is written from front to back, a block of positions at a time. The table must outlive it.
class exported_blocks {
 public:
  virtual ~exported_blocks() = default;
  /// Loads what `append` needs. Called once, before all other members. @throws what best_moves::load throws
  virtual void prepare(unsigned /*threads*/, work_monitor& /*monitor*/) {}
  /// The text or the bytes before the first block.
  [[nodiscard]] virtual std::string header() const = 0;
  /// Appends the text or the bytes of a block. Thread-safe.
  /// @throws input_error if the table is damaged, or does not agree with the game.
  virtual void append(const index_range& block, text_buffer& out) const = 0;

 protected:
  exported_blocks() = default;
  exported_blocks(const exported_blocks&) = default;
  exported_blocks& operator=(const exported_blocks&) = default;
};

/// Positions and moves of a table, all of them or those that play reaches from one position.
struct exported_play {
  const opened_table& opened;
  const play_graph& play;
  std::optional<position> from{};  ///< where play begins; nothing: all positions are there
};

/// Takes text, piece by piece, until it returns `stop`.
using text_sink = std::function<sweep_step(std::string_view)>;

/// The kind of a format's bytes. Only text is written to standard output.
enum class export_medium { text, binary };

/// Options that some formats take.
struct export_options {
  std::optional<std::string> wins{};  ///< the player of the question "does this player win?", by name
  bool has_names = true;              ///< whether positions get names
};

/// An `export_format::make_blocks`. @throws as the constructor of `Blocks`
template <class Blocks>
std::unique_ptr<exported_blocks> make_blocks_of(const opened_table& opened, const export_options& options) {
  return std::make_unique<Blocks>(opened, options);
}

/// The definition of a format, in a source file of its own. A table is exported by the first of the four functions that
/// is set.
struct export_format {
  const char* name;      ///< the value of --format
  const char* summary;   ///< a line of the command's help
  bool has_flag = true;  ///< --NAME is an option of its own
  export_medium medium = export_medium::text;
  bool looks_up_every_move = false;  ///< the keys of an explored game are then loaded into memory
  bool takes_wins = false;           ///< takes --wins
  bool has_names = false;            ///< takes --no-names
  /// Makes the blocks of a table. @throws input_error if the format cannot represent the table.
  std::unique_ptr<exported_blocks> (*make_blocks)(const opened_table& opened, const export_options& options) = nullptr;
  /// Writes a table to a file. @param program  as in solve_job_options
  void (*write_file)(const opened_table& opened, const export_options& options, const std::filesystem::path& file,
                     const std::string& program, unsigned threads, work_monitor& monitor) = nullptr;
  /// More positions are rejected unless `--limit` allows them; nothing: no number is rejected. Of the next two
  /// functions.
  std::optional<std::uint64_t> max_positions{};
  /// Writes positions and moves as text: what play reaches from a position, or all if this exports a table.
  void (*write_play)(const exported_play& exported, const text_sink& write) = nullptr;
  /// The same in a file that is no text. @param program  as in solve_job_options
  void (*write_play_file)(const exported_play& exported, const std::filesystem::path& file,
                          const std::string& program) = nullptr;
};

/// All formats, in the order of the help. X(NAME) stands for the definition `NAME_format`.
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
