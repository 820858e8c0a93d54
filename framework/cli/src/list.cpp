// SPDX-License-Identifier: MIT
// zermelo list: the games, or what one game takes.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

#include <zermelo/experiment/report_text.hpp>

#include "commands.hpp"

namespace zermelo::cli {
namespace {

using experiment::game_entry;
using experiment::json;

struct list_arguments {
  std::string game;
  bool json = false;
};

std::string_view type_name(parameter_type type) {
  switch (type) {
    case parameter_type::integer: return "integer";
    case parameter_type::optional_integer: return "optional_integer";
    case parameter_type::real: return "real";
    case parameter_type::choice: return "choice";
    case parameter_type::text: return "text";
  }
  throw std::logic_error("parameter type out of range");
}

bool has_maximum(const parameter& declared) {
  return declared.maximum < static_cast<double>(std::numeric_limits<std::int64_t>::max());
}

/// What values a parameter takes.
std::string values_text(const parameter& declared) {
  const std::string range = has_maximum(declared) ? fmt::format("from {} to {}", declared.minimum, declared.maximum)
                                                  : fmt::format("of at least {}", declared.minimum);
  switch (declared.type) {
    case parameter_type::integer: return "a whole number " + range;
    case parameter_type::optional_integer: return "none, or a whole number " + range;
    case parameter_type::real: return "a number " + range;
    case parameter_type::choice: {
      std::string all;
      for (const std::string& choice : declared.choices) all += (all.empty() ? "" : ", ") + choice;
      return "one of " + all;
    }
    case parameter_type::text: return "text, @FILE or JSON";
  }
  throw std::logic_error("parameter type out of range");
}

/// A command that solves the game: from a file if it takes text, else with its defaults.
std::string example(const game_entry& game) {
  std::string words;
  for (const parameter& declared : game.parameters) {
    if (declared.type == parameter_type::text)
      return fmt::format("zermelo solve {0} {1}=@FILE -o {0}.h5", game.name, declared.name);
    if (declared.default_value) words += fmt::format(" {}={}", declared.name, *declared.default_value);
  }
  return fmt::format("zermelo solve {0}{1} -o {0}.h5", game.name, words);
}

std::string games_text(const experiment::catalog& games) {
  std::size_t widest = 0;
  for (const game_entry& game : games.games()) widest = std::max(widest, game.name.size());
  std::string text;
  for (const game_entry& game : games.games()) text += fmt::format("{:<{}}  {}\n", game.name, widest, game.summary);
  return text;
}

std::string game_text(const game_entry& game) {
  std::size_t widest = 0;
  for (const parameter& declared : game.parameters) widest = std::max(widest, declared.name.size());
  std::string text = fmt::format("{}: {}\n", game.name, game.summary);
  text += "parameters\n";
  for (const parameter& declared : game.parameters) {
    text += fmt::format("  {:<{}}  {} ({}{})\n", declared.name, widest, declared.help, values_text(declared),
                        declared.default_value ? "; default " + *declared.default_value : "");
  }
  text += experiment::hooks_text(game.hooks);
  if (!game.baseline.empty()) text += fmt::format("baseline\n  {}\n", game.baseline);
  text += fmt::format("example\n  {}\n", example(game));
  return text;
}

json games_json(const experiment::catalog& games) {
  json list = json::array();
  for (const game_entry& game : games.games()) list.push_back({{"name", game.name}, {"summary", game.summary}});
  return {{"games", list}};
}

json parameter_json(const parameter& declared) {
  json object = {{"name", declared.name}, {"type", type_name(declared.type)}, {"help", declared.help}};
  object["default"] = declared.default_value ? json(*declared.default_value) : json(nullptr);
  const auto add_range = [&](auto as_number) {
    object["minimum"] = as_number(declared.minimum);
    object["maximum"] = has_maximum(declared) ? json(as_number(declared.maximum)) : json(nullptr);
  };
  switch (declared.type) {
    case parameter_type::integer:
    case parameter_type::optional_integer:
      add_range([](double bound) { return static_cast<std::int64_t>(bound); });
      return object;
    case parameter_type::real: add_range([](double bound) { return bound; }); return object;
    case parameter_type::choice: object["choices"] = declared.choices; return object;
    case parameter_type::text: return object;
  }
  throw std::logic_error("parameter type out of range");
}

json game_json(const game_entry& game) {
  json parameters = json::array();
  for (const parameter& declared : game.parameters) parameters.push_back(parameter_json(declared));
  return {{"name", game.name},
          {"summary", game.summary},
          {"parameters", parameters},
          {"hooks", experiment::hooks_json(game.hooks)},
          {"baseline", game.baseline.empty() ? json(nullptr) : json(game.baseline)},
          {"example", example(game)}};
}

exit_status list(const list_arguments& arguments, session& s) {
  if (arguments.game.empty()) {
    arguments.json ? s.print_json(games_json(s.games)) : s.print(games_text(s.games));
  } else {
    const game_entry& game = s.games.find(arguments.game);
    arguments.json ? s.print_json(game_json(game)) : s.print(game_text(game));
  }
  return exit_status::done;
}

}  // namespace

void add_list(command_line& program, session& s) {
  const auto arguments = std::make_shared<list_arguments>();
  command_line& command = *program.add_subcommand("list", "The games, or the parameters and hooks of one game");
  command.add_option("GAME", arguments->game, "A game's name")->type_name("");
  declare_json(command, arguments->json);
  command.footer("Examples:\n  zermelo list\n  zermelo list cat_and_mouse_ii\n  zermelo list mnk --json");
  command.callback([arguments, &s] { s.command = [arguments, &s] { return list(*arguments, s); }; });
}

}  // namespace zermelo::cli
