// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/table_statistics.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/axis_field.hpp>
#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/job/counting.hpp>
#include <zermelo/solving/job/exploring.hpp>

namespace zermelo {
namespace {

/// Sets the counts by group, or the failure if one of the game's hooks fails. @throws what group_totals throws.
void count_groups(const opened_table& opened, unsigned threads, work_monitor& monitor, table_statistics& result) {
  try {
    result.group_totals = group_totals(*opened.game, *opened.table, threads, monitor);
  } catch (const interrupted&) {
    throw;
  } catch (const input_error&) {  // the table is damaged
    throw;
  } catch (const std::exception&) {
    result.group_totals_failure = std::current_exception();
  }
}

/// Returns the axis or coordinate by which positions are counted. @throws input_error for other names
axis_field field_to_count_by(const any_game& game, const std::string& name) {
  const std::vector<axis> axes = game.axes();
  const std::vector<std::string> axis_fields = axis_field::names(axes);
  const bool is_axis_field = std::find(axis_fields.begin(), axis_fields.end(), name) != axis_fields.end();
  if (!is_axis_field && position_field::find_unless_state_field(game, name)) {
    throw input_error(fmt::format("'{}' is not an axis; use find to count by it", name));
  }
  return axis_field::find(axes, name);
}

}  // namespace

table_statistics collect_statistics(const opened_table& opened, const statistics_request& request, unsigned threads,
                                    work_monitor& monitor) {
  const any_game& game = *opened.game;
  table_statistics result;
  if (request.by) {
    result.by_name = *request.by;
    result.by = field_to_count_by(game, *request.by);
  }
  result.entries = collect_statistics(game, *opened.table, result.by, threads, monitor);
  if (result.entries.summary != opened.table->metadata().summary) {
    throw input_error(fmt::format(
        "{}: the stored summary differs from the entries; check the table with zermelo verify", opened.file));
  }
  count_groups(opened, threads, monitor, result);
  if (request.only_moves) {
    load_keys(game, threads, monitor);
    result.only_moves = count_only_moves(game, *opened.table, threads, monitor);
  }
  if (request.state_signature) result.state_signature = state_signature(game, *opened.table, threads, monitor);
  return result;
}

}  // namespace zermelo
