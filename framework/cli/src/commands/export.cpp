// SPDX-License-Identifier: MIT
// zermelo export: writes a table for other programs, as text, an array, a graph or a picture.
#include <algorithm>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/base/writable_file.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/storage/file/output_file.hpp>

#include "../commands.hpp"
#include "../export_formats/export_formats.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

struct export_arguments {
  std::string table;
  std::deque<bool> flags;          ///< [format]: whether --NAME is given; a deque, since options refer to elements
  std::vector<std::string> names;  ///< values of --format
  std::deque<export_option_value> values;  ///< [format]: of the format's option
  std::optional<std::string> output;
  work_options work;

  void declare(command_line& command);
};

/// Whether the export goes to standard output.
bool writes_to_standard_output(const export_arguments& arguments) { return arguments.output.value_or("-") == "-"; }

/// The names of all formats, each with a prefix, separated by commas and, before the last, by `last_separator`.
std::string names_of_formats(std::string_view prefix, std::string_view last_separator) {
  const auto formats = export_formats();
  std::string names;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (i > 0) names += i + 1 < formats.size() ? ", " : last_separator;
    names += fmt::format("{}{}", prefix, formats[i]->name);
  }
  return names;
}

struct chosen_format {
  const export_format* format;
  const export_option_value* value;
};

/// The format that the arguments choose. @throws input_error unless it is exactly one, and all options go with it.
chosen_format choose_format(const export_arguments& arguments) {
  const auto formats = export_formats();
  std::vector<chosen_format> chosen;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const auto times = std::count(arguments.names.begin(), arguments.names.end(), formats[i]->name);
    chosen.insert(chosen.end(), static_cast<std::size_t>(times + (arguments.flags[i] ? 1 : 0)),
                  {formats[i], &arguments.values[i]});
  }
  if (chosen.size() != 1) {
    throw input_error(fmt::format("export: choose one of {}", names_of_formats("--", " and ")));
  }
  const export_format& format = *chosen.front().format;
  if (format.medium != export_medium::text && !arguments.output) {
    throw input_error(fmt::format("export: --{} needs -o FILE", format.name));
  }
  if (format.medium != export_medium::text && writes_to_standard_output(arguments)) {
    throw input_error(
        fmt::format("export: -o -: standard output takes text, and --{} is none; name a file", format.name));
  }
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (formats[i] != &format && (arguments.values[i].text || arguments.values[i].number)) {
      throw input_error(fmt::format("{}: goes with --{} only", formats[i]->option->name, formats[i]->name));
    }
  }
  std::error_code ignored;
  if (!writes_to_standard_output(arguments) &&
      std::filesystem::equivalent(arguments.table, *arguments.output, ignored)) {
    throw input_error(fmt::format("-o: {} is the table itself", *arguments.output));
  }
  if (!writes_to_standard_output(arguments)) experiment::expect_writable(*arguments.output);
  return chosen.front();
}

/// The end of the block that begins at `begin`: whole chunks of the table unless they are too large, since reading part
/// of a chunk costs as much as reading all of it. At most 65,536 positions.
position end_of_block(const storage::stored_table& table, position begin) {
  constexpr position min_positions = 1 << 14;
  constexpr position max_positions = 1 << 16;
  position end = begin;
  while (end < table.num_positions() && end - begin < min_positions) end = table.read_together(end).end;
  return std::min(end, begin + max_positions);
}

/// Calls write(text) for the header, each block and the footer, until `write` returns `stop`.
template <class Write>
void write_pieces(const exported_blocks& blocks, const storage::stored_table& table, unsigned threads, progress& shown,
                  const Write& write) {
  shown.phase("export", table.num_positions());
  if (write(blocks.header()) == sweep_step::stop) return;
  bool is_stopped = false;
  for_each_block_in_order<text_buffer>(
      table.num_positions(), threads, shown, [&table](position p) { return end_of_block(table, p); },
      [&blocks](const index_range& block, text_buffer& out) {
        out.clear();
        blocks.append(block, out);
      },
      [&](const text_buffer& out) {
        const sweep_step next = write(std::string_view(out.data(), out.size()));
        is_stopped = next == sweep_step::stop;
        return next;
      });
  if (!is_stopped) write(blocks.footer());
}

exit_status export_table(const export_arguments& arguments, session& s) {
  const auto [format, value] = choose_format(arguments);
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  if (opened.set != nullptr) {
    const std::vector<std::string> to_do = opened.set->slices_to_do();
    if (!to_do.empty()) {
      throw input_error(fmt::format("{}: slice {} is not done; only a whole set is exported", opened.file, to_do[0]));
    }
  }
  progress shown = arguments.work.make_progress();
  if (format->looks_up_every_move) experiment::hold_keys(*opened.game, threads, shown);
  if (format->write_file != nullptr) {
    format->write_file(opened, *arguments.output, s.program_text(), threads, shown);
    return exit_status::done;
  }
  const std::unique_ptr<exported_blocks> blocks = format->make_blocks(opened, *value);
  if (writes_to_standard_output(arguments)) {
    write_pieces(*blocks, *opened.table, threads, shown, [&s](std::string_view text) {
      s.print(text);
      return s.out ? sweep_step::proceed : sweep_step::stop;  // the reader has closed the pipe
    });
    return exit_status::done;
  }
  storage::output_file file(*arguments.output);
  write_pieces(*blocks, *opened.table, threads, shown, [&file](std::string_view bytes) {
    file.write(bytes);
    return sweep_step::proceed;
  });
  file.commit();
  return exit_status::done;
}

void declare_option(command_line& command, const export_option& option, export_option_value& value) {
  command_option* const declared = option.type == export_option_type::text
                                       ? command.add_option(option.name, value.text, option.help)
                                       : command.add_option(option.name, value.number, option.help);
  declared->type_name(option.value_name);
}

void export_arguments::declare(command_line& command) {
  declare_table(command, table);
  const auto formats = export_formats();
  flags.resize(formats.size());
  values.resize(formats.size());
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const char* const needs = formats[i]->medium == export_medium::text ? "" : "; needs -o";
    command.add_flag(fmt::format("--{}", formats[i]->name), flags[i], fmt::format("{}{}", formats[i]->summary, needs));
  }
  command.add_option("--format", names, fmt::format("{} (--format csv is --csv)", names_of_formats("", " or ")))
      ->allow_extra_args(false)
      ->check([formats](const std::string& word) {
        const bool is_known =
            std::any_of(formats.begin(), formats.end(), [&](const auto* format) { return word == format->name; });
        return is_known ? "" : fmt::format("'{}' is none of {}", excerpt(word), names_of_formats("", ", "));
      })
      ->type_name("FORMAT");
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (formats[i]->option) declare_option(command, *formats[i]->option, values[i]);
  }
  command.add_option("-o", output, "Write to this file, complete or not at all (default: -, standard output)")
      ->type_name("FILE");
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} export t.h5 --csv | head\n"
      "  {program} export t.h5 --pgsolver --wins mouse -o t.pg\n"
      "  {program} export t.h5 --numpy -o t.npy\n"
      "  {program} export t.h5 --graph -o t_graph.h5\n"
      "  {program} export t.h5 --format dot | dot -Tsvg -o t.svg");
}

}  // namespace

const command_definition export_command{"export", "A table for other programs, such as CSV or a parity game",
                                        command_reach::one_process, declare_command<export_arguments, export_table>};

}  // namespace zermelo::cli
