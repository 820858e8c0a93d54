// SPDX-License-Identifier: MIT
// Builds a listed game. One test of each program includes this file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>

#include "listed_game.hpp"

namespace zermelo {

class listed_module {
 public:
  using state = position;

  explicit listed_module(listing of) : m_list(std::make_shared<const listing>(std::move(of))) {}

  static constexpr std::string_view name() { return "listed"; }
  [[nodiscard]] const listing& list() const { return *m_list; }

  [[nodiscard]] position num_positions() const { return m_list->positions.size(); }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] state start() const { return 0; }
  [[nodiscard]] bool is_legal(const state& s) const { return at(s).value.outcome != outcome::illegal; }
  [[nodiscard]] player player_to_move(const state& s) const { return at(s).to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (!at(s).moves.empty()) return std::nullopt;
    if (at(s).value.outcome == outcome::draw) return result::drawn();
    return result{raw_winner(at(s).value.outcome, at(s).to_move)};
  }
  void for_each_successor(const state& s, auto&& f) const {
    for (const position to : at(s).moves) f(to);
  }
  [[nodiscard]] result no_moves(const state&) const { return result::drawn(); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_list->rules.infinite_play; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const { return m_list->rules.move_limit; }

  [[nodiscard]] std::uint32_t group_of(const state& s) const { return m_list->group_of(s); }
  [[nodiscard]] std::string group_name(std::uint32_t) const { return "all"; }
  [[nodiscard]] std::vector<axis> axes() const {
    return m_list->axes.empty() ? std::vector<axis>{{"position", num_positions(), {}, {}}} : m_list->axes;
  }
  [[nodiscard]] std::string player_name(player p) const { return m_list->players[index_of(p)]; }
  [[nodiscard]] std::string format(const state& s) const { return m_list->format(s); }
  [[nodiscard]] state parse(std::string_view text) const {
    for (position p = 0; p < num_positions(); ++p) {
      if (format(p) == text) return p;
    }
    throw input_error("no such position");
  }
  [[nodiscard]] std::optional<int> answer(const state& s, const game_result& v, const auto& entry) const {
    return m_list->answer(s, v, [&entry](position p) { return entry(p); });
  }

 private:
  [[nodiscard]] const listed_position& at(position p) const { return m_list->positions.at(p); }

  std::shared_ptr<const listing> m_list;
};

class passing_module : public listed_module {
 public:
  using listed_module::listed_module;
  [[nodiscard]] std::optional<state> passed(const state& s) const { return list().passed.at(s); }
};

/// An engine that returns the listed values.
inline const engine_definition listed_engine{
    .info = {.name = "queue", .summary = "what is listed"},
    .unavailable = [](const engine_task&) { return std::string(); },
    .memory = [](const engine_task&, const graph_sample&) { return engine_memory{}; },
    .solve =
        [](const engine_task& task, saved_solve*, solve_visitor& visitor) {
          visitor.check_stop();
          return summarized(task.published->solve(visitor), std::nullopt, 1, visitor);
        }};

template <class Module>
any_game made_of(listing of) {
  static const published_solver<Module> listed{
      "what is listed", [](const Module&) { return std::uint64_t{1}; },
      [](const Module& game, solve_visitor& visitor) { return game.list().solve(game.list(), visitor); }};
  game_description said{std::string(Module::name()), of.parameters};
  any_game made(std::move(said), erased_game_of<Module>::make(Module(std::move(of)), &listed));
  made.set_engines({&listed_engine});
  return made;
}

any_game game_of(listing of) {
  return of.passed.empty() ? made_of<listed_module>(std::move(of)) : made_of<passing_module>(std::move(of));
}

}  // namespace zermelo
