// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/move_points.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

std::string mover_counts_text(const outcome_counts& counts) {
  return counts_text(counts) + " (for the player to move)";
}

const std::string& name_of(const std::array<std::string, 2>& names, player p) { return names[index_of(p)]; }

/// The verdict on play that no player can force to an end, or not within the move limit.
std::string endless_text(const verdict& v, const std::array<std::string, 2>& names) {
  return v.winner ? fmt::format("{} wins", name_of(names, *v.winner)) : "a draw";
}

/// The total and the seconds by phase, such as "1.500 s (propagate 1.200, seed 0.300)".
std::string seconds_text(const std::map<std::string, double>& seconds) {
  std::string phases;
  double total = 0;
  for (const auto& [phase, spent] : seconds) {
    if (phase == "total") {
      total = spent;
    } else {
      phases += fmt::format("{}{} {:.3f}", phases.empty() ? "" : ", ", phase, spent);
    }
  }
  return fmt::format("{:.3f} s ({})", total, phases);
}

std::string longest_text(const std::optional<std::uint32_t>& plies) { return plies ? plies_text(*plies) : "none"; }

/// "11 by implicit" or "11 by implicit, but seeds-0 by one_pass": the engine of the last group goes first.
std::string engines_of_groups_text(const std::vector<planned_group>& groups) {
  const std::string_view usual = to_string(groups.back().chosen);
  std::string text = fmt::format("{} by {}", groups.size(), usual);
  const char* separator = ", but ";
  for (const planned_group& one : groups) {
    if (to_string(one.chosen) == usual) continue;
    text += fmt::format("{}{} by {}", std::exchange(separator, ", "), one.name, to_string(one.chosen));
  }
  return text;
}

}  // namespace

std::string counts_text(const outcome_counts& counts) {
  return fmt::format("win {}, loss {}, tie {}, draw {}", grouped_digits(counts.win), grouped_digits(counts.loss),
                     grouped_digits(counts.tie), grouped_digits(counts.draw));
}

std::string verdict_text(const any_game& game, const position_report& report) {
  const auto names = game.player_names();
  const verdict& v = report.verdict;
  const std::uint32_t plies = report.value.distance_plies;
  const std::string by = has_margins(game) ? fmt::format(" by {}", std::abs(report.value.margin())) : "";
  switch (v.decided_by) {
    case decided_by::play:
      if (lacks_distance(report.value)) {
        if (end_at(game, report.shown.at))
          return v.winner ? fmt::format("{} has won{}", name_of(names, *v.winner), by) : "tied";
        return v.winner ? fmt::format("{} wins{}", name_of(names, *v.winner), by) : "a tie";
      }
      if (v.winner && plies == 0) return fmt::format("{} has won{}", name_of(names, *v.winner), by);
      if (v.winner) return fmt::format("{} wins{} in {}", name_of(names, *v.winner), by, plies_text(plies));
      return plies == 0 ? "tied" : fmt::format("a tie in {}", plies_text(plies));
    case decided_by::nothing:
    case decided_by::infinite_play: {
      const auto end = end_at(game, report.shown.at);
      return endless_text(v, names) +
             (end && end->is_drawn ? ": play has ended in a draw" : ": nobody can force the end");
    }
    case decided_by::move_limit:
      return fmt::format("{}: the move limit is too short for {} to win in {}", endless_text(v, names),
                         name_of(names, raw_winner(report.value.outcome, report.to_move).value()), plies_text(plies));
  }
  throw std::logic_error("decided_by out of range");
}

std::string game_text(const any_game& game) {
  std::string parameters;
  for (const auto& [name, value] : game.parameters().reported()) {
    parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", name, excerpt(value.text));
  }
  return labelled_line("game", game.name()) + (parameters.empty() ? "" : labelled_line("parameters", parameters));
}

std::string position_text(const any_game& game, const position_report& report) {
  std::string text = labelled_line("position", report.state);
  if (!report.notation.empty()) text += labelled_line("notation", report.notation);
  text += labelled_line("value", verdict_text(game, report));
  if (report.answer) {
    text += labelled_line("answer", std::visit([](auto value) { return fmt::format("{}", value); }, *report.answer));
  }
  return text;
}

std::string drawing_text(const any_game& game, const shown_position& shown) {
  std::string drawing = zermelo::drawing(game, shown);
  if (!drawing.ends_with('\n')) drawing += '\n';
  return drawing;
}

