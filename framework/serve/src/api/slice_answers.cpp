// SPDX-License-Identifier: MIT
// Answers with slices: the values along one axis of a table, at a fixed index of each other axis.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/axis_field.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include "../http/status.hpp"
#include "query_parameters.hpp"
#include "table_answers.hpp"

namespace zermelo::serve {
namespace {

constexpr std::uint64_t max_indices = std::uint64_t{1} << 16;

[[nodiscard]] std::vector<std::string> names_of(const std::vector<axis>& axes) {
  std::vector<std::string> names;
  for (const axis& a : axes) names.push_back(a.name);
  return names;
}

[[nodiscard]] bool is_relative(const any_game& game) { return game.seen_by() == viewpoint::to_move; }

/// The supported parameters: `axis`, the names of axes and, if positions are relative, `to_move`.
[[nodiscard]] std::vector<std::string> parameters_of(const any_game& game, std::vector<std::string> names) {
  names.emplace_back("axis");
  if (is_relative(game)) names.emplace_back("to_move");
  return names;
}

/// The player that `to_move` names; nothing if the parameter is missing. @throws input_error for an unknown player
[[nodiscard]] std::optional<player> named_to_move(const any_game& game, const query_parameters& query) {
  const auto name = is_relative(game) ? query.find("to_move") : std::nullopt;
  return name ? std::optional(player_of_name(game, *name)) : std::nullopt;
}

/// The index of an axis that a label, coordinates or a number names. @throws http_error if no index matches
[[nodiscard]] std::uint64_t index_on_axis(const std::vector<axis>& axes, std::size_t number, const std::string& text) {
  const axis& a = axes[number];
  if (const auto named = named_index(a, text)) return *named;
  const auto index = parse_number<std::uint64_t>(text);
  if (index && *index < a.size) return *index;
  throw http_error(status::bad_request,
                   fmt::format("{}: expected a label of this axis, such as {}, or an index from 0 to {}, got '{}'",
                               a.name, axis_field{number, std::nullopt}.text(axes, 0), a.size - 1, excerpt(text)));
}

/// The positions of a slice: first, first + step, first + 2 * step, ...
struct stepped_positions {
  position first = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 0;
};

[[nodiscard]] stepped_positions positions_of(const std::vector<axis>& axes, const query_parameters& query) {
  const std::string wanted = query.find("axis").value_or("");
  stepped_positions result;
  std::uint64_t stride = 1;
  for (std::size_t i = axes.size(); i-- > 0; stride *= axes[i].size) {
    const auto text = query.find(axes[i].name);
    if (axes[i].name == wanted) {
      if (text) throw http_error(status::bad_request, fmt::format("{0} cannot be combined with axis={0}", wanted));
      result.step = stride;
      result.count = axes[i].size;
      continue;
    }
    if (!text)
      throw http_error(status::bad_request,
                       fmt::format("parameter '{}' is missing; give a label or an index of this axis", axes[i].name));
    result.first += index_on_axis(axes, i, *text) * stride;
  }
  return result;
}

[[nodiscard]] std::vector<position_value> values_of(const cached_table& table, const stepped_positions& slice) {
  std::vector<position_value> values(slice.count);
  const storage::stored_table& stored = *table.opened().table;
  if (slice.step == 1) {
    stored.read(slice.first, values);
    return values;
  }
  std::vector<position> positions(slice.count);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = slice.first + i * slice.step;
  stored.probe(positions, values);
  return values;
}

}  // namespace

std::string cut_slice(const cached_table& table, const http_request& request, work_monitor& /*monitor*/) {
  const any_game& game = table.game();
  const std::vector<axis> axes = game.axes();
  const std::vector<std::string> names = names_of(axes);
  const query_parameters query(request, parameters_of(game, names));
  const std::string wanted = query.find("axis").value_or("");
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) {
    throw http_error(status::bad_request,
                     fmt::format("axis: unknown axis '{}'; {}", excerpt(wanted), suggest(wanted, names)));
  }
  const std::uint64_t size = axes[static_cast<std::size_t>(found - names.begin())].size;
  if (size > max_indices) {
    throw http_error(status::bad_request,
                     fmt::format("axis: '{}' has {} indices; choose one with at most {}", wanted, size, max_indices));
  }
  const stepped_positions slice = positions_of(axes, query);
  const std::vector<position_value> values = values_of(table, slice);
  const auto players = game.player_names();
  const result_rules rules = game.result_rule();
  const std::optional<player> to_move = named_to_move(game, query);
  json outcomes = json::array();
  json winners = json::array();
  std::array<json, num_value_columns> numbers;
  numbers.fill(json::array());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const position_value value = values[i];
    const bool is_legal = value.outcome != outcome::illegal;
    outcomes.push_back(to_string(value.outcome));
    for_each_value_column([&](auto c) {
      const bool has_number = is_legal && value_column<c>::has_number(value);
      numbers[c].push_back(has_number ? json(value_column<c>::number(value)) : json(nullptr));
    });
    std::optional<player> winner;
    if (is_legal) {
      const position at = slice.first + i * slice.step;
      winner = read_value(value, to_move ? *to_move : player_to_move(game, at), rules).winner;
    }
    winners.push_back(winner ? json(players[index_of(*winner)]) : json(nullptr));
  }
  json object = {{"axis", wanted}, {"outcome", std::move(outcomes)}, {"winner", std::move(winners)}};
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    object[column::field] = has_column(game, column()) ? std::move(numbers[c]) : json(nullptr);
  });
  return json_text(object) + '\n';
}

}  // namespace zermelo::serve
