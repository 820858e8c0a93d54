// SPDX-License-Identifier: MIT
// zermelo export: a table for other programs, as text, an array or a graph.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/storage/output_file.hpp>

#include "commands.hpp"
#include "export_formats.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

struct export_arguments {
  std::string table;
  bool csv = false;
  bool pgsolver = false;
  bool numpy = false;
  bool graph = false;
  std::optional<std::string> wins;
  std::optional<std::string> output;
  work_options work;
};

void check_arguments(const export_arguments& arguments) {
  const std::array chosen{arguments.csv, arguments.pgsolver, arguments.numpy, arguments.graph};
  if (std::count(chosen.begin(), chosen.end(), true) != 1) {
    throw input_error("export: choose one of --csv, --pgsolver, --numpy and --graph");
  }
  if ((arguments.numpy || arguments.graph) && !arguments.output) {
    throw input_error(fmt::format("export: {} needs -o FILE", arguments.numpy ? "--numpy" : "--graph"));
  }
  if (arguments.wins && !arguments.pgsolver) throw input_error("--wins: goes with --pgsolver only");
  std::error_code none_there;
  if (arguments.output && std::filesystem::equivalent(arguments.table, *arguments.output, none_there)) {
    throw input_error(fmt::format("-o: {} is the table itself", *arguments.output));
  }
}

std::unique_ptr<export_format> make_format(const export_arguments& arguments, const opened_table& opened) {
  if (arguments.csv) return csv_format(opened);
  if (arguments.numpy) return numpy_format(opened);
  std::optional<player> asked;
  if (arguments.wins) asked = parse_player(*opened.game, "--wins", *arguments.wins);
  return pgsolver_format(opened, asked);
}

/// Writes everything to `write`, piece by piece, until it wants no more.
template <class Write>
void write_pieces(const export_format& format, position size, unsigned threads, progress& shown, const Write& write) {
  shown.phase("export", size);
  if (write(format.header()) == sweep_step::stop) return;
  for_each_block_in_order<fmt::memory_buffer>(
      size, threads, shown, [&format](position p) { return format.end_of_block(p); },
      [&format](const index_range& block, fmt::memory_buffer& out) {
        out.clear();
        format.append(block, out);
      },
      [&write](const fmt::memory_buffer& out) { return write(std::string_view(out.data(), out.size())); });
}

exit_status export_table(const export_arguments& arguments, session& s) {
  check_arguments(arguments);
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  progress shown = arguments.work.make_progress();
  if (arguments.graph) {
    export_graph(opened, *arguments.output, threads, shown);
    return exit_status::done;
  }
  const auto format = make_format(arguments, opened);
  const position size = opened.table.num_positions();
  if (!arguments.output) {
    write_pieces(*format, size, threads, shown, [&s](std::string_view text) {
      s.print(text);
      return s.out ? sweep_step::go_on : sweep_step::stop;  // a reader that has gone away wants no more
    });
    return exit_status::done;
  }
  storage::output_file file(*arguments.output);
  write_pieces(*format, size, threads, shown, [&file](std::string_view bytes) {
    file.write(bytes);
    return sweep_step::go_on;
  });
  file.commit();
  return exit_status::done;
}

}  // namespace

void add_export(command_line& program, session& s) {
  const auto arguments = std::make_shared<export_arguments>();
  command_line& command =
      *program.add_subcommand("export", "A table for other programs: CSV, parity game, NumPy, graph");
  command.add_option("TABLE", arguments->table, "A table file")->required()->type_name("");
  command.add_flag("--csv", arguments->csv, "A line of comma-separated values per legal position");
  command.add_flag("--pgsolver", arguments->pgsolver,
                   "A parity game as text for PGSolver, Oink and their like; move_limit is not applied");
  command.add_flag("--numpy", arguments->numpy,
                   "An array of records (outcome, distance), shaped by the axes; needs -o");
  command.add_flag("--graph", arguments->graph, "The moves as compressed sparse rows in an HDF5 file; needs -o");
  command
      .add_option("--wins", arguments->wins,
                  "With --pgsolver, the question: does this player win? Ties, and endless play that is nobody's by the "
                  "rules, count for the other one")
      ->type_name("PLAYER");
  command.add_option("-o", arguments->output, "Write to this file, complete or not at all (default: standard output)")
      ->type_name("FILE");
  arguments->work.declare(command);
  command.footer(
      "Examples:\n"
      "  zermelo export t.h5 --csv | head\n"
      "  zermelo export t.h5 --pgsolver --wins mouse -o t.pg\n"
      "  zermelo export t.h5 --numpy -o t.npy\n"
      "  zermelo export t.h5 --graph -o t_graph.h5");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return export_table(*arguments, s); }; });
}

}  // namespace zermelo::cli
