// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_game.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

json parameter_json(const parameter& declared, const parameter_values& values) {
  switch (declared.type) {
    case parameter_type::integer: return values.integer(declared.name);
    case parameter_type::optional_integer: return or_null(values.optional_integer(declared.name));
    case parameter_type::real: return values.real(declared.name);
    case parameter_type::choice:
    case parameter_type::text:
    case parameter_type::file_name: return values.text(declared.name);
  }
  throw std::logic_error("parameter type out of range");
}

std::string_view type_name(parameter_type type) {
  switch (type) {
    case parameter_type::integer: return "integer";
    case parameter_type::optional_integer: return "optional_integer";
    case parameter_type::real: return "real";
    case parameter_type::choice: return "choice";
    case parameter_type::text: return "text";
    case parameter_type::file_name: return "file_name";
  }
  throw std::logic_error("parameter type out of range");
}

}  // namespace

json declaration_json(const parameter& declared) {
  json object = {{"name", declared.name}, {"type", type_name(declared.type)}, {"help", declared.help}};
  object["default"] = or_null(declared.default_value);
  const auto add_range = [&](auto as_number) {
    object["minimum"] = as_number(declared.minimum);
    object["maximum"] = declared.has_maximum() ? json(as_number(declared.maximum)) : json(nullptr);
  };
  switch (declared.type) {
    case parameter_type::integer:
    case parameter_type::optional_integer:
      add_range([](double bound) { return static_cast<std::int64_t>(bound); });
      return object;
    case parameter_type::real: add_range([](double bound) { return bound; }); return object;
    case parameter_type::choice: object["choices"] = declared.choices; return object;
    case parameter_type::text:
    case parameter_type::file_name: return object;
  }
  throw std::logic_error("parameter type out of range");
}

json parameters_json(const std::vector<parameter>& schema, const parameter_values& values) {
  json object = json::object();
  for (const parameter& declared : schema) {
    if (values.reported().contains(declared.name)) object[declared.name] = parameter_json(declared, values);
  }
  return object;
}

report_part report_game(const any_game& game, const std::vector<parameter>& schema) {
  std::string parameters;
  for (const auto& [name, value] : game.parameters().reported()) {
    parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", name, excerpt(value.text));
  }
  report_part part;
  part.add("game", game.name(), {{"game", game.name()}});
  if (!parameters.empty()) part.add("parameters", parameters);
  part.members["params"] = parameters_json(schema, game.parameters());
  return part;
}

report_part report_hooks(const hook_set& found) {
  const std::vector<hook_status> hooks = list_hooks(found);
  std::size_t width = 0;
  for (const hook_status& hook : hooks) width = std::max(width, hook.name.size());
  report_part part{"hooks\n", {{"hooks", json::array()}}};
  for (const auto& [name, is_found, fallback] : hooks) {
    part.text += fmt::format("  {:<{}}  {}\n", name, width, is_found ? "found" : "missing: " + fallback);
    part.members["hooks"].push_back({{"name", name}, {"found", is_found}, {"fallback", fallback}});
  }
  return part;
}

json rules_json(const any_game& game) {
  const result_rules rules = game.result_rule();
  return {{"infinite_play",
           rules.infinite_play ? json(game.player_names()[index_of(*rules.infinite_play)]) : json(nullptr)},
          {"move_limit", or_null(rules.move_limit)}};
}

void add_notes(const any_game& game, json& object) {
  if (!game.notes().empty()) object["notes"] = game.notes();
}

}  // namespace zermelo
