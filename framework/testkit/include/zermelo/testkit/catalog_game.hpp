// SPDX-License-Identifier: MIT
// Helpers for tests of games in the catalog: build a game from the text of its parameters, and compute its answer.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::testkit {

/// Returns a game's parameters as given on the command line.
/// @param parameters  values by name
/// @param source      the file that contained the values; may be empty
/// @throws input_error.
template <CatalogGame G>
[[nodiscard]] parameter_values values_of(const std::map<std::string, std::string>& parameters,
                                         const std::string& source = "") {
  std::map<std::string, parameter_values::value> values;
  for (const auto& [name, text] : parameters) values[name] = {text, source, true};
  return parameter_values(G::parameters(), values);
}

/// Builds the game as the command line does. @throws what the game's constructor throws.
template <CatalogGame G>
[[nodiscard]] G build(const std::map<std::string, std::string>& parameters, const std::string& source = "") {
  return G(values_of<G>(parameters, source));
}

/// Returns the message with which the game rejects these parameters, or "accepted".
template <CatalogGame G>
[[nodiscard]] std::string rejection(const std::map<std::string, std::string>& parameters,
                                    const std::string& source = "") {
  return error_of([&] { (void)build<G>(parameters, source); });
}

/// Returns the message with which the game rejects the text of a position, or "accepted".
template <class G>
[[nodiscard]] std::string error_of_parse(const G& game, std::string_view text) {
  return error_of([&] { (void)game.parse(text); });
}

/// Returns the start of the game, which may depend on the solution.
template <RankedGame G>
  requires(HasStart<G> || HasChosenStart<G>)
[[nodiscard]] typename G::state start_of(const G& game, const value_table& values) {
  if constexpr (HasStart<G>) {
    return game.start();
  } else {
    return game.start([&](const typename G::state& s) { return values[game.rank(s)]; });
  }
}

/// Returns the entry of the start.
template <RankedGame G>
  requires(HasStart<G> || HasChosenStart<G>)
[[nodiscard]] position_value value_of_start(const G& game, const value_table& values) {
  return values[game.rank(start_of(game, values))];
}

/// Returns the game's answer for the start, of the type that its hook `answer` returns.
template <RankedGame G>
  requires((HasStart<G> || HasChosenStart<G>) && (HasAnswer<G> || HasAnswerFromEntries<G>))
[[nodiscard]] auto answer_of(const G& game, const value_table& values) {
  const typename G::state start = start_of(game, values);
  const game_result v = read_value(values[game.rank(start)], player_to_move_of(game, start), result_rules_of(game));
  if constexpr (HasAnswer<G>) {
    return game.answer(v);
  } else {
    return game.answer(start, v, [&](const typename G::state& s) { return values[game.rank(s)]; });
  }
}

}  // namespace zermelo::testkit
