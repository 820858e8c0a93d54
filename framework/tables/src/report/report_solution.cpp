// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_solution.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/report_game.hpp>

namespace zermelo {
namespace {

std::string to_move_counts_text(const outcome_counts& counts) {
  return counts_text(counts) + " (for the player to move)";
}

std::string longest_text(const any_game& game, const std::optional<std::uint32_t>& plies) {
  return plies ? distance_text(game, *plies) : "none";
}

/// Returns the total and the seconds by phase, such as "1.500 s (propagate 1.200, seed 0.300)".
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

/// Returns null for a game with viewpoint::to_move, whose player names change sides.
json winners_json(const any_game& game, const std::array<std::uint64_t, 2>& won, const outcome_counts& counts) {
  if (game.seen_by() != viewpoint::players) return nullptr;
  json winners;
  for (const player p : {player::first, player::second}) winners[game.player_names()[index_of(p)]] = won[index_of(p)];
  winners["tie"] = counts.tie;
  winners["draw"] = counts.draw;
  return winners;
}

/// Returns a text such as "cat 2, mouse 0, tie 1".
std::string winners_text(const any_game& game, const std::array<std::uint64_t, 2>& winners, std::uint64_t ties) {
  const auto names = game.player_names();
  return fmt::format("{} {}, {} {}, tie {}", names[0], grouped_digits(winners[0]), names[1], grouped_digits(winners[1]),
                     grouped_digits(ties));
}

/// Returns the winners by the rule for infinite play, if that rule makes a player win and there is no move limit.
std::string winners_by_rule_text(const any_game& game, const solution_summary& summary) {
  const result_rules rules = game.result_rule();
  const bool limited = rules.move_limit && summary.max_distance_plies() > rules.move_limit;
  if (!rules.infinite_play || summary.counts.draw == 0 || limited) return "";
  const std::size_t winner = index_of(*rules.infinite_play);
  auto winners = summary.winners;
  winners[winner] += summary.counts.draw;
  return labelled_line("", fmt::format("{} wins infinite play: {}", game.player_names()[winner],
                                       winners_text(game, winners, summary.counts.tie)));
}

/// Returns counts by distance, without distances that do not occur.
json distances_json(const outcome_histogram& histogram, std::uint64_t outcome_counts::* kind) {
  json counts = json::object();
  for (std::size_t d = 0; d < histogram.by_distance.size(); ++d) {
    const std::uint64_t count = histogram.by_distance[d].*kind;
    if (count > 0) counts[std::to_string(d)] = count;
  }
  return counts;
}

}  // namespace

std::string counts_text(const outcome_counts& counts) {
  return fmt::format("win {}, loss {}, tie {}, draw {}", grouped_digits(counts.win), grouped_digits(counts.loss),
                     grouped_digits(counts.tie), grouped_digits(counts.draw));
}

json counts_json(const outcome_counts& counts) {
  return {{"win", counts.win}, {"loss", counts.loss}, {"tie", counts.tie}, {"draw", counts.draw}};
}

json tally_json(const outcome_histogram& tally) {
  json object = {{"positions", tally.counts.total()}};
  object.update(counts_json(tally.counts));
  object["max_distance_plies"] = or_null(tally.max_distance_plies());
  object["histogram"] = {{"win", distances_json(tally, &outcome_counts::win)},
                         {"loss", distances_json(tally, &outcome_counts::loss)},
                         {"tie", distances_json(tally, &outcome_counts::tie)}};
  return object;
}

report_part report_summary(const any_game& game, const solution_summary& summary) {
  const auto longest = summary.max_distance_plies();
  const auto longest_tie = summary.max_tie_plies();
  report_part part;
  part.add(
      "positions",
      fmt::format("{}, {} of them legal", grouped_digits(summary.positions), grouped_digits(summary.legal_positions())),
      {{"positions", summary.positions}, {"legal_positions", summary.legal_positions()}});
  part.add("outcomes", to_move_counts_text(summary.counts), {{"counts", counts_json(summary.counts)}});
  if (game.seen_by() == viewpoint::players) {
    part.add("winners", fmt::format("{}, draw {}", winners_text(game, summary.winners, summary.counts.tie),
                                    grouped_digits(summary.counts.draw)));
    part.text += winners_by_rule_text(game, summary);
  }
  part.members["winners"] = winners_json(game, summary.winners, summary.counts);
  part.add("longest",
           fmt::format("win or loss {}, tie {}", longest_text(game, longest), longest_text(game, longest_tie)),
           {{"max_distance_plies", or_null(longest)}, {"max_tie_plies", or_null(longest_tie)}});
  const std::string signature = hex_text(summary.signature);
  part.add("signature", signature, {{"signature", signature}});
  return part;
}

report_part report_histogram(const solution_summary& summary) {
  constexpr std::size_t max_bars = 40;
  constexpr std::size_t max_bar_length = 50;
  const std::size_t num_distances = summary.by_distance.size();
  const std::size_t distances_per_bar = std::max<std::size_t>(1, (num_distances + max_bars - 1) / max_bars);

  report_part part{fmt::format("{:>12} {:>14} {:>14} {:>14}\n", "plies", "win", "loss", "tie"),
                   {{"win", json::array()}, {"loss", json::array()}, {"tie", json::array()}}};
  std::vector<outcome_counts> bars;
  for (std::size_t d = 0; d < num_distances; ++d) {
    const outcome_counts& counts = summary.by_distance[d];
    part.members["win"].push_back(counts.win);
    part.members["loss"].push_back(counts.loss);
    part.members["tie"].push_back(counts.tie);
    if (d % distances_per_bar == 0) bars.emplace_back();
    bars.back() += counts;
  }
  std::uint64_t max_total = 1;
  for (const outcome_counts& bar : bars) max_total = std::max(max_total, bar.total());
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::size_t first = i * distances_per_bar;
    const std::size_t last = std::min(first + distances_per_bar, num_distances) - 1;
    const auto share = static_cast<double>(bars[i].total()) / static_cast<double>(max_total);
    const auto length = static_cast<std::size_t>(std::llround(share * static_cast<double>(max_bar_length)));
    part.text += fmt::format("{:>12} {:>14} {:>14} {:>14}",
                             first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last),
                             grouped_digits(bars[i].win), grouped_digits(bars[i].loss), grouped_digits(bars[i].tie));
    part.text += length == 0 ? "\n" : fmt::format("  {}\n", std::string(length, '#'));
  }
  return part;
}

