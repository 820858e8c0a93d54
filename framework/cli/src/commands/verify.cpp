// SPDX-License-Identifier: MIT
// zermelo verify: checks a table's entries against the rules, and its statements about itself against its entries.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/job/stored_owners.hpp>
#include <zermelo/experiment/job/verify_on_blocks.hpp>
#include <zermelo/experiment/job/verifying.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/experiment/report/report_text.hpp>
#include <zermelo/experiment/slices/verify_set.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"
#include "../parity_question.hpp"
#include "../ranks.hpp"
#include "verify_claim.hpp"

namespace zermelo::cli {
namespace {

using experiment::json;

struct verify_arguments {
  std::string table;
  std::uint64_t sample = 0;  ///< positions to check; 0: all
  bool signature = false;
  bool reachable = false;
  std::string solution;             ///< a file of somebody else's winners
  std::optional<std::string> wins;  ///< its question
  std::string memory_limit;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

/// The statements of a table about itself that contradict its entries, as sentences.
std::vector<std::string> find_false_statements(const solution_summary& stored, const solution_summary& computed) {
  std::vector<std::string> faults;
  if (stored.signature != computed.signature) {
    faults.push_back(fmt::format("signature: stored {}, the entries give {}",
                                 experiment::signature_text(stored.signature),
                                 experiment::signature_text(computed.signature)));
  }
  if (stored.counts != computed.counts) faults.emplace_back("counts: not those of the entries");
  if (stored.winners != computed.winners) faults.emplace_back("winners: not those of the entries");
  if (stored.by_margin != computed.by_margin) faults.emplace_back("margins: not those of the entries");
  if (stored.by_distance != computed.by_distance) faults.emplace_back("histogram: not that of the entries");
  return faults;
}

/// Adds `false_statements` and `signature`.
void add_statements(json& object, const std::vector<std::string>& faults, const solution_summary& computed) {
  object["false_statements"] = faults;
  object["signature"] = experiment::signature_text(computed.signature);
}

std::string statements_text(const std::vector<std::string>& faults, const solution_summary& computed) {
  std::string text;
  for (const std::string& fault : faults) text += experiment::labelled_line("FALSE", fault);
  return text + experiment::labelled_line("signature", experiment::signature_text(computed.signature));
}

/// The proof that play reaches all positions of a table, if the table lists its positions by keys.
class reach_proof {
 public:
  /// Runs the proof if the arguments ask for it, and the table is right.
  reach_proof(const verify_arguments& arguments, const experiment::any_game& game, bool is_table_right,
              work_monitor& monitor)
      : m_game(game), m_is_requested(arguments.reachable) {
    if (m_is_requested && is_table_right) {
      m_unreached = experiment::unreached(game, arguments.work.threads, monitor);
    }
  }

  /// False if the proof has found a position that play does not reach.
  [[nodiscard]] bool accepted() const { return !m_unreached || m_unreached->count == 0; }
  [[nodiscard]] std::string text() const {
    if (m_game.keys() == nullptr) return "";
    if (!m_unreached) {
      return experiment::labelled_line(
          "reachable", m_is_requested ? "not looked for, since the table is wrong"
                                      : "not proven; --reachable does, and takes about as long as the rest");
    }
    if (!accepted()) return experiment::labelled_line("FALSE", experiment::unreached_text(m_game, *m_unreached));
    return experiment::labelled_line("reachable", "all positions");
  }
  void add_to(json& object) const {
    if (m_game.keys() == nullptr) return;
    object["unreached"] = m_unreached ? json(m_unreached->count) : json(nullptr);
  }

