// SPDX-License-Identifier: MIT
// zermelo list: the games, the parameters of one game, or the structure of the graph of one instance.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/game_structure.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/tables/report/report_game.hpp>

#include "../built_game.hpp"
#include "../commands.hpp"
#include "check_game.hpp"

namespace zermelo::cli {
namespace {

struct list_arguments {
  std::string game;
  std::vector<std::string> parameters;
  bool hooks = false;
  bool structure = false;
  bool check = false;
  bool json = false;
  work_options work;
};

/// Whether the report of a game lists its hooks.
enum class hook_display { none, all };

/// Returns a description of a parameter's valid values.
std::string values_text(const parameter& declared) {
  const std::string range = declared.has_maximum() ? fmt::format("from {} to {}", declared.minimum, declared.maximum)
                                                   : fmt::format("of at least {}", declared.minimum);
  switch (declared.type) {
    case parameter_type::integer: return "an integer " + range;
    case parameter_type::optional_integer: return "none, or an integer " + range;
    case parameter_type::real: return "a number " + range;
    case parameter_type::choice: return fmt::format("one of {}", fmt::join(declared.choices, ", "));
    case parameter_type::text: return "text, @FILE or JSON";
    case parameter_type::file_name: return "the name of a file";
  }
  throw std::logic_error("parameter type out of range");
}

/// Returns a command line that solves the game, with default values, or with a file if the first parameter is a text
/// or file name without a default.
std::string example(const session& s, const game_entry& game) {
  std::string parameters;
  for (const parameter& declared : game.parameters) {
    const bool is_text = declared.type == parameter_type::text;
    if (parameters.empty() && (is_text || declared.type == parameter_type::file_name) && !declared.default_value) {
      const std::string_view value = is_text ? "@FILE" : "FILE";
      return fmt::format("{3} solve {0} {1}={2} -o {0}.h5", game.name, declared.name, value, s.program.name);
    }
    if (declared.default_value) parameters += fmt::format(" {}={}", declared.name, *declared.default_value);
  }
  return fmt::format("{2} solve {0}{1} -o {0}.h5", game.name, parameters, s.program.name);
}

report_part report_games(const catalog& games) {
  std::size_t widest = 0;
  for (const game_entry& game : games.games()) widest = std::max(widest, game.name.size());
  report_part part{"", {{"games", json::array()}}};
  for (const game_entry& game : games.games()) {
    part.text += fmt::format("{:<{}}  {}\n", game.name, widest, game.summary);
    part.members["games"].push_back({{"name", game.name}, {"summary", game.summary}});
  }
  return part;
}

report_part report_entry(const session& s, const game_entry& game, hook_display display) {
  std::size_t widest = 0;
  for (const parameter& declared : game.parameters) widest = std::max(widest, declared.name.size());
  report_part part{fmt::format("{}: {}\nparameters\n", game.name, game.summary),
                   {{"name", game.name},
                    {"summary", game.summary},
                    {"parameters", json::array()},
                    {"baseline", game.baseline.empty() ? json(nullptr) : json(game.baseline)},
                    {"commands", json::array()}}};
  for (const parameter& declared : game.parameters) {
    part.text += fmt::format("  {:<{}}  {} ({}{})\n", declared.name, widest, declared.help, values_text(declared),
                             declared.default_value ? "; default " + *declared.default_value : "");
    part.members["parameters"].push_back(declaration_json(declared));
  }
  if (display == hook_display::all) part.append(report_hooks(game.hooks));
  if (!game.baseline.empty()) part.text += fmt::format("baseline\n  {}\n", game.baseline);
  if (!game.commands.empty()) part.text += "commands\n";
  for (const auto& command : game.commands) {
    part.text += fmt::format("  {} {}  {}\n", s.program.name, command.name, command.summary);
    part.members["commands"].push_back({{"name", command.name}, {"summary", command.summary}});
  }
  part.members["example"] = example(s, game);
  part.text += fmt::format("example\n  {}\n", example(s, game));
  return part;
}

report_part report_structure(const any_game& game, const game_entry& entry, const game_structure& structure) {
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    constexpr double percent = 100;
    return whole == 0 ? std::string()
                      : fmt::format(" ({:.1f} %)", percent * static_cast<double>(part) / static_cast<double>(whole));
  };
  const std::uint64_t legal = structure.legal_positions;
  report_part part = report_game(game, entry.parameters);
  const auto add = [&part](const char* label, const char* member, std::uint64_t number, const std::string& rest = "") {
    part.add(label, grouped_digits(number) + rest, {{member, number}});
  };
  add("positions", "positions", structure.positions);
  add("legal", "legal", legal, share(legal, structure.positions));
  add("ends", "ends", structure.ends, share(structure.ends, legal) + " of the legal positions");
  add("moves", "moves", structure.moves);
  add("components", "components", structure.components);
  add("largest", "largest_component", structure.largest_component, " in one component");
  add("on cycles", "on_cycles", structure.cyclic_positions,
      share(structure.cyclic_positions, legal) + " of the legal positions, to which play can return");
  add("depth", "depth", structure.depth, " components on the longest chain");
  return part;
}

/// Checks an instance, or displays the structure of its graph.
exit_status list_instance(const list_arguments& arguments, session& s) {
  if (arguments.game.empty()) {
    throw input_error(fmt::format("list: {} needs the name of a game", arguments.check ? "--check" : "--structure"));
  }
  const std::unique_ptr<any_game> game = build_game(s, arguments.game, arguments.parameters, arguments.work);
  if (arguments.check) return print_check(check_sample(*game, arguments.work), arguments.json, s);
  const game_structure structure = [&] {
    progress display = arguments.work.make_progress();
    explore_request request;
    request.solve.threads = arguments.work.threads;
    request.retains_moves = false;
    zermelo::explore(*game, request, display);
    return find_structure(*game, arguments.work.threads, display);
  }();
  s.print_report(report_structure(*game, s.games.find(arguments.game), structure), arguments.json);
  return exit_status::done;
}

exit_status list(const list_arguments& arguments, session& s) {
  if (arguments.structure || arguments.check) return list_instance(arguments, s);
  if (!arguments.parameters.empty())
    throw input_error(fmt::format("unexpected argument '{}'; see --help", excerpt(arguments.parameters.front())));
  if (arguments.game.empty()) {
    if (arguments.hooks) throw input_error("list: --hooks needs the name of a game");
    s.print_report(report_games(s.games), arguments.json);
  } else {
    const game_entry& game = s.games.find(arguments.game);
    const hook_display display = arguments.hooks ? hook_display::all : hook_display::none;
    s.print_report(report_entry(s, game, display), arguments.json);
  }
  return exit_status::done;
}

command_action declare_list(command_line& command, session& s) {
  const auto arguments = std::make_shared<list_arguments>();
  command.add_option("GAME", arguments->game, "The name of a game (default: list all games)");
  command.add_option("INSTANCE", arguments->parameters,
                     "With --structure or --check: the instance, as for {program} solve");
  command.add_flag("--hooks", arguments->hooks,
                   "Also list the hooks of the game, and the replacements of missing hooks");
  command.add_flag("--structure", arguments->structure, "Count the strongly connected components of the game's graph")
      ->excludes("--hooks");
  command
      .add_flag("--check", arguments->check,
                "Check sampled positions against the game's contract; status 1 if one violates it")
      ->excludes("--structure")
      ->excludes("--hooks");
  declare_json(command, arguments->json);
  arguments->work.declare(command);
  command.footer(
      "Examples:\n"
      "  {program} list\n"
      "  {program} list cat_and_mouse_ii\n"
      "  {program} list mnk --hooks\n"
      "  {program} list mnk --json\n"
      "  {program} list mnk rows=3 cols=3 k=3 --structure\n"
      "  {program} list mnk rows=3 cols=3 k=3 --check");
  return {[arguments, &s] { return list(*arguments, s); },
          [arguments] { return !arguments->structure && !arguments->check; }};
}

}  // namespace

const command_definition list_command{"list", "List the games, the parameters of a game, or the structure of its graph",
                                      command_reach::ranks, declare_list};

}  // namespace zermelo::cli
