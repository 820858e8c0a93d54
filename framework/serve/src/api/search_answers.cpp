// SPDX-License-Identifier: MIT
// Answers with the results of searches and counts over all positions of a table.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/tables/opened/report_statistics.hpp>
#include <zermelo/tables/opened/table_search.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "../http/status.hpp"
#include "query_parameters.hpp"
#include "table_answers.hpp"

namespace zermelo::serve {
namespace {

constexpr unsigned all_threads = 0;

/// A page of the positions that a search has found.
struct found_page {
  std::vector<found_position> positions;
  bool has_more = false;
};

/// The next `limit` positions after skipping the first `skipped` ones.
[[nodiscard]] found_page take_page(table_search& search, std::uint64_t skipped, std::uint64_t limit) {
  found_page page;
  std::uint64_t seen = 0;
  search.for_each(skipped + limit + 1, [&](std::span<const found_position> found) {
    for (const found_position& one : found) {
      if (seen++ < skipped) continue;
      page.has_more = page.positions.size() == limit;
      if (page.has_more) return sweep_step::stop;
      page.positions.push_back(one);
    }
    return sweep_step::proceed;
  });
  return page;
}

[[nodiscard]] bool has_parameter(const http_request& request, std::string_view name) {
  return std::any_of(request.query.begin(), request.query.end(),
                     [name](const query_parameter& given) { return given.name == name; });
}

/// @throws http_error if grouping by a field results in too many groups
void expect_few_groups(const std::string& by, std::size_t num_groups) {
  constexpr std::size_t max_groups = 10'000;
  if (num_groups <= max_groups) return;
  throw http_error(status::bad_request,
                   fmt::format("by='{}' makes {} groups; expected at most {}", excerpt(by), num_groups, max_groups));
}

[[nodiscard]] std::string body_text(const json& object) { return json_text(object) + '\n'; }

/// A random legal position; nothing if a thousand tries do not find a legal one.
[[nodiscard]] std::optional<found_position> draw_quickly(const cached_table& table, random_generator& random) {
  constexpr int max_tries = 1000;
  for (int i = 0; i < max_tries; ++i) {
    const position p = random.below(table.game().num_positions());
    position_value value;
    table.opened().table->read(p, {&value, 1});
    if (value.outcome != outcome::illegal) return found_position{p, value};
  }
  return std::nullopt;
}

}  // namespace

std::string find_positions(const cached_table& table, const http_request& request, work_monitor& monitor) {
  constexpr std::uint64_t default_limit = 50;
  constexpr std::uint64_t max_limit = 1000;
  constexpr std::uint64_t max_skipped = 1'000'000;
  const query_parameters query(request, {"longest", "sort", "limit", "after"}, {"where"});
  const std::uint64_t limit = query.number("limit", 1, max_limit).value_or(default_limit);
  table_query requested{
      .conditions = query.all("where"), .sort = query.find("sort"), .longest = query.has_flag("longest")};
  if (requested.longest && requested.sort)
    throw http_error(status::bad_request, "longest cannot be combined with sort; use one of them");
  // `after` is the number of the last position of the previous page or, for sorted results, a number of positions.
  const bool is_sorted = requested.longest || requested.sort;
  const auto after = query.number("after", 0, is_sorted ? max_skipped : std::numeric_limits<std::int64_t>::max());
  if (after && !is_sorted) requested.conditions.push_back(fmt::format("position>{}", *after));
  const auto opened = table.opened_for_scan(monitor);
  table_search search(*opened, requested, all_threads, monitor);
  const std::uint64_t skipped = is_sorted ? after.value_or(0) : 0;
  const found_page page = take_page(search, skipped, limit);
  json object = {{"positions", json::array()}, {"next", nullptr}};
  for (const found_position& one : page.positions) {
    object["positions"].push_back(position_json(*opened->game, search.report(one)));
  }
  const bool may_go_on = !is_sorted || skipped + limit <= max_skipped;
  if (page.has_more && may_go_on) object["next"] = is_sorted ? skipped + limit : page.positions.back().at;
  return body_text(object);
}

std::string count_positions(const cached_table& table, const http_request& request, work_monitor& monitor) {
  const query_parameters query(request, {"by"}, {"where"});
  const auto opened = table.opened_for_scan(monitor);
  table_search search(*opened, {.conditions = query.all("where"), .by = query.find("by")}, all_threads, monitor);
  if (query.find("by")) {
    const auto counted = search.count_by();
    expect_few_groups(*query.find("by"), counted.size());
    return body_text(counted_json(search.fields(), counted));
  }
  return body_text({{"count", search.count()}});
}

std::string draw_position(const cached_table& table, const http_request& request, work_monitor& monitor) {
  const query_parameters query(request, {"seed"}, {"where"});
  const auto seed = query.number("seed", 0, std::numeric_limits<std::uint64_t>::max());
  random_generator random(seed ? *seed : std::random_device()());
  std::optional<found_position> drawn;
  const std::vector<std::string> conditions = query.all("where");
  if (conditions.empty()) drawn = draw_quickly(table, random);
  if (!drawn) {
    const auto opened = table.opened_for_scan(monitor);
    table_search search(*opened, {.conditions = conditions}, all_threads, monitor);
    std::uint64_t seen = 0;
    search.for_each(std::nullopt, [&](std::span<const found_position> found) {
      for (const found_position& one : found) {
        if (random.below(++seen) == 0)
          drawn = one;  // reservoir sampling: all positions found so far are drawn with
                        // equal probability
      }
      return sweep_step::proceed;
    });
  }
  if (!drawn) throw http_error(status::not_found, "no position meets the conditions; relax them");
  const auto report = report_position(table.game(), drawn->at, table.lookup());
  return body_text(position_json(table.game(), report));
}

work_kind kind_of_drawing(const cached_table& /*table*/, const http_request& request) {
  return has_parameter(request, "where") ? work_kind::scan : work_kind::task;
}

bool has_seed(const http_request& request) { return has_parameter(request, "seed"); }

std::string collect_stats(const cached_table& table, const http_request& request, work_monitor& monitor) {
  const query_parameters query(request, {"by"});
  const auto opened = table.opened_for_scan(monitor);
  const std::optional<std::string> by = query.find("by");
  const auto statistics = collect_statistics(*opened, {.by = by}, all_threads, monitor);
  if (by) expect_few_groups(*by, statistics.entries.by_group.size());
  json object = report_statistics(*opened, table.schema(), statistics).members;
  object["table"] = table.name();
  return body_text(object);
}

std::string show_histogram(const cached_table& table, const http_request& request, work_monitor& /*monitor*/) {
  const query_parameters none(request, {});
  return body_text(report_histogram(table.opened().table->metadata().summary).members);
}

}  // namespace zermelo::serve
