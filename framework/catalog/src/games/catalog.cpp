// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/catalog.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/instance_reader.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/engines/engine_info.hpp>

namespace zermelo {

const parameter& game_entry::find_parameter(std::string_view wanted, const std::string& place) const {
  std::vector<std::string> names;
  for (const parameter& declared : parameters) {
    if (declared.name == wanted) return declared;
    names.push_back(declared.name);
  }
  throw input_error(fmt::format("{}{}{} has no parameter '{}'; {}", place, place.empty() ? "" : ": ", name,
                                excerpt(wanted), suggest(wanted, names)));
}

void catalog::check_names() const {
  std::set<std::string_view> names;
  std::map<std::string_view, std::string_view> games_of_commands;
  for (const game_entry& game : m_games) {
    if (game.name.empty()) throw contract_error("a game has no name");
    if (!names.insert(game.name).second) throw contract_error(fmt::format("duplicate game '{}'", game.name));
    for (const line_command& command : game.commands) {
      if (command.name.empty()) throw contract_error(fmt::format("game '{}': a command has no name", game.name));
      const auto [other, is_new] = games_of_commands.emplace(command.name, game.name);
      if (is_new) continue;
      throw contract_error(fmt::format("game '{}', command '{}': game '{}' already has a command of this name",
                                       game.name, command.name, other->second));
    }
  }
}

catalog join_catalogs(const std::vector<catalog>& parts) {
  std::vector<game_entry> games;
  for (const catalog& part : parts) games.insert(games.end(), part.games().begin(), part.games().end());
  return catalog(std::move(games));
}

bool catalog::has(std::string_view name) const {
  return std::any_of(m_games.begin(), m_games.end(), [name](const game_entry& game) { return game.name == name; });
}

const game_entry& catalog::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const game_entry& game : m_games) {
    if (game.name == name) return game;
    names.push_back(game.name);
  }
  throw input_error(fmt::format("unknown game '{}'; {}", excerpt(name), suggest(name, names)));
}

namespace {

/// Returns the given parameters, shortened, such as "nodes=8192 degree=8191", or "the defaults" if no parameter was
/// given.
std::string parameters_text(const parameter_values& values) {
  std::string text;
  for (const auto& [name, value] : values.reported()) {
    if (value.is_given) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, excerpt(value.text));
  }
  return text.empty() ? "the defaults" : text;
}

/// A monitor that stores the notes and forwards all calls.
class note_keeper final : public work_monitor {
 public:
  /// @param monitor  the monitor that receives the calls; may be null
  explicit note_keeper(work_monitor* monitor) : m_monitor(monitor != nullptr ? *monitor : m_silent) {}

  void phase(std::string_view name, std::uint64_t total) override { m_monitor.phase(name, total); }
  void advance(std::uint64_t amount) override { m_monitor.advance(amount); }
  void note(std::string_view remark) const override {
    m_notes.emplace_back(remark);
    m_monitor.note(remark);
  }
  [[nodiscard]] bool stop_requested() const override { return m_monitor.stop_requested(); }
  [[nodiscard]] std::vector<std::string> take_notes() { return std::move(m_notes); }

 private:
  work_monitor m_silent;
  work_monitor& m_monitor;
  mutable std::vector<std::string> m_notes;
};

}  // namespace

void check_size(const game_size& size, const parameter_values& values, const build_conditions& conditions) {
  if (conditions.positions && *conditions.positions != size.positions) {
    throw input_error(fmt::format("the file has {} positions, but its game ({}) has {}; solve it again",
                                  grouped_digits(*conditions.positions), parameters_text(values),
                                  grouped_digits(size.positions)));
  }
  // Smaller games are rejected by the memory plan, whose message reports the needs of the engines.
  constexpr std::uint64_t max_unchecked_bytes = 1 << 20;
  if (size.bytes_to_build <= max_unchecked_bytes) return;
  const bool has_limit = conditions.memory_limit_bytes != 0;
  const std::uint64_t limit = limit_or_available_bytes(conditions.memory_limit_bytes);
  const std::uint64_t needed = saturating_sum(bytes_of_program, size.bytes_to_build);
  if (needed <= limit) return;
  std::string bound = conditions.limit_text;
  if (bound.empty()) {
    bound = has_limit ? "the memory limit of " + format_bytes(limit) : "the " + format_bytes(limit) + " available";
  }
  throw resource_error(fmt::format("{}: building the game needs about {}, more than {}", parameters_text(values),
                                   format_bytes(needed), bound));
}

std::unique_ptr<any_game> catalog::build(std::string_view name, const std::vector<std::string>& arguments,
                                         const build_conditions& conditions) const {
  return build(name, arguments, {}, conditions);
}

std::unique_ptr<any_game> catalog::build(std::string_view name, const std::vector<parameter_text>& strings,
                                         const build_conditions& conditions) const {
  return build(name, {}, strings, conditions);
}

std::unique_ptr<any_game> catalog::build(std::string_view name, const std::vector<std::string>& arguments,
                                         const std::vector<parameter_text>& strings,
                                         const build_conditions& conditions) const {
  const game_entry& game = find(name);
  instance_reader reader(game);
  for (const std::string& argument : arguments) reader.add(argument);
  for (const parameter_text& value : strings) reader.add_text(value.name, value.text, value.source);
  note_keeper keeper(conditions.monitor);
  build_conditions noted = conditions;
  noted.monitor = &keeper;
  auto built = game.make(parameter_values(game.parameters, reader.values()), noted);
  built->set_notes(keeper.take_notes());
  return built;
}

std::unique_ptr<any_game> catalog::rebuild(std::string_view name,
                                           const std::vector<std::pair<std::string, std::string>>& parameters,
                                           const build_conditions& conditions) const {
  const game_entry& game = find(name);
  std::map<std::string, parameter_values::value> given;
  for (const auto& [parameter_name, text] : parameters) {
    // A table also stores defaults. A game may reject a combination of given parameters, so a value that equals its
    // default counts as not given.
    const bool is_default = std::any_of(game.parameters.begin(), game.parameters.end(),
                                        [&, &parameter_name = parameter_name, &text = text](const parameter& declared) {
                                          return declared.name == parameter_name && declared.default_value == text;
                                        });
    if (is_default) continue;
    if (!given.emplace(parameter_name, parameter_values::value{text, "", true, true}).second) {
      throw input_error(fmt::format("duplicate parameter '{}'", parameter_name));
    }
  }
  return game.make(parameter_values(game.parameters, given), conditions);
}

}  // namespace zermelo
