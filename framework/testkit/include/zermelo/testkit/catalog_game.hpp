// SPDX-License-Identifier: MIT
// For tests of games that can be named on the command line: building them from words, and reading their answer.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo::testkit {

/// A game's parameters as the command line gives them: every value by name, as text; `source` is the file that the
/// values came from, or empty. @throws input_error.
template <CatalogGame G>
[[nodiscard]] parameter_values values_of(const std::map<std::string, std::string>& words,
                                         const std::string& source = "") {
  std::map<std::string, parameter_values::value> given;
  for (const auto& [name, text] : words) given[name] = {text, source, true};
  return parameter_values(G::parameters(), given);
}

/// The game as the command line builds it. @throws as the game's constructor.
template <CatalogGame G>
[[nodiscard]] G build(const std::map<std::string, std::string>& words, const std::string& source = "") {
  return G(values_of<G>(words, source));
}

/// The message with which an action refuses its input; "accepted" if it does not.
template <class Action>
[[nodiscard]] std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const input_error& error) {
    return error.what();
  }
  return "accepted";
}

/// That of the game for the words; "accepted" if it takes them.
template <CatalogGame G>
[[nodiscard]] std::string refusal(const std::map<std::string, std::string>& words, const std::string& source = "") {
  return refusal_of([&] { (void)build<G>(words, source); });
}

/// That of the game for the text of a position; "accepted" if it is one.
template <class G>
[[nodiscard]] std::string parse_refusal(const G& game, std::string_view text) {
  return refusal_of([&] { (void)game.parse(text); });
}

/// Where play begins, as the solution has it.
template <RankedGame G>
  requires(HasStart<G> || HasChosenStart<G>)
[[nodiscard]] typename G::state start_of(const G& game, const value_table& values) {
  if constexpr (HasStart<G>) {
    return game.start();
  } else {
    return game.start([&](const typename G::state& s) { return values[game.rank(s)]; });
  }
}

template <RankedGame G>
  requires(HasStart<G> || HasChosenStart<G>)
[[nodiscard]] position_value value_of_start(const G& game, const value_table& values) {
  return values[game.rank(start_of(game, values))];
}

/// The problem's own answer for the start.
template <RankedGame G>
  requires((HasStart<G> || HasChosenStart<G>) && (HasAnswer<G> || HasAnswerFromEntries<G>))
[[nodiscard]] auto answer_of(const G& game, const value_table& values) {
  const typename G::state start = start_of(game, values);
  const verdict v = read_value(values[game.rank(start)], player_to_move_of(game, start), reading_rules_of(game));
  if constexpr (HasAnswer<G>) {
    return game.answer(v);
  } else {
    return game.answer(start, v, [&](const typename G::state& s) { return values[game.rank(s)]; });
  }
}

}  // namespace zermelo::testkit
