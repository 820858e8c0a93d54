// SPDX-License-Identifier: MIT
// The forms in which other programs read a table: their list, and what each has to define.
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

#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/experiment/question/play_graph.hpp>

#include "../opened_table.hpp"

namespace zermelo::cli {

/// An export that is written from front to back, a block of positions at a time. It reads its table as long as it
/// lives.
class exported_blocks {
 public:
  virtual ~exported_blocks() = default;
  [[nodiscard]] virtual std::string header() const = 0;
  /// Where a block that begins at p should end.
  [[nodiscard]] virtual position end_of_block(position p) const = 0;
  /// Appends the text or the bytes of a block. Thread-safe.
  /// @throws input_error if the table is damaged, or does not agree with the game.
  virtual void append(const index_range& block, fmt::memory_buffer& out) const = 0;
  /// What comes behind the last block.
  [[nodiscard]] virtual std::string footer() const { return ""; }

 protected:
  exported_blocks() = default;
  exported_blocks(const exported_blocks&) = default;
  exported_blocks& operator=(const exported_blocks&) = default;
};

/// Positions and moves of a table, all of them or those that play reaches from one position.
struct exported_play {
  const opened_table& opened;
  const experiment::play_graph& play;
  std::optional<position> from{};  ///< where play begins; nothing: all positions are there
};

/// Takes text, piece by piece. A format may stop writing when it is told so.
using text_sink = std::function<sweep_step(std::string_view)>;

/// What a format's bytes are. Standard output takes text alone.
enum class export_medium { text, binary };

enum class export_option_type { text, number };

/// An option that goes with one format only.
struct export_option {
  const char* name;  ///< with its hyphens
  export_option_type type = export_option_type::text;
  const char* value_name;
  const char* help;
};

/// What was given for the option of a format: nothing, or a value of its type.
struct export_option_value {
  std::optional<std::string> text{};
  std::optional<std::uint64_t> number{};
};

/// What the source file of a format defines.
struct export_format {
  const char* name;     ///< the value of --format; --NAME is an option of its own
  const char* summary;  ///< a line of the command's help
  export_medium medium = export_medium::text;
  bool looks_up_every_move = false;  ///< then keys of an explored game are held in memory
  std::optional<export_option> option{};
  /// Without `--limit`, more positions are refused; nothing: any number is written. Of `write_play`.
  std::optional<std::uint64_t> max_positions{};
  /// Null: the format is written by another of these. @throws input_error if the format cannot show that table.
  std::unique_ptr<exported_blocks> (*make_blocks)(const opened_table& opened,
                                                  const export_option_value& value) = nullptr;
  /// @param program as in solve_job_options
  void (*write_file)(const opened_table& opened, const std::filesystem::path& file, const std::string& program,
                     unsigned threads, work_monitor& monitor) = nullptr;
  /// Writes the positions that play reaches from one; of a table as a whole if the two above are null. Null, as is the
  /// next one: the format is of whole tables alone.
  void (*write_play)(const exported_play& exported, const text_sink& write) = nullptr;
  /// The same for a format that is no text. @param program as in solve_job_options
  void (*write_play_file)(const exported_play& exported, const std::filesystem::path& file,
                          const std::string& program) = nullptr;
};

/// All formats, in the order of the help. X(NAME) stands for the definition `NAME_format`.
#define ZERMELO_EACH_EXPORT_FORMAT(X) \
  X(csv)                              \
  X(pgsolver)                         \
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
