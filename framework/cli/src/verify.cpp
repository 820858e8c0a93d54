// SPDX-License-Identifier: MIT
// zermelo verify: checks every entry of a table against the rules, and what it says of itself against its entries.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <zermelo/core/parallel.hpp>
#include <zermelo/core/solution_summary.hpp>
#include <zermelo/experiment/report_text.hpp>

#include "commands.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {
namespace {

using experiment::json;

struct verify_arguments {
  std::string table;
  bool json = false;
  work_options work;
};

/// Every entry as it is stored, with the player to move, whom the game knows. Not by `load`, which refuses a table
/// whose entries contradict its statements: here those are to be told apart.
value_table read_entries(const opened_table& opened, solve_visitor& visitor) {
  constexpr position report_every = 1 << 14;
  const experiment::any_game& game = *opened.game;
  const position size = game.num_positions();
  const std::size_t distances = std::max<std::size_t>(opened.table.metadata().summary.by_distance.size(), 1);
  auto values = value_table::with_capacity(size, static_cast<std::uint32_t>(distances - 1));
  visitor.phase("read", size);
  for (position p = 0; p < size; ++p) {
    if (p % report_every == 0) {
      visitor.check_stop();
      visitor.advance(std::min(report_every, size - p));
    }
    values.set(p, opened.value(p), game.is_legal(p) ? game.player_to_move(p) : player::first);
  }
  return values;
}

/// The statements of a table about itself that its entries contradict.
std::vector<std::string> false_statements(const solution_summary& stored, const solution_summary& computed) {
  std::vector<std::string> found;
  if (stored.signature != computed.signature) {
    found.push_back(fmt::format("signature: stored {}, the entries give {}",
                                experiment::signature_text(stored.signature),
                                experiment::signature_text(computed.signature)));
  }
  if (stored.counts != computed.counts) found.emplace_back("counts: not those of the entries");
  if (stored.winners != computed.winners) found.emplace_back("winners: not those of the entries");
  if (stored.by_distance != computed.by_distance) found.emplace_back("histogram: not that of the entries");
  return found;
}

exit_status verify(const verify_arguments& arguments, session& s) {
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  const experiment::any_game& game = *opened.game;
  progress shown = arguments.work.make_progress();
  const value_table values = read_entries(opened, shown);
  const verify_report report = game.verify(values, threads, shown);
  const solution_summary computed = summarize(values, threads);
  const auto wrong_statements = false_statements(opened.table.metadata().summary, computed);
  const bool accepted = report.accepted() && wrong_statements.empty();

  if (arguments.json) {
    json object = {{"table", opened.file}};
    object.update(experiment::verify_json(game, report));
    object["accepted"] = accepted;
    object["false_statements"] = wrong_statements;
    object["signature"] = experiment::signature_text(computed.signature);
    s.print_json(object);
  } else {
    std::string text = experiment::labelled_line("table", opened.file) + experiment::verify_text(game, report);
    for (const std::string& statement : wrong_statements) text += experiment::labelled_line("FALSE", statement);
    text += experiment::labelled_line("signature", experiment::signature_text(computed.signature));
    text += accepted ? "accepted\n" : "rejected\n";
    s.print(text);
  }
  return accepted ? exit_status::done : exit_status::not_so;
}

}  // namespace

void add_verify(CLI::App& program, session& s) {
  const auto arguments = std::make_shared<verify_arguments>();
  CLI::App& command =
      *program.add_subcommand("verify", "Check every entry of a table against the rules; status 1 if one is wrong");
  command.add_option("TABLE", arguments->table, "A table file")->required()->type_name("");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer("Examples:\n  zermelo verify t.h5\n  zermelo verify t.h5 --json --threads 4");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return verify(*arguments, s); }; });
}

}  // namespace zermelo::cli