std::string moves_text(const any_game& game, const std::vector<move_report>& moves) {
  std::size_t width = 0;
  for (const move_report& move : moves) width = std::max(width, move.to.state.size());
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string points = has_gains(game) ? fmt::format("; gains {}, keeps {}", signed_points(moves[i].gain),
                                                             signed_points(moves[i].margin))
                                               : "";
    text += fmt::format("{:>4} {} {:<{}}  {}{}\n", i + 1, moves[i].is_best() ? '*' : ' ', moves[i].to.state, width,
                        verdict_text(game, moves[i].to), points);
  }
  return text;
}

namespace {

/// Such as "cat 2, mouse 0, tie 1".
std::string winners_text(const any_game& game, const std::array<std::uint64_t, 2>& winners, std::uint64_t ties) {
  const auto names = game.player_names();
  return fmt::format("{} {}, {} {}, tie {}", names[0], grouped_digits(winners[0]), names[1], grouped_digits(winners[1]),
                     grouped_digits(ties));
}

/// The winners after the rule for infinite play, where it gives a player positions and no limit of moves takes any.
std::string winners_by_rule_text(const any_game& game, const solution_summary& summary) {
  const reading_rules rules = game.reading();
  const bool limited = rules.move_limit && summary.max_distance_plies() > rules.move_limit;
  if (!rules.infinite_play || summary.counts.draw == 0 || limited) return "";
  const std::size_t winner = index_of(*rules.infinite_play);
  auto winners = summary.winners;
  winners[winner] += summary.counts.draw;
  return labelled_line("", fmt::format("{} wins infinite play: {}", game.player_names()[winner],
                                       winners_text(game, winners, summary.counts.tie)));
}

}  // namespace

std::string summary_text(const any_game& game, const solution_summary& summary) {
  std::string text = labelled_line("positions", fmt::format("{}, {} of them legal", grouped_digits(summary.positions),
                                                            grouped_digits(summary.legal_positions())));
  text += labelled_line("outcomes", mover_counts_text(summary.counts));
  if (game.seen_by() == viewpoint::players) {
    text += labelled_line("winners", fmt::format("{}, draw {}", winners_text(game, summary.winners, summary.counts.tie),
                                                 grouped_digits(summary.counts.draw)));
    text += winners_by_rule_text(game, summary);
  }
  text += labelled_line("longest", fmt::format("win or loss {}, tie {}", longest_text(summary.max_distance_plies()),
                                               longest_text(summary.max_tie_plies())));
  text += labelled_line("signature", signature_text(summary.signature));
  return text;
}

std::string histogram_text(const solution_summary& summary) {
  constexpr std::size_t max_bars = 40;
  constexpr std::size_t max_bar_length = 50;
  const std::size_t num_distances = summary.by_distance.size();
  const std::size_t distances_per_bar = std::max<std::size_t>(1, (num_distances + max_bars - 1) / max_bars);

  std::vector<outcome_counts> bars;
  for (std::size_t d = 0; d < num_distances; ++d) {
    if (d % distances_per_bar == 0) bars.emplace_back();
    bars.back() += summary.by_distance[d];
  }
  std::uint64_t max_total = 1;
  for (const outcome_counts& bar : bars) max_total = std::max(max_total, bar.total());

  std::string text = fmt::format("{:>12} {:>14} {:>14} {:>14}\n", "plies", "win", "loss", "tie");
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::size_t first = i * distances_per_bar;
    const std::size_t last = std::min(first + distances_per_bar, num_distances) - 1;
    const auto share = static_cast<double>(bars[i].total()) / static_cast<double>(max_total);
    const auto length = static_cast<std::size_t>(std::llround(share * static_cast<double>(max_bar_length)));
    text += fmt::format("{:>12} {:>14} {:>14} {:>14}",
                        first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last),
                        grouped_digits(bars[i].win), grouped_digits(bars[i].loss), grouped_digits(bars[i].tie));
    text += length == 0 ? "\n" : fmt::format("  {}\n", std::string(length, '#'));
  }
  return text;
}