std::string groups_text(std::string_view title, const std::vector<group_line>& groups) {
  constexpr std::size_t min_width = 12;  // the width of the labels
  std::size_t width = std::max(min_width, title.size());
  for (const group_line& line : groups) width = std::max(width, escaped_text(line.group).size());
  const bool has_orbits = !groups.empty() && groups.front().orbits.has_value();
  const auto line = [&](std::string_view group, std::string_view to_move, const auto& orbits, const auto& positions,
                        const auto& win, const auto& loss, const auto& tie, const auto& draw, const auto& longest) {
    return fmt::format("{:<{}} {:<10}{} {:>14} {:>14} {:>14} {:>14} {:>8}\n", group, width, to_move,
                       has_orbits ? fmt::format(" {:>14} {:>14}", orbits, positions) : "", win, loss, tie, draw,
                       longest);
  };
  std::string text = line(title, "to move", "orbits", "positions", "win", "loss", "tie", "draw", "longest");
  for (const auto& [group, to_move, counts, longest, orbits] : groups) {
    text += line(escaped_text(group), to_move, grouped_digits(orbits.value_or(0)), grouped_digits(counts.total()),
                 grouped_digits(counts.win), grouped_digits(counts.loss), grouped_digits(counts.tie),
                 grouped_digits(counts.draw), longest ? std::to_string(*longest) : "-");
  }
  return text;
}

report_part report_group_totals(const any_game& game, const counts_by_group& group_totals) {
  report_part part;
  std::vector<group_line> lines;
  json groups = json::array();
  outcome_counts orbits;
  for (const group_tally& group : group_totals.groups) {
    const std::string to_move = to_move_name(game, group.to_move);
    orbits += group.orbits.counts;
    lines.push_back({group.name, to_move, group.all.counts, group.all.max_distance_plies(),
                     group_totals.has_orbits ? std::optional(group.orbits.counts.total()) : std::nullopt});
    json entry = {{"group", group.name}, {"to_move", to_move}};
    entry.update(tally_json(group.all));
    if (group_totals.has_orbits) entry["orbits"] = tally_json(group.orbits);
    groups.push_back(std::move(entry));
  }
  if (group_totals.has_orbits) {
    const outcome_histogram all = group_totals.all();
    part.add("orbits",
             fmt::format("{} stand for {} positions: {}", grouped_digits(orbits.total()),
                         grouped_digits(all.counts.total()), to_move_counts_text(all.counts)),
             {{"all_positions", tally_json(all)}});
    part.members["all_positions"]["winners"] = winners_json(game, group_totals.winners(), all.counts);
  }
  if (group_totals.has_groups) part.append({groups_text("group", lines), {{"groups", std::move(groups)}}});
  return part;
}

