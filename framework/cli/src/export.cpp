// SPDX-License-Identifier: MIT
// zermelo export: a table for other programs, as text, an array, a graph or a picture.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/storage/output_file.hpp>

#include "commands.hpp"
#include "export_formats.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

/// A form that a table can be exported in: the value of --format, and an option of its own.
struct named_form {
  const char* name;
  const char* help;
};
constexpr std::array named_forms{
    named_form{"csv", "A line of comma-separated values per legal position"},
    named_form{"pgsolver", "A parity game as text for PGSolver, Oink and their like; move_limit is not applied"},
    named_form{"numpy", "An array of records (outcome, distance), shaped by the axes; needs -o"},
    named_form{"graph", "The moves as compressed sparse rows in an HDF5 file; needs -o"},
    named_form{"dot", "A picture of positions and moves in the language of Graphviz, of small games"},
};

struct export_arguments {
  std::string table;
  std::array<bool, named_forms.size()> flags{};  ///< [named form]
  std::vector<std::string> formats;              ///< by name
  std::optional<std::string> wins;
  std::optional<std::uint64_t> limit;
  std::optional<std::string> output;
  work_options work;
};

/// Whether standard output takes it.
bool writes_to_output(const export_arguments& arguments) { return arguments.output.value_or("-") == "-"; }

/// The one form that is asked for. @throws input_error if it is not one, or other options do not go with it.
std::string chosen_form(const export_arguments& arguments) {
  std::vector<std::string> forms = arguments.formats;
  for (std::size_t i = 0; i < named_forms.size(); ++i) {
    if (arguments.flags[i]) forms.emplace_back(named_forms[i].name);
  }
  if (forms.size() != 1) throw input_error("export: choose one of --csv, --pgsolver, --numpy, --graph and --dot");
  const std::string& form = forms.front();
  if ((form == "numpy" || form == "graph") && !arguments.output) {
    throw input_error(fmt::format("export: --{} needs -o FILE", form));
  }
  if ((form == "graph" || form == "numpy") && writes_to_output(arguments)) {
    throw input_error(fmt::format("export: -o -: standard output takes text, and --{} is none; name a file", form));
  }
  if (arguments.wins && form != "pgsolver") throw input_error("--wins: goes with --pgsolver only");
  if (arguments.limit && form != "dot") throw input_error("--limit: goes with --dot only");
  std::error_code none_there;
  if (!writes_to_output(arguments) && std::filesystem::equivalent(arguments.table, *arguments.output, none_there)) {
    throw input_error(fmt::format("-o: {} is the table itself", *arguments.output));
  }
  if (!writes_to_output(arguments)) experiment::expect_writable(*arguments.output);
  return form;
}

std::unique_ptr<export_format> make_format(std::string_view form, const export_arguments& arguments,
                                           const opened_table& opened) {
  if (form == "csv") return csv_format(opened);
  if (form == "numpy") return numpy_format(opened);
  if (form == "dot") return dot_format(opened, arguments.limit.value_or(usual_dot_limit));
  std::optional<player> asked;
  if (arguments.wins) asked = parse_player(*opened.game, "--wins", *arguments.wins);
  return pgsolver_format(opened, asked);
}

/// Writes everything to `write`, piece by piece, until it wants no more.
template <class Write>
void write_pieces(const export_format& format, position size, unsigned threads, progress& shown, const Write& write) {
  shown.phase("export", size);
  if (write(format.header()) == sweep_step::stop) return;
  bool is_wanted = true;
  for_each_block_in_order<fmt::memory_buffer>(
      size, threads, shown, [&format](position p) { return format.end_of_block(p); },
      [&format](const index_range& block, fmt::memory_buffer& out) {
        out.clear();
        format.append(block, out);
      },
      [&](const fmt::memory_buffer& out) {
        const sweep_step next = write(std::string_view(out.data(), out.size()));
        is_wanted = next == sweep_step::go_on;
        return next;
      });
  if (is_wanted) write(format.footer());
}

exit_status export_table(const export_arguments& arguments, session& s) {
  const std::string form = chosen_form(arguments);
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  if (opened.set != nullptr) {
    const std::vector<std::string> to_do = opened.set->slices_to_do();
    if (!to_do.empty()) {
      throw input_error(fmt::format("{}: slice {} is not done; only a whole set is exported", opened.file, to_do[0]));
    }
  }
  progress shown = arguments.work.make_progress();
  if (form == "graph" || form == "pgsolver")
    experiment::hold_keys(*opened.game, threads, shown);  // every move looks one up
  if (form == "graph") {
    export_graph(opened, *arguments.output, s.program_text(), threads, shown);
    return exit_status::done;
  }
  const auto format = make_format(form, arguments, opened);
  const position size = opened.table->num_positions();
  if (writes_to_output(arguments)) {
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

command_action declare_export(command_line& command, session& s) {
  const auto arguments = std::make_shared<export_arguments>();
  command.add_option("TABLE", arguments->table, "A table file, or the folder of a table set")
      ->required()
      ->type_name("");
  const auto unknown_form = [](const std::string& word) {
    std::string names;
    for (const named_form& form : named_forms) {
      if (word == form.name) return std::string();
      names += (names.empty() ? "" : ", ") + std::string(form.name);
    }
    return fmt::format("'{}' is none of {}", excerpt(word), names);
  };
  for (std::size_t i = 0; i < named_forms.size(); ++i) {
    command.add_flag(fmt::format("--{}", named_forms[i].name), arguments->flags[i], named_forms[i].help);
  }
  command.add_option("--format", arguments->formats, "The same as one of these: --format csv is --csv")
      ->allow_extra_args(false)
      ->check(unknown_form)
      ->type_name("FORMAT");
  command
      .add_option("--limit", arguments->limit,
                  fmt::format("With --dot: refuse tables with more legal positions (default: {})", usual_dot_limit))
      ->type_name("N");
  command
      .add_option("--wins", arguments->wins,
                  "With --pgsolver, the question: does this player win? Ties, and endless play that is nobody's by the "
                  "rules, count for the other one")
      ->type_name("PLAYER");
  command
      .add_option("-o", arguments->output, "Write to this file, complete or not at all (default: -, standard output)")
      ->type_name("FILE");
  arguments->work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} export t.h5 --csv | head\n"
      "  {program} export t.h5 --pgsolver --wins mouse -o t.pg\n"
      "  {program} export t.h5 --numpy -o t.npy\n"
      "  {program} export t.h5 --graph -o t_graph.h5\n"
      "  {program} export t.h5 --format dot | dot -Tsvg -o t.svg");
  return {[arguments, &s] { return export_table(*arguments, s); }};
}

}  // namespace

const command_definition export_command{"export", "A table for other programs: CSV, parity game, NumPy, graph, picture",
                                        command_reach::one_process, declare_export};

}  // namespace zermelo::cli