std::string groups_text(std::string_view title, const std::vector<group_line>& groups) {
  constexpr std::size_t min_width = 12;  // the width of labels
  std::size_t width = std::max(min_width, title.size());
  for (const group_line& line : groups) width = std::max(width, shown_text(line.group).size());
  const bool has_orbits = !groups.empty() && groups.front().orbits.has_value();
  const auto line = [&](std::string_view group, std::string_view to_move, const auto& orbits, const auto& positions,
                        const auto& win, const auto& loss, const auto& tie, const auto& draw, const auto& longest) {
    return fmt::format("{:<{}} {:<10}{} {:>14} {:>14} {:>14} {:>14} {:>8}\n", group, width, to_move,
                       has_orbits ? fmt::format(" {:>14} {:>14}", orbits, positions) : "", win, loss, tie, draw,
                       longest);
  };
  std::string text = line(title, "to move", "orbits", "positions", "win", "loss", "tie", "draw", "longest");
  for (const auto& [group, to_move, counts, longest, orbits] : groups) {
    text += line(shown_text(group), to_move, grouped_digits(orbits.value_or(0)), grouped_digits(counts.total()),
                 grouped_digits(counts.win), grouped_digits(counts.loss), grouped_digits(counts.tie),
                 grouped_digits(counts.draw), longest ? std::to_string(*longest) : "-");
  }
  return text;
}

std::string census_text(const any_game& game, const position_census& census) {
  std::string text;
  std::vector<group_line> groups;
  outcome_counts orbits;
  for (const group_tally& group : census.groups) {
    orbits += group.orbits.counts;
    groups.push_back({group.name, mover_name(game, group.to_move), group.all.counts, group.all.max_distance_plies(),
                      census.has_orbits ? std::optional(group.orbits.counts.total()) : std::nullopt});
  }
  if (census.has_orbits) {
    const outcome_counts all = census.all().counts;
    text += labelled_line("orbits", fmt::format("{} stand for {} positions: {}", grouped_digits(orbits.total()),
                                                grouped_digits(all.total()), mover_counts_text(all)));
  }
  return text + (census.has_groups ? groups_text("group", groups) : "");
}

std::string solve_text(const any_game& game, const solved_game& solved,
                       const std::optional<reachable_summary>& reachable,
                       const std::optional<position_census>& census) {
  const solve_report& report = solved.report;
  std::string text = game_text(game);
  text += labelled_line("engine", fmt::format("{}, {} {}", to_string(report.engine), report.threads,
                                              report.threads == 1 ? "thread" : "threads"));
  text += labelled_line("moves", grouped_digits(report.edges));
  text += summary_text(game, report.summary);
  if (reachable) {
    text += labelled_line(
        "reachable", fmt::format("{}: {}", grouped_digits(reachable->positions), mover_counts_text(reachable->counts)));
  }
  if (census) text += census_text(game, *census);
  if (const auto start = game.start()) {
    text += position_text(game, report_position(game, *start, lookup_in(*solved.values)));
  }
  text += labelled_line("time", seconds_text(report.seconds));
  text += labelled_line("peak memory", format_bytes(peak_bytes()));
  return text;
}

std::string check_text(const check_report& report) {
  if (report.findings.empty()) {
    const std::string unchecked = report.unchecked.empty() ? "" : fmt::format(" ({})", report.unchecked);
    return labelled_line("checked", fmt::format("{} positions, nothing wrong with the rules{}",
                                                grouped_digits(report.checked), unchecked));
  }
  std::string text = labelled_line(
      "REFUSED",
      fmt::format("the rules break what a game promises, at {} positions looked at:", grouped_digits(report.checked)));
  for (const std::string& finding : report.findings) text += "  " + shown_text(finding) + '\n';
  if (report.is_cut_short) text += fmt::format("  (no more than {} are listed)\n", report.findings.size());
  return text;
}

std::string checked_positions_line(std::uint64_t checked, std::uint64_t wrong, std::string_view what_is_right) {
  if (wrong == 0) {
    return labelled_line("verified", fmt::format("{} positions, {} right", grouped_digits(checked), what_is_right));
  }
  return labelled_line("REFUSED", fmt::format("{} of {} positions are wrong; the first:", grouped_digits(wrong),
                                              grouped_digits(checked)));
}

std::string verify_text(const any_game& game, const verify_report& report) {
  std::string text = checked_positions_line(report.checked, report.wrong, "entries");
  for (const verify_failure& failure : report.first) {
    text += fmt::format("  {}: stored {}; {}\n", entry_name(game, failure.at), entry_text(game, failure.stored),
                        failure.reason);
  }
  return text;
}