report_part report_start(const any_game& game, const std::optional<position>& start, const value_lookup& values,
                         bool has_rules) {
  if (!start) return {"", {{"start", nullptr}}};
  const position_report report = report_position(game, *start, values);
  return {has_rules ? position_text(game, report) : "", {{"start", position_json(game, report)}}};
}

report_part report_solve(const any_game& game, const std::vector<parameter>& schema, const solved_game& solved,
                         const std::optional<reachable_summary>& reachable,
                         const std::optional<counts_by_group>& group_totals) {
  const solve_report& report = solved.report;
  report_part part = report_game(game, schema);
  part.add(
      "engine",
      fmt::format("{}, {} {}", to_string(report.engine), report.threads, report.threads == 1 ? "thread" : "threads"),
      {{"engine", to_string(report.engine)}, {"threads", report.threads}});
  part.add("moves", grouped_digits(report.edges), {{"edges", report.edges}});
  add_notes(game, part.members);
  part.append(report_summary(game, report.summary));
  if (reachable) {
    const auto& [positions, counts] = *reachable;
    part.add("reachable", fmt::format("{}: {}", grouped_digits(positions), to_move_counts_text(counts)),
             {{"reachable", {{"positions", positions}, {"counts", counts_json(counts)}}}});
  }
  if (group_totals) part.append(report_group_totals(game, *group_totals));
  part.append(report_start(game, game.start(), lookup_in(*solved.values)));
  part.add("time", seconds_text(report.seconds), {{"seconds", report.seconds}});
  part.members.update(rules_json(game));
  const std::uint64_t peak = peak_bytes();
  part.add("peak memory", format_bytes(peak), {{"peak_bytes", peak}});
  if (report.scratch_bytes > 0) {
    part.add("on the disk", fmt::format("{} of the solution during the solve", format_bytes(report.scratch_bytes)),
             {{"scratch_bytes", report.scratch_bytes}});
  }
  return part;
}

report_part report_check(const check_report& check) {
  report_part part;
  if (check.violations.empty()) {
    const std::string unchecked = check.unchecked.empty() ? "" : fmt::format(" ({})", check.unchecked);
    part.add("checked",
             fmt::format("{} positions, nothing wrong with the rules{}", grouped_digits(check.checked), unchecked));
  } else {
    part.add("FAILED", fmt::format("the rules violate the contract of a game, at {} positions checked:",
                                   grouped_digits(check.checked)));
  }
  for (const std::string& violation : check.violations) part.text += "  " + escaped_text(violation) + '\n';
  if (check.is_cut_short) part.text += fmt::format("  (only the first {} are listed)\n", check.violations.size());
  part.members = {{"checked", check.checked},
                  {"violations", check.violations},
                  {"is_cut_short", check.is_cut_short},
                  {"unchecked", check.unchecked.empty() ? json(nullptr) : json(check.unchecked)}};
  return part;
}

report_part report_checked_positions(std::uint64_t checked, std::uint64_t wrong, std::string_view what_is_right) {
  report_part part;
  part.members = {{"checked", checked}, {"wrong", wrong}};
  if (wrong == 0) {
    part.add("verified", fmt::format("{} positions, {} right", grouped_digits(checked), what_is_right));
  } else {
    part.add("FAILED",
             fmt::format("{} of {} positions are wrong; the first:", grouped_digits(wrong), grouped_digits(checked)));
  }
  return part;
}

report_part report_verify(const any_game& game, const verify_report& verified) {
  report_part part{"", {{"accepted", verified.accepted()}}};
  part.append(report_checked_positions(verified.checked, verified.wrong, "entries"));
  part.members["first"] = json::array();
  for (const verify_failure& failure : verified.first) {
    const std::string state = entry_name(game, failure.at);
    part.text += fmt::format("  {}: stored {}; {}\n", state, entry_text(game, failure.stored), failure.reason);
    json wrong = {{"state", state}};
    wrong.update(entry_json(game, failure.stored));
    wrong["reason"] = failure.reason;
    part.members["first"].push_back(std::move(wrong));
  }
  return part;
}

}  // namespace zermelo
