// SPDX-License-Identifier: MIT
// zermelo export: writes a table for other programs, as text, an array, a graph or a picture.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/base/writable_file.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/storage/file/output_file.hpp>

#include "../commands.hpp"
#include "../export_formats/export_formats.hpp"
#include "../followed_play.hpp"
#include "../opened_table.hpp"
#include "../parity_query.hpp"
#include "../read_files.hpp"

namespace zermelo::cli {
namespace {

struct export_arguments {
  std::string table;
  std::deque<bool> flags;          ///< [format]: whether --NAME is given; a deque, since options refer to its elements
  std::vector<std::string> names;  ///< values of --format
  export_options options;
  bool without_names = false;
  std::optional<std::string> output;
  std::optional<std::string> from;      ///< the position's text
  std::optional<std::string> strategy;  ///< a player's name
  std::optional<std::string> depth;     ///< a number of plies, or "all"
  std::optional<std::uint64_t> limit;   ///< positions
  work_options work;

  void declare(command_line& command);
};

/// Whether the export goes to standard output.
bool writes_to_standard_output(const export_arguments& arguments) { return arguments.output.value_or("-") == "-"; }

bool is_any_format(const export_format& /*format*/) { return true; }

/// Whether the format can export the play from one position.
bool exports_play(const export_format& format) {
  return format.write_play != nullptr || format.write_play_file != nullptr;
}

/// Whether the format exports a whole table with the same function as play.
bool exports_only_play(const export_format& format) {
  return format.make_blocks == nullptr && format.write_file == nullptr;
}

/// Returns the option that selects the format.
std::string option_of(const export_format& format) {
  return fmt::format("{}{}", format.has_flag ? "--" : "--format ", format.name);
}

std::string name_of(const export_format& format) { return format.name; }

/// Lists the formats that satisfy `is_listed`, each as `display` returns it.
std::string list_formats(std::string_view last_separator, bool (*is_listed)(const export_format&) = is_any_format,
                         std::string (*display)(const export_format&) = option_of) {
  std::vector<std::string> names;
  for (const export_format* format : export_formats()) {
    if (is_listed(*format)) names.push_back(display(*format));
  }
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{}{}{}", fmt::join(names, ", "), last_separator, last);
}

/// @throws input_error if the format does not support a given option.
void check_option(const export_format& format, const char* option, bool is_given, bool (*takes)(const export_format&)) {
  if (is_given && !takes(format)) {
    throw input_error(
        fmt::format("{} cannot be combined with {}; use {}", option, option_of(format), list_formats(" or ", takes)));
  }
}

bool takes_wins(const export_format& format) { return format.takes_wins; }
bool has_names(const export_format& format) { return format.has_names; }

/// Returns the format that the arguments choose. @throws input_error unless they choose exactly one format that
/// supports all options.
const export_format& choose_format(const export_arguments& arguments) {
  const auto formats = export_formats();
  std::vector<const export_format*> chosen;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const auto times = std::count(arguments.names.begin(), arguments.names.end(), formats[i]->name);
    chosen.insert(chosen.end(), static_cast<std::size_t>(times + (arguments.flags[i] ? 1 : 0)), formats[i]);
  }
  if (chosen.size() != 1) {
    throw input_error(fmt::format("export: choose exactly one of {}", list_formats(" or ")));
  }
  const export_format& format = *chosen.front();
  if (format.medium != export_medium::text && !arguments.output) {
    throw input_error(fmt::format("export: --{} needs -o FILE", format.name));
  }
  if (format.medium != export_medium::text && writes_to_standard_output(arguments)) {
    throw input_error(fmt::format("-o -: --{} is a binary format; name a file", format.name));
  }
  check_option(format, "--wins", arguments.options.wins.has_value(), takes_wins);
  check_option(format, "--no-names", arguments.without_names, has_names);
  if (writes_to_standard_output(arguments)) return format;
  if (is_same_file(arguments.table, *arguments.output)) {
    throw input_error(fmt::format("-o: {} is an input file of this command; name another file", *arguments.output));
  }
  expect_writable(*arguments.output);
  return format;
}

/// Returns the end of the block that begins at `begin`. Blocks consist of whole chunks of the table, since reading a
/// part of a chunk costs as much as reading all of it, but have at most 65,536 positions.
position end_of_block(const storage::stored_table& table, position begin) {
  constexpr position min_positions = 1 << 14;
  constexpr position max_positions = 1 << 16;
  position end = begin;
  while (end < table.num_positions() && end - begin < min_positions) end = table.read_together(end).end;
  return std::min(end, begin + max_positions);
}

/// Calls write(text) for the header and each block, until `write` returns `stop`.
void write_pieces(const exported_blocks& blocks, const storage::stored_table& table, unsigned threads,
                  progress& display, const text_sink& write) {
  display.phase("export", table.num_positions());
  if (write(blocks.header()) == sweep_step::stop) return;
  for_each_block_in_order<text_buffer>(
      table.num_positions(), threads, display, [&table](position p) { return end_of_block(table, p); },
      [&blocks](const index_range& block, text_buffer& out) {
        out.clear();
        blocks.append(block, out);
      },
      [&write](const text_buffer& out) { return write(std::string_view(out.data(), out.size())); });
}

/// @throws input_error if the format does not support the options that select positions.
void check_play_options(const export_arguments& arguments, const export_format& format) {
  const auto demand = [](bool is_met, const std::string& what) {
    if (!is_met) throw input_error(what);
  };
  demand(!arguments.from || exports_play(format), fmt::format("--from cannot be combined with {}; use {}",
                                                              option_of(format), list_formats(" or ", exports_play)));
  demand(!arguments.limit || arguments.from || exports_only_play(format),
         fmt::format("--limit cannot be combined with {}, unless --from is given", option_of(format)));
}

/// Returns the maximum number of positions in an export of moves; nothing if there is no limit.
std::optional<std::uint64_t> limit_of(const export_arguments& arguments, const export_format& format) {
  return arguments.limit ? arguments.limit : format.max_positions;
}

play_options play_options_of(const export_arguments& arguments, const export_format& format, const any_game& game) {
  play_options options;
  options.max_positions = limit_of(arguments, format).value_or(options.max_positions);
  if (arguments.depth) {
    options.depth = parse_depth(*arguments.depth);
  } else if (!arguments.strategy) {
    options.depth = 2;  // a move and the reply
  }
  if (arguments.strategy) {
    const player who = parse_player(game, "--strategy", *arguments.strategy);
    options.followed[index_of(who)] = followed_moves::one_best;
  }
  return options;
}

/// @throws input_error if a table has more legal positions than the format allows.
void check_limit(const export_arguments& arguments, const export_format& format, const opened_table& opened) {
  const std::uint64_t positions = opened.table->metadata().summary.legal_positions();
  const std::optional<std::uint64_t> limit = limit_of(arguments, format);
  if (!limit || positions <= *limit) return;
  throw input_error(fmt::format("{}: {} positions exceed the limit of {} for --{}; use --limit {} to export all",
                                opened.file, positions, *limit, format.name, positions));
}

/// Collects text and forwards it in large pieces.
class text_collector {
 public:
  explicit text_collector(text_sink write) : m_write(std::move(write)) {}
  sweep_step add(std::string_view text) {
    constexpr std::size_t piece_bytes = 1 << 16;
    m_text += text;
    return m_text.size() < piece_bytes ? sweep_step::proceed : flush();
  }
  sweep_step flush() { return m_write(std::exchange(m_text, {})); }