std::string plan_text(const solve_plan& plan) {
  std::string text = labelled_line(
      "positions", fmt::format("{}, about {:.1f} moves each", grouped_digits(plan.positions), plan.edges_per_position));
  text += labelled_line("memory", fmt::format("limit {}", format_bytes(plan.limit_bytes)));
  for (const engine_estimate& estimate : plan.engines) {
    std::string needs = estimate.reason;
    if (estimate.is_available) {
      needs = fmt::format("about {}{}", format_bytes(estimate.peak_bytes),
                          estimate.peak_bytes > plan.limit_bytes ? ", over the limit" : "");
      if (!estimate.how.empty()) needs += "; " + estimate.how;
    }
    const bool is_chosen = estimate.engine == plan.chosen;
    text += fmt::format("  {:<9} {}{}\n", to_string(estimate.engine), needs, is_chosen ? "  <- chosen" : "");
  }
  if (!plan.groups.empty()) text += labelled_line("groups", engines_of_groups_text(plan.groups));
  return text;
}

std::string positions_forecast_text(const position_forecast& found) {
  const std::string positions = grouped_digits(found.positions);
  if (found.is_complete) return labelled_line("positions", positions);
  std::string text =
      labelled_line("positions", fmt::format("at least {}: a search found so many, with all that {} of play reach",
                                             positions, plies_text(found.full_plies)));
  if (found.sample && found.sample->min_positions > found.positions) {
    text += labelled_line("", fmt::format("some {} or more (95 % sure) after {} of play alone, by {} random plays",
                                          grouped_digits(found.sample->min_positions), plies_text(found.sample->ply),
                                          grouped_digits(found.sample->plays)));
  }
  return text;
}

std::string memory_forecast_text(const size_forecast& forecast) {
  const bool is_too_large = forecast.min_bytes > forecast.limit_bytes;
  return labelled_line(
      "memory",
      fmt::format("solving {} positions needs at least {}{} {}", grouped_digits(forecast.found.min_positions()),
                  format_bytes(forecast.min_bytes), is_too_large ? ", over the limit of" : "; the limit is",
                  format_bytes(forecast.limit_bytes)));
}

std::string benchmark_text(const any_game& game, const benchmark_report& report, const machine_description& machine) {
  constexpr double mega = 1e6;
  const auto spread = [](const timing& seconds) {
    return fmt::format("{:.3g} ({:.3g}-{:.3g})", seconds.median, seconds.min, seconds.max);
  };
  const auto column = [](const std::optional<double>& value, const char* unit) {
    return value ? fmt::format("{:.2f}{}", *value, unit) : std::string("-");
  };
  std::string text = game_text(game);
  text += labelled_line("machine", fmt::format("{}, {} cores, {}; {}, {}", machine.processor, machine.cores,
                                               format_bytes(machine.memory_bytes), machine.compiler, machine.flags));
  text += labelled_line(
      "size", fmt::format("{} positions, {} moves", grouped_digits(report.positions), grouped_digits(report.edges)));
  text += fmt::format("{:<10}{:>7}  {:<22}{:>10}{:>10}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}\n", "engine", "threads",
                      "solve (s)", "M pos/s", "M moves/s", "B/pos", "B/move", "textbook", "queue", "stream", "gather");
  for (const benchmark_result& result : report.results) {
    text += fmt::format("{:<10}{:>7}  {:<22}{:>10.1f}{:>10.1f}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}\n",
                        to_string(result.engine), result.threads, spread(result.seconds.at("solve")),
                        result.positions_per_second / mega, result.edges_per_second / mega,
                        column(result.bytes_per_position, ""), column(result.bytes_per_edge, ""),
                        column(result.ratio_to_textbook, "x"), column(result.ratio_to_queue, "x"),
                        column(result.ratio_to_stream_limit, ""), column(result.ratio_to_gather_limit, ""));
  }
  for (const benchmark_result& result : report.results) {
    std::string phases;
    for (const auto& [phase, seconds] : result.seconds) {
      if (phase != "solve") phases += fmt::format("{}{} {}", phases.empty() ? "" : ", ", phase, spread(seconds));
    }
    text += fmt::format("  {} on {}: {}\n", to_string(result.engine), result.threads, phases);
  }
  for (const limit_result& limit : report.limits) {
    text += fmt::format("  limits on {}: stream {}, gather {}\n", limit.threads, spread(limit.stream),
                        spread(limit.gather));
  }
  return text;
}

std::string hooks_text(const hook_set& found) {
  const std::vector<hook_status> hooks = list_hooks(found);
  std::size_t width = 0;
  for (const hook_status& hook : hooks) width = std::max(width, hook.name.size());
  std::string text = "hooks\n";
  for (const hook_status& hook : hooks) {
    text += fmt::format("  {:<{}}  {}\n", hook.name, width, hook.is_found ? "found" : "missing: " + hook.fallback);
  }
  return text;
}

}  // namespace zermelo
