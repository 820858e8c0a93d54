// SPDX-License-Identifier: MIT
// zermelo verify: checks a table's entries against the rules, and its metadata against its entries.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/job/verify_on_blocks.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/sets/verify_set.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"
#include "../parity_query.hpp"
#include "../ranks.hpp"
#include "verify_claim.hpp"

namespace zermelo::cli {
namespace {

/// @throws input_error if `--reachable` is given for a game with a ranking, which also numbers unreachable positions.
void expect_provable(const verify_arguments& arguments, const any_game& game) {
  if (!arguments.reachable || game.keys() != nullptr) return;
  throw input_error(
      fmt::format("--reachable: not supported for {}: its ranking has positions that play cannot reach", game.name()));
}

/// Reports the proof that all positions of a table with keys are reachable. Member: `unreached`.
/// @param unreached  nothing: the proof has not run
report_part report_reach(const verify_arguments& arguments, const any_game& game,
                         const std::optional<unreached_positions>& unreached) {
  report_part part;
  part.members["unreached"] = unreached ? json(unreached->count) : json(nullptr);
  if (unreached && unreached->count > 0) {
    part.add("FALSE", unreached_text(game, *unreached));
  } else {
    part.add("reachable", unreached             ? "all positions"
                          : arguments.reachable ? "not checked, since the table is wrong"
                                                : "not proven; use --reachable, which takes about as long as the rest");
  }
  return part;
}

/// Runs the proof of `--reachable`, if the table is right, and reports it with the other results.
/// @param opened  may lack the game if only statements were compared
/// @param has_statements  whether statements were compared, which requires all entries
exit_status report(const verify_arguments& arguments, const opened_table& opened, const table_verification& found,
                   bool has_statements, session& s, progress& display) {
  report_part printed;
  printed.add(opened.set != nullptr ? "set" : "table", opened.file, {{"table", opened.file}});
  if (!arguments.signature) printed.append(report_verify(*opened.game, found.report));
  bool accepted = found.report.accepted() && found.false_statements.empty();
  std::optional<unreached_positions> unreached;
  if (arguments.reachable && accepted) {
    unreached = zermelo::unreached(*opened.game, arguments.work.threads, display);
    accepted = unreached->count == 0;
  }
  printed.members["accepted"] = accepted;
  if (has_statements) {
    printed.members["false_statements"] = found.false_statements;
    for (const std::string& statement : found.false_statements) printed.add("FALSE", statement);
    const std::string signature = hex_text(found.signature);
    printed.add("signature", signature, {{"signature", signature}});
  }
  if (!arguments.signature && opened.game->keys() != nullptr) {
    printed.append(report_reach(arguments, *opened.game, unreached));
  }
  if (opened.set != nullptr) {
    const std::vector<std::string> to_do = opened.set->slices_to_do();
    printed.members["slices_to_do"] = to_do;
    printed.members["peak_bytes"] = peak_bytes();
    if (!to_do.empty()) printed.add("not done", fmt::format("{} slices", to_do.size()));
  }
  if (s.blocks != nullptr) printed.append(report_ranks(*s.blocks));
  display.erase();
  printed.text += accepted ? "accepted\n" : "rejected\n";
  s.print_report(printed, arguments.json);
  return accepted ? exit_status::done : exit_status::claim_false;
}

/// Compares a table's metadata with its entries, without the rules; the game need not be in the catalog.
exit_status verify_signature(const verify_arguments& arguments, session& s) {
  const auto table = storage::endgame_table::open(arguments.table);
  progress display = arguments.work.make_progress();
  const auto any_player = [&table](position) { return to_move_run{player::first, table.num_positions()}; };
  solution_summary computed = summarize(table, any_player, resolve_threads(arguments.work.threads), display);
  computed.winners = table.metadata().summary.winners;  // only the rules determine the player to move
  table_verification found;
  found.false_statements = find_false_statements(table.metadata().summary, computed);
  found.signature = computed.signature;
  opened_table opened;
  opened.file = arguments.table;
  return report(arguments, opened, found, true, s, display);
}

/// Verifies a set slice by slice: entries and statements, or only statements. A limit of 0 bytes means the available
/// memory.
exit_status verify_folder(const verify_arguments& arguments, const opened_table& opened, std::uint64_t limit_bytes,
                          session& s) {
  if (opened.set->num_positions_done() == 0) {
    throw input_error(fmt::format("{}: no slice is done; repeat zermelo solve to continue the set", opened.file));
  }
  progress display = arguments.work.make_progress();
  verify_scope scope(resolve_threads(arguments.work.threads), arguments.sample);
  if (limit_bytes != 0) scope.memory_bytes = limit_bytes;
  const table_verification found = arguments.signature
                                       ? verify_statements(*opened.game, *opened.set, scope.threads, display)
                                       : verify_set(*opened.game, *opened.set, scope, display);
  return report(arguments, opened, found, !is_sample(opened.set->num_positions_done(), scope), s, display);
}

/// Checks the entries of a table by the rules, and summarizes them in the same pass: every entry is read once.
verified_entries verify_entries(const opened_table& opened, const verify_scope& scope, solve_visitor& visitor) {
  const any_game& game = *opened.game;
  if (is_sample(game.num_positions(), scope)) return {zermelo::verify(game, *opened.table, scope, visitor), {}};
  const summarizing_entries entries(*opened.table, [&game](position p) { return run_at(game, p); });
  const verify_report report = zermelo::verify(game, entries, scope, visitor);
  return {report, entries.summary()};
}

/// @throws what open_table throws; input_error for tables that ranks do not support.
opened_table open_to_verify(const verify_arguments& arguments, const session& s) {
  if (s.blocks == nullptr) return open_table(arguments.table, s.games);
  std::error_code ignored;
  if (std::filesystem::is_directory(arguments.table, ignored)) {
    throw input_error(fmt::format("{}: table sets are not supported under mpirun; use zermelo", arguments.table));
  }
  opened_table opened = open_table(arguments.table, s.games, verify_cache_bytes);
  if (opened.table->metadata().keys != nullptr) {
    throw input_error(fmt::format("{}: tables with keys are not supported under mpirun; use zermelo", arguments.table));
  }
  return opened;
}

exit_status verify_table(const verify_arguments& arguments, const opened_table& opened, std::uint64_t limit_bytes,
                         session& s) {
  any_game& game = *opened.game;
  const storage::table_metadata& stored = opened.table->metadata();
  progress display = arguments.work.make_progress();
  verify_scope scope(resolve_threads(arguments.work.threads), arguments.sample);
  scope.counts_distinct_moves = counts_distinct_moves(game, stored);
  const auto [checked, computed] =
      s.blocks == nullptr ? verify_entries(opened, scope, display)
                          : verify_table_on_blocks(game, *opened.table, scope, limit_bytes, *s.blocks, display);
  table_verification found{checked, {}, computed.signature};
  const bool is_whole = !is_sample(game.num_positions(), scope);
  if (is_whole) {
    std::vector<std::string>& errors = found.false_statements;
    const index_range all{0, game.num_positions()};
    errors = find_false_statements(game, stored, computed, all, scope.threads, s.blocks, display);
    if (const auto error = false_edges_text(stored.edges, checked.edges)) errors.push_back(*error);
    // Opening a table does not check a start that depends on the solution. Here the entries are known to be correct.
    if (game.chooses_start() && checked.accepted() && s.is_first()) {
      choose_start(game, *opened.table, display);
      if (stored.start != game.start()) {
        errors.push_back(fmt::format("start: expected '{1}', got {0}",
                                     stored.start ? "'" + excerpt(stored.start_text) + "'" : "nothing",
                                     format(game, game.start().value())));
      }
    }
  }
  return report(arguments, opened, found, is_whole, s, display);
}

exit_status verify(const verify_arguments& given, session& s) {
  if (!given.solution.empty()) return verify_claim(given, s);
  std::error_code ignored;
  const bool is_set = std::filesystem::is_directory(given.table, ignored);
  if (given.signature && !is_set) return verify_signature(given, s);
  verify_arguments arguments = given;
  if (s.blocks != nullptr) arguments.work = options_for_rank(arguments.work, *s.blocks);
  const bool is_limited = !arguments.memory_limit.empty();
  const std::uint64_t limit_bytes = is_limited ? parse_bytes(arguments.memory_limit) : 0;
  const opened_table opened = open_to_verify(arguments, s);
  expect_provable(arguments, *opened.game);
  if (opened.set == nullptr && s.blocks == nullptr && is_limited) {
    throw input_error("--memory-limit is supported only for table sets and under mpirun; leave it out");
  }
  try {
    return opened.set != nullptr ? verify_folder(arguments, opened, limit_bytes, s)
                                 : verify_table(arguments, opened, limit_bytes, s);
  } catch (const input_error& failure) {
    if (s.blocks != nullptr) throw;
    throw input_error(with_file_name(opened.file, failure.what()));
  }
}

command_action declare_verify(command_line& command, session& s) {
  const auto arguments = std::make_shared<verify_arguments>();
  const bool is_on_ranks = s.blocks != nullptr;
  declare_table(command, arguments->table);
  command
      .add_flag("--signature", arguments->signature,
                "Check only the signature, outcome counts and histogram against the entries, without the game's rules")
      ->on_one_machine(is_on_ranks);
  command.add_option("--sample", arguments->sample, "Check only N positions, spread over the table, and no metadata")
      ->between(1, std::numeric_limits<std::uint64_t>::max())
      ->excludes("--signature")
      ->type_name("N");
  command
      .add_flag("--reachable", arguments->reachable, "Also prove that play reaches every position of an explored table")
      ->excludes("--signature");
  command
      .add_option("--memory-limit", arguments->memory_limit,
                  "Memory limit for a table set, or per rank, such as 4G or 512M (default: available memory)")
      ->excludes("--signature")
      ->excludes("--reachable")
      ->type_name("SIZE");
  command
      .add_option("--solution", arguments->solution,
                  "Check another program's solution of the parity game that export --pgsolver writes, first by the "
                  "game's moves, then against the table. FILE is in PGSolver's format (-: standard input)")
      ->excludes("--signature")
      ->excludes("--sample")
      ->excludes("--reachable")
      ->excludes("--memory-limit")
      ->on_one_machine(is_on_ranks)
      ->type_name("FILE");
  declare_wins_option(command, arguments->wins, "--solution")->needs("--solution");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} verify t.h5\n"
      "  {program} export t.h5 --solution | {program} verify t.h5 --solution -\n"
      "  {program} verify t.h5 --json --threads 4\n"
      "  {program} verify big.h5 --sample 100000\n"
      "  {program} verify big.h5 --signature");
  return {[arguments, &s] { return verify(*arguments, s); }};
}

}  // namespace

const command_definition verify_command{"verify",
                                        "Check every entry of a table against the rules; status 1 if one is wrong",
                                        command_reach::ranks, declare_verify};

}  // namespace zermelo::cli