 private:
  const experiment::any_game& m_game;
  bool m_is_requested;
  std::optional<unreached_positions> m_unreached;  ///< nothing: the proof has not run
};

/// @throws input_error if `--reachable` is given for a game with a ranking, which numbers positions that play does not
/// reach, or with a memory limit, which the proof would exceed.
void expect_provable(const verify_arguments& arguments, const experiment::any_game& game) {
  if (!arguments.reachable) return;
  if (!arguments.memory_limit.empty()) {
    throw input_error("--reachable: all keys are in memory for it, so it does not go with --memory-limit");
  }
  if (game.keys() != nullptr) return;
  throw input_error(
      fmt::format("--reachable: the game {} has numbers for positions that play does not reach, too", game.name()));
}

std::string verdict_line(bool accepted) { return accepted ? "accepted\n" : "rejected\n"; }

/// Compares a table's statements with its entries, without the rules: the catalog need not have the game.
exit_status verify_signature(const verify_arguments& arguments, session& s) {
  const auto table = storage::endgame_table::open(arguments.table);
  progress shown = arguments.work.make_progress();
  const auto any_player = [&table](position) { return owned_run{player::first, table.num_positions()}; };
  solution_summary computed = summarize(table, any_player, resolve_threads(arguments.work.threads), shown);
  computed.winners = table.metadata().summary.winners;  // only the rules know the player to move
  const auto faults = find_false_statements(table.metadata().summary, computed);
  const bool accepted = faults.empty();
  if (arguments.json) {
    json object = {{"table", arguments.table}, {"accepted", accepted}};
    add_statements(object, faults, computed);
    s.print_json(object);
  } else {
    s.print(experiment::labelled_line("table", arguments.table) + statements_text(faults, computed) +
            verdict_line(accepted));
  }
  return accepted ? exit_status::done : exit_status::claim_false;
}

/// Verifies a set slice by slice: entries and statements, or statements alone. A limit of 0 bytes: what is available.
exit_status verify_folder(const verify_arguments& arguments, const opened_table& opened, std::uint64_t limit_bytes,
                          session& s) {
  const std::vector<std::string> to_do = opened.set->slices_to_do();
  if (to_do.size() == opened.set->index().slices.size()) {
    throw input_error(fmt::format("{}: no slice is done, there is nothing to verify", opened.file));
  }
  progress shown = arguments.work.make_progress();
  verify_scope scope(resolve_threads(arguments.work.threads), arguments.sample);
  if (limit_bytes != 0) scope.memory_bytes = limit_bytes;
  const experiment::set_verification verification =
      arguments.signature ? experiment::verify_statements(*opened.game, *opened.set, scope.threads, shown)
                          : experiment::verify_set(*opened.game, *opened.set, scope, shown);
  const bool is_right = verification.report.accepted() && verification.false_statements.empty();
  const reach_proof proof(arguments, *opened.game, is_right, shown);
  const bool accepted = is_right && proof.accepted();
  const bool is_whole = !is_sample(opened.set->num_positions_done(), scope);
  shown.erase();
  solution_summary computed;
  computed.signature = verification.signature;
  if (arguments.json) {
    json object = {{"table", opened.file}};
    if (!arguments.signature) object.update(experiment::verify_json(*opened.game, verification.report));
    object["accepted"] = accepted;
    if (is_whole) add_statements(object, verification.false_statements, computed);
    if (!arguments.signature) proof.add_to(object);
    object["slices_to_do"] = to_do;
    object["peak_bytes"] = experiment::peak_bytes();
    s.print_json(object);
  } else {
    std::string text = experiment::labelled_line("set", opened.file);
    if (!arguments.signature) text += experiment::verify_text(*opened.game, verification.report);
    if (is_whole) text += statements_text(verification.false_statements, computed);
    if (!arguments.signature) text += proof.text();
    if (!to_do.empty()) text += experiment::labelled_line("not done", fmt::format("{} slices", to_do.size()));
    s.print(text + verdict_line(accepted));
  }
  return accepted ? exit_status::done : exit_status::claim_false;
}

/// Checks the entries of a table by the rules, and summarizes them in the same pass: every entry is read once.
experiment::table_verification verify_entries(const opened_table& opened, const verify_scope& scope,
                                              solve_visitor& visitor) {
  const experiment::any_game& game = *opened.game;
  if (is_sample(game.num_positions(), scope)) return {experiment::verify(game, *opened.table, scope, visitor), {}};
  const summarizing_entries entries(*opened.table, [&game](position p) { return experiment::run_at(game, p); });
  const verify_report report = experiment::verify(game, entries, scope, visitor);
  return {report, entries.summary()};
}

/// @throws input_error for options and tables that ranks do not support.
void expect_options_for_ranks(const verify_arguments& arguments) {
  std::error_code ignored;
  if (std::filesystem::is_directory(arguments.table, ignored)) {
    throw input_error(fmt::format("{}: the tables of a set are verified on one machine; use zermelo", arguments.table));
  }
  if (arguments.signature) throw input_error("--signature: not supported under mpirun; use zermelo");
}

/// @throws as open_table; input_error for a table that ranks do not verify together.
opened_table open_to_verify(const verify_arguments& arguments, const session& s) {
  if (s.blocks == nullptr) return open_table(arguments.table, s.games);
  opened_table opened = open_table(arguments.table, s.games, experiment::verify_cache_bytes);
  if (opened.table->metadata().keys != nullptr) {
    throw input_error(
        fmt::format("{}: it numbers positions by keys, and is verified on one machine; use zermelo", arguments.table));
  }
  return opened;
}

exit_status verify_table(const verify_arguments& arguments, const opened_table& opened, std::uint64_t limit_bytes,
                         session& s) {
  experiment::any_game& game = *opened.game;
  progress shown = arguments.work.make_progress();
  const verify_scope scope(resolve_threads(arguments.work.threads), arguments.sample);
  const bool is_whole = !is_sample(game.num_positions(), scope);
  const auto [report, computed] = s.blocks == nullptr ? verify_entries(opened, scope, shown)
                                                      : experiment::verify_table_on_blocks(
                                                            game, *opened.table, scope, limit_bytes, *s.blocks, shown);
  std::vector<std::string> faults;
  if (is_whole) {
    faults = find_false_statements(opened.table->metadata().summary, computed);
    if (const owner_lookup& owners = opened.table->metadata().owners) {
      const index_range all{0, game.num_positions()};
      const auto wrong = experiment::find_false_owners(game, owners, all, scope.threads, s.blocks, shown);
      if (wrong.count > 0) faults.push_back(experiment::false_owners_text(game, wrong));
    }
    const auto stored_edges = opened.table->metadata().edges;
    if (report.edges && stored_edges && *report.edges != *stored_edges) {
      faults.push_back(fmt::format("edges: stored {}, the rules give {}", *stored_edges, *report.edges));
    }
    // Opening a table does not check a start that depends on the solution. Here the entries are known to be right.
    if (game.chooses_start() && report.accepted() && s.is_first()) {
      experiment::choose_start(game, *opened.table, shown);
      if (opened.table->metadata().start != game.start()) {
        faults.push_back(fmt::format(
            "start: stored {}, the entries give '{}'",
            opened.table->metadata().start ? "'" + excerpt(opened.table->metadata().start_text) + "'" : "nothing",
            experiment::format(game, game.start().value())));
      }
    }
  }
  const bool is_right = report.accepted() && faults.empty();
  const reach_proof proof(arguments, game, is_right, shown);
  const bool accepted = is_right && proof.accepted();
  std::optional<rank_figures> ranks;
  if (s.blocks != nullptr) ranks = gather_rank_figures(*s.blocks);

  if (arguments.json) {
    json object = {{"table", opened.file}};
    object.update(experiment::verify_json(game, report));
    object["accepted"] = accepted;
    if (is_whole) add_statements(object, faults, computed);
    proof.add_to(object);
    if (ranks) add_rank_figures(object, *ranks);
    s.print_json(object);
  } else {
    std::string text = experiment::labelled_line("table", opened.file) + experiment::verify_text(game, report);
    if (is_whole) text += statements_text(faults, computed);
    text += proof.text();
    if (ranks) text += rank_figures_text(*ranks);
    s.print(text + verdict_line(accepted));
  }
  return accepted ? exit_status::done : exit_status::claim_false;
}

/// Checks the file that --solution names.
exit_status verify_solution_file(const verify_arguments& arguments, session& s) {
  if (s.blocks != nullptr) throw input_error("--solution: not supported under mpirun; use zermelo");
  return verify_claim({arguments.table, arguments.solution, arguments.wins, arguments.json, arguments.work}, s);
}

exit_status verify(const verify_arguments& given, session& s) {
  if (!given.solution.empty()) return verify_solution_file(given, s);
  std::error_code ignored;
  const bool is_set = std::filesystem::is_directory(given.table, ignored);
  if (given.signature && !is_set && s.blocks == nullptr) return verify_signature(given, s);
  verify_arguments arguments = given;
  std::uint64_t limit_bytes = 0;
  if (s.blocks != nullptr) {
    expect_options_for_ranks(arguments);
    arguments.work = options_for_rank(arguments.work, *s.blocks);
  }
  if (!arguments.memory_limit.empty()) limit_bytes = experiment::parse_bytes(arguments.memory_limit);
  const opened_table opened = open_to_verify(arguments, s);
  expect_provable(arguments, *opened.game);
  if (opened.set == nullptr && s.blocks == nullptr && !arguments.memory_limit.empty()) {
    throw input_error("--memory-limit: it is for the folder of a table set, whose slices can stay in their files");
  }
  try {
    return opened.set != nullptr ? verify_folder(arguments, opened, limit_bytes, s)
                                 : verify_table(arguments, opened, limit_bytes, s);
  } catch (const input_error& failure) {
    if (s.blocks != nullptr) throw;
    throw input_error(experiment::with_file_name(opened.file, failure.what()));
  }
}

void verify_arguments::declare(command_line& command) {
  declare_table(command, table);
  command.add_flag(
      "--signature", signature,
      "Only hold signature, counts by outcome and histogram against the entries: no rules, axes, winners or start");
  command
      .add_option(
          "--sample", sample,
          "Check so many positions only, spread over the table, and no statements; nor a start that the solution says")
      ->between(1, std::numeric_limits<std::uint64_t>::max())
      ->excludes("--signature")
      ->type_name("N");
  command
      .add_flag("--reachable", reachable,
                "Also prove that play reaches every position of a table whose positions were explored")
      ->excludes("--signature");
  command
      .add_option("--memory-limit", memory_limit,
                  "Of a table set, or of each rank: such as 4G or 512M (default: what is available)")
      ->excludes("--signature")
      ->type_name("SIZE");
  command
      .add_option("--solution", solution,
                  "Check, by the game's moves, another program's solution of the parity game that export --pgsolver "
                  "writes, in PGSolver's form (-: standard input), and whether the table has the same winners")
      ->excludes("--signature")
      ->excludes("--sample")
      ->excludes("--reachable")
      ->excludes("--memory-limit")
      ->type_name("FILE");
  declare_question(command, wins, "--solution")->needs("--solution");
  declare_json(command, json);
  work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} verify t.h5\n"
      "  {program} export t.h5 --solution | {program} verify t.h5 --solution -\n"
      "  {program} verify t.h5 --json --threads 4\n"
      "  {program} verify big.h5 --sample 100000\n"
      "  {program} verify big.h5 --signature");
}

}  // namespace

const command_definition verify_command{"verify",
                                        "Check every entry of a table against the rules; status 1 if one is wrong",
                                        command_reach::ranks, declare_command<verify_arguments, verify>};

}  // namespace zermelo::cli