 private:
  text_sink m_write;
  std::string m_text;
};

void write_play_text(const export_format& format, const exported_play& exported, const text_sink& write) {
  text_collector collected(write);
  format.write_play(exported, [&collected](std::string_view text) { return collected.add(text); });
  collected.flush();
}

/// Calls produce(write): the text goes to standard output, or to the file, which is written atomically.
void write_output(const export_arguments& arguments, session& s, const std::function<void(const text_sink&)>& produce) {
  if (writes_to_standard_output(arguments)) {
    produce([&s](std::string_view text) {
      s.print(text);
      return s.out ? sweep_step::proceed : sweep_step::stop;  // the reader has closed the pipe
    });
    return;
  }
  storage::output_file file(*arguments.output);
  produce([&file](std::string_view bytes) {
    file.write(bytes);
    return sweep_step::proceed;
  });
  file.commit();
}

exit_status export_play(const opened_table& opened, const export_format& format, const export_arguments& arguments,
                        session& s, progress& display) {
  const any_game& game = *opened.game;
  std::optional<position> from;
  play_graph play;
  if (arguments.from) {
    from = find_position(game, *arguments.from);
    play = follow_play(opened, *from, play_options_of(arguments, format, game), display);
    display.erase();
    if (!arguments.work.quiet) {
      s.warn(fmt::format("{} positions, {} moves", grouped_digits(play.positions.size()),
                         grouped_digits(play.moves.size())));
    }
  } else {
    check_limit(arguments, format, opened);
    play = whole_play(game, opened.lookup(), display);
  }
  const exported_play exported{opened, play, from};
  if (format.write_play_file != nullptr) {
    format.write_play_file(exported, *arguments.output, s.program_text());
  } else {
    write_output(arguments, s, [&](const text_sink& write) {
      write_play_text(format, exported, [&](std::string_view text) {
        display.check_stop();
        return write(text);
      });
    });
  }
  return exit_status::done;
}

exit_status export_table(const export_arguments& arguments, session& s) {
  const export_format& format = choose_format(arguments);
  check_play_options(arguments, format);
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  if (!writes_to_standard_output(arguments)) expect_not_read(*opened.game, s.games, "-o", *arguments.output);
  expect_whole(opened, "solve all slices before exporting");
  progress display = arguments.work.make_progress();
  if (format.looks_up_every_move) load_keys(*opened.game, threads, display);
  if (arguments.from || exports_only_play(format)) return export_play(opened, format, arguments, s, display);
  export_options options = arguments.options;
  options.has_names = !arguments.without_names;
  if (format.write_file != nullptr) {
    format.write_file(opened, options, *arguments.output, s.program_text(), threads, display);
    return exit_status::done;
  }
  const std::unique_ptr<exported_blocks> blocks = format.make_blocks(opened, options);
  blocks->prepare(threads, display);
  write_output(arguments, s,
               [&](const text_sink& write) { write_pieces(*blocks, *opened.table, threads, display, write); });
  return exit_status::done;
}

void export_arguments::declare(command_line& command) {
  declare_table(command, table);
  const auto formats = export_formats();
  flags.resize(formats.size());
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (!formats[i]->has_flag) continue;
    const char* const needs = formats[i]->medium == export_medium::text ? "" : "; needs -o FILE";
    command.add_flag(fmt::format("--{}", formats[i]->name), flags[i], fmt::format("{}{}", formats[i]->summary, needs));
  }
  command
      .add_option("--format", names,
                  fmt::format("{} (--csv is short for --format csv)", list_formats(" or ", is_any_format, name_of)))
      ->allow_extra_args(false)
      ->check([formats](const std::string& value) {
        const bool is_known =
            std::any_of(formats.begin(), formats.end(), [&](const auto* format) { return value == format->name; });
        return is_known ? ""
                        : fmt::format("expected one of {}, got '{}'", list_formats(", ", is_any_format, name_of),
                                      excerpt(value));
      })
      ->type_name("FORMAT");
  declare_wins_option(command, options.wins, list_formats(" and ", takes_wins));
  command.add_flag("--no-names", without_names,
                   fmt::format("With {}: omit the names of positions", list_formats(" and ", has_names)));
  command
      .add_option("--from", from,
                  fmt::format("Export only positions that play reaches from POSITION, or from 'start'; with {}",
                              list_formats(" and ", exports_play)))
      ->type_name("POSITION");
  command
      .add_option("--strategy", strategy, "With --from: follow one best move of PLAYER, and all moves of the opponent")
      ->needs("--from")
      ->type_name("PLAYER");
  command.add_option("--depth", depth, "With --from: follow play for N plies (default: 2, or all with --strategy)")
      ->needs("--from")
      ->type_name("N|all");
  command
      .add_option("--limit", limit,
                  "With --from or --dot: fail if there are more than N positions (default: 500 with --dot)")
      ->type_name("N");
  command.add_option("-o", output, "Write to FILE, which is created once it is complete (default: -, standard output)")
      ->type_name("FILE");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} export t.h5 --csv | head\n"
      "  {program} export t.h5 --pgsolver --wins mouse --no-names -o t.pg\n"
      "  {program} export t.h5 --solution --wins mouse -o t.sol\n"
      "  {program} export t.h5 --format strategy | head\n"
      "  {program} export t.h5 --numpy -o t.npy\n"
      "  {program} export t.h5 --graph -o t_graph.h5\n"
      "  {program} export t.h5 --graph --no-names -o t_graph.h5\n"
      "  {program} export t.h5 --format dot | dot -Tsvg -o t.svg\n"
      "  {program} export t.h5 --from start --strategy mouse --csv -o proof.csv\n"
      "  {program} export t.h5 --from 'mouse=2,0 cat=1,1 turn=mouse' --depth 4 --dot | dot -Tsvg -o t.svg");
}

}  // namespace

const command_definition export_command{"export", "Export a table to other programs, as CSV or a parity game",
                                        command_reach::one_process, declare_command<export_arguments, export_table>};

}  // namespace zermelo::cli
