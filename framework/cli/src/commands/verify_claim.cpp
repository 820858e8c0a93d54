// SPDX-License-Identifier: MIT
#include "verify_claim.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/parity_solution.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/verify/verify_regions.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "../opened_table.hpp"
#include "../parity_query.hpp"

namespace zermelo::cli {
namespace {

/// Returns the number and the text of a position.
std::string numbered_name(const any_game& game, position p) { return fmt::format("{} ({})", p, entry_name(game, p)); }

/// Returns a description of the error, as a clause.
std::string reason_of(const any_game& game, const claimed_regions& claim, const claim_failure& failure) {
  if (failure.error == claim_error::not_named) return "no winner is named";
  const auto names = game.player_names();
  const std::string& winner = names[index_of(claim.winner(failure.at))];
  const std::string& other = names[index_of(opponent(claim.winner(failure.at)))];
  const std::string to = failure.to < game.num_positions() ? numbered_name(game, failure.to) : "no position";
  switch (failure.error) {
    case claim_error::not_named: break;
    case claim_error::other_winner: return fmt::format("play ends here, but {} has not won", winner);
    case claim_error::no_move: return fmt::format("{} is to move and said to win, but the move is missing", winner);
    case claim_error::not_a_move: return fmt::format("no move leads to {}", to);
    case claim_error::leaves_region:
      return fmt::format("{} is said to win here, but not after the move to {}", winner, to);
    case claim_error::can_be_left:
      return fmt::format("{} is said to win here, but not if {} moves to {}", winner, other, to);
    case claim_error::never_ends:
      return fmt::format("{} is said to win here, but {} can repeat play forever by moving to {}", winner, other, to);
  }
  throw std::logic_error("claim error out of range");
}

/// Positions where a solution and the table have different winners.
struct differences {
  std::uint64_t count = 0;
  position first = 0;  ///< the one with the lowest number
};

differences compare_winners(const opened_table& opened, const win_query& query, const claimed_regions& claim,
                            unsigned threads, work_monitor& monitor) {
  using packed = packed_word<position_word>;
  differences found{0, claim.size()};
  std::mutex guard;
  monitor.phase("compare", claim.size());
  for_each_block(claim.size(), threads, monitor, [&](position begin, position end) {
    std::vector<position_value> values(end - begin);
    std::vector<position_word> words(end - begin);
    opened.table->read(begin, values);
    opened.game->rules().label(begin, words);
    differences here{0, claim.size()};
    for (position p = begin; p < end; ++p) {
      const position_word word = words[p - begin];
      const position_value value = values[p - begin];
      const bool is_legal = word != packed::illegal;
      const bool agrees = is_legal == (value.outcome != outcome::illegal) &&
                          (!is_legal || query.winner_of(value, packed::to_move(word)) == claim.winner(p));
      if (agrees) continue;
      if (here.count++ == 0) here.first = p;
    }
    const std::lock_guard lock(guard);
    found.count += here.count;
    found.first = std::min(found.first, here.first);
  });
  return found;
}

report_part report_claim(const any_game& game, const parity_solution& solution, const claim_report& report) {
  report_part part = report_checked_positions(report.checked, report.wrong, "winners and moves");
  part.members["first"] = json::array();
  for (const claim_failure& failure : report.first) {
    const std::uint32_t line = solution.lines[failure.at];
    const std::string reason = reason_of(game, solution.claim, failure);
    part.text += fmt::format("  {}{}: {}\n", numbered_name(game, failure.at),
                             line > 0 ? fmt::format(", line {}", line) : "", reason);
    part.members["first"].push_back({{"state", entry_name(game, failure.at)},
                                     {"position", failure.at},
                                     {"line", solution.claim.has(failure.at) ? json(line) : json(nullptr)},
                                     {"reason", reason}});
  }
  return part;
}

}  // namespace

exit_status verify_claim(const verify_arguments& arguments, session& s) {
  const unsigned threads = resolve_threads(arguments.work.threads);
  const opened_table opened = open_table(arguments.table, s.games);
  // Positions of an unfinished slice would count as illegal.
  expect_whole(opened, "solve all slices before using --solution");
  const any_game& game = *opened.game;
  const win_query query = parity_query(opened, arguments.wins);
  progress display = arguments.work.make_progress();
  load_keys(*opened.game, threads, display);  // before the rest of the memory is allocated
  const parity_solution solution = read_parity_solution(arguments.solution, game.num_positions(), display);
  const claimed_regions& claim = solution.claim;
  const claim_report report = verify_regions(game.rules(), query, claim, threads, display);
  std::optional<differences> found;
  if (report.accepted()) found = compare_winners(opened, query, claim, threads, display);
  const bool accepted = found && found->count == 0;
  display.erase();
  report_part printed;
  printed.add("table", opened.file, {{"table", opened.file}});
  printed.add("solution", arguments.solution, {{"solution", arguments.solution}, {"accepted", accepted}});
  printed.append(report_claim(game, solution, report));
  printed.members["different_winners"] = found ? json(found->count) : json(nullptr);
  printed.members["first_different"] = nullptr;
  if (found && found->count > 0) {
    printed.add("FALSE",
                fmt::format("the table has another winner in {} positions, the first is {}",
                            grouped_digits(found->count), numbered_name(game, found->first)),
                {{"first_different", entry_name(game, found->first)}});
  } else if (found) {
    printed.add("winners", "those of the table");
  }
  printed.text += accepted ? "accepted\n" : "rejected\n";
  s.print_report(printed, arguments.json);
  return accepted ? exit_status::done : exit_status::claim_false;
}

}  // namespace zermelo::cli
