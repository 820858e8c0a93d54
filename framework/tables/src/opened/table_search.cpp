// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/table_search.hpp>

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/sets/table_set.hpp>

namespace zermelo {
namespace {

/// Rejects queries that a table with only outcomes does not support.
void expect_stored_distances(const opened_table& opened, const table_query& query, const position_query& conditions,
                             const std::vector<position_field>& fields) {
  const storage::table_metadata& stored = opened.table->metadata();
  if (stored.has_distances || !stored.summary.by_distance.empty()) return;
  const bool needs_plies =
      conditions.restricts_plies() ||
      std::any_of(fields.begin(), fields.end(), [](const auto& field) { return field.name == distance_column::field; });
  if (!query.longest && !needs_plies) return;
  throw input_error(fmt::format("{}: no distances; solve without --outcomes",
                                query.longest ? fmt::format("{}longest", query.option_prefix) : "plies"));
}

json field_json(const field_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? json(nullptr) : json(*text);
}

}  // namespace

table_search::prepared_query table_search::prepare(const opened_table& opened, const table_query& query) {
  const any_game& game = *opened.game;
  std::optional<position> best_move_to;
  if (query.best_move_to) best_move_to = find_position(game, *query.best_move_to);
  std::vector<std::string> conditions = query.conditions;
  sort_order order;
  if (query.longest) {
    order = sort_order::parse(game, "-plies");
    conditions.emplace_back("plies>=0");
  } else if (query.sort) {
    order = at_place(fmt::format("{}sort", query.option_prefix), [&] { return sort_order::parse(game, *query.sort); });
  }
  if (query.by) {
    order = {
        at_place(fmt::format("{}by", query.option_prefix), [&] { return position_field::find_all(game, *query.by); }),
        {}};
  }
  prepared_query prepared{std::move(order), position_query(game, conditions, best_move_to)};
  expect_stored_distances(opened, query, prepared.conditions, prepared.order.fields);
  return prepared;
}

position_search table_search::make_search(const opened_table& opened, const prepared_query& prepared, unsigned threads,
                                          work_monitor& monitor) {
  const any_game& game = *opened.game;
  if (position_search::looks_up_positions(prepared.conditions, prepared.order.fields)) {
    load_keys(game, threads, monitor);
  }
  return {game, *opened.table, prepared.conditions, prepared.order.fields, threads, monitor};
}

table_search::table_search(const opened_table& opened, const table_query& query, unsigned threads,
                           work_monitor& monitor)
    : m_opened(opened),
      m_monitor(monitor),
      m_prepared(prepare(opened, query)),
      m_search(make_search(opened, m_prepared, threads, monitor)) {}

void table_search::for_each(std::optional<std::uint64_t> limit,
                            const std::function<sweep_step(std::span<const found_position>)>& f) {
  if (!m_prepared.order.directions.empty()) {
    const std::vector<found_position> found = m_search.sort(m_prepared.order.directions, limit);
    constexpr std::size_t positions_per_call = 1 << 14;  // allows an interruption before all positions are reported
    for (std::size_t begin = 0; begin < found.size(); begin += positions_per_call) {
      m_monitor.check_stop();
      const std::size_t length = std::min(positions_per_call, found.size() - begin);
      if (f(std::span(found).subspan(begin, length)) == sweep_step::stop) return;
    }
    return;
  }
  std::uint64_t count = 0;
  m_search.for_each([&](std::span<const found_position> found) {
    const std::uint64_t max_length = limit ? *limit - count : found.size();
    const auto taken = found.first(std::min<std::uint64_t>(found.size(), max_length));
    count += taken.size();
    const sweep_step step = taken.empty() ? sweep_step::proceed : f(taken);
    return count == limit ? sweep_step::stop : step;
  });
}

position_report table_search::report(const found_position& found) const {
  return report_position(*m_opened.game, found.at,
                         [&](position p) { return p == found.at ? found.value : m_opened.value(p); });
}

json counted_json(std::span<const position_field> fields, std::span<const counted_values> counted) {
  std::uint64_t count = 0;
  for (const counted_values& one : counted) count += one.positions;
  json object = {{"count", count}, {"by", json::array()}, {"counts", json::array()}};
  for (const position_field& field : fields) object["by"].push_back(field.name);
  for (const counted_values& one : counted) {
    json entry = {{"count", one.positions}};
    for (std::size_t f = 0; f < fields.size(); ++f) entry["values"][fields[f].name] = field_json(one.values[f]);
    object["counts"].push_back(std::move(entry));
  }
  return object;
}

}  // namespace zermelo
