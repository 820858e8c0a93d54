// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_plan.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

/// Returns "11 by implicit" or "11 by implicit, but seeds-0 by one_pass", beginning with the engine of the last group.
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

report_part report_plan(const solve_plan& plan) {
  report_part part{"", {{"chosen", to_string(plan.chosen)}}};
  part.add("positions",
           fmt::format("{}, about {:.1f} moves each", grouped_digits(plan.positions), plan.edges_per_position));
  part.add("memory", fmt::format("limit {}", format_bytes(plan.limit_bytes)),
           {{"limit_bytes", plan.limit_bytes}, {"edges_per_position", plan.edges_per_position}});
  part.members["engines"] = json::array();
  for (const engine_estimate& estimate : plan.engines) {
    json entry = {{"engine", to_string(estimate.engine)},
                  {"baseline", estimate.engine.is_baseline()},
                  {"saves", estimate.engine.saves()},
                  {"available", estimate.is_available}};
    std::string needs = estimate.reason;
    if (estimate.is_available) {
      needs = fmt::format("about {}", format_bytes(estimate.peak_bytes));
      if (estimate.movable_bytes > 0) {
        needs += fmt::format(", or {} with --scratch", format_bytes(estimate.peak_bytes - estimate.movable_bytes));
      }
      if (estimate.least_bytes() > plan.limit_bytes) needs += ", over the limit";
      entry["peak_bytes"] = estimate.peak_bytes;
      if (estimate.movable_bytes > 0) entry["scratch_bytes"] = estimate.movable_bytes;
      if (!estimate.how.empty()) {
        needs += "; " + estimate.how;
        entry["how"] = estimate.how;
      }
    } else {
      entry["reason"] = estimate.reason;
    }
    part.text += fmt::format("  {:<9} {}{}\n", to_string(estimate.engine), needs,
                             estimate.engine == plan.chosen ? "  <- chosen" : "");
    part.members["engines"].push_back(std::move(entry));
  }
  if (plan.groups.empty()) return part;
  part.add("groups", engines_of_groups_text(plan.groups));
  for (const planned_group& one : plan.groups) {
    part.members["groups"].push_back({{"group", one.name}, {"engine", to_string(one.chosen)}});
  }
  return part;
}

report_part report_positions_forecast(const position_forecast& found) {
  const std::string positions = grouped_digits(found.positions);
  report_part part;
  if (found.is_complete) {
    part.add("positions", positions);
  } else {
    part.add("positions", fmt::format("at least {}: found by a search, among them all within {}", positions,
                                      plies_text(found.full_plies)));
  }
  part.members = {{"is_complete", found.is_complete}, {"min_positions", found.min_positions()},
                  {"found", found.positions},         {"full_plies", found.full_plies},
                  {"edges_per_position", nullptr},    {"sample", nullptr}};
  if (found.expanded > 0) {
    part.members["edges_per_position"] = static_cast<double>(found.moves) / static_cast<double>(found.expanded);
  }
  if (!found.sample) return part;
  const auto& sample = *found.sample;
  part.members["sample"] = {{"ply", sample.ply},
                            {"plays", sample.plays},
                            {"collisions", sample.collisions},
                            {"min_positions", sample.min_positions}};
  if (!found.is_complete && sample.min_positions > found.positions) {
    part.add("",
             fmt::format("about {} or more (95 % confidence) after exactly {}, by {} random plays",
                         grouped_digits(sample.min_positions), plies_text(sample.ply), grouped_digits(sample.plays)));
  }
  return part;
}

report_part report_size_forecast(const size_forecast& forecast) {
  report_part part = report_positions_forecast(forecast.found);
  const bool is_too_large = forecast.min_bytes > forecast.limit_bytes;
  part.add("memory",
           fmt::format("solving {} positions needs at least {}{} {}", grouped_digits(forecast.found.min_positions()),
                       format_bytes(forecast.min_bytes), is_too_large ? ", over the limit of" : "; the limit is",
                       format_bytes(forecast.limit_bytes)),
           {{"min_bytes", forecast.min_bytes}, {"limit_bytes", forecast.limit_bytes}});
  return part;
}

}  // namespace zermelo
