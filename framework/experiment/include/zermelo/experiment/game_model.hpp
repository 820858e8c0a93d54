// SPDX-License-Identifier: MIT
// A game module behind the interface `any_game`. Only a game's own <name>.cpp includes this header, and says
//
//   template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::mnk>();
//
// or, where a published solution comes with the game, makes it an explicit specialization that says
//
//   return describe_game(a_baseline_of_the_game);
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/erased_game_of.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/ruled_game.hpp>

namespace zermelo::experiment {

/// A game of the catalog: its hooks, for what is asked of it.
template <zermelo::Game Game>
class game_model final : public ruled_game {
  using ranked = ranked_form<Game>;
  static constexpr bool is_explored = ExploredGame<ranked>;

 public:
  /// @param published must outlive the model; null: none
  /// @param size  of a game that says it beforehand; else nothing is known, and it counts for nothing
  explicit game_model(const parameter_values& values, const baseline<ranked>* published = nullptr,
                      const game_size& size = {}, const work_monitor& monitor = work_monitor())
      : m_parameters(values), m_game(build_game<Game>(values, monitor)), m_task(m_game, published) {
    m_size = size;
    if constexpr (ProductGame<Game>) m_turns = m_game.product().turns;
  }

  [[nodiscard]] std::string_view name() const override { return Game::name(); }
  [[nodiscard]] const parameter_values& parameters() const override { return m_parameters; }
  [[nodiscard]] std::array<std::string, 2> player_names() const override {
    return {player_name_of(m_game, player::first), player_name_of(m_game, player::second)};
  }
  [[nodiscard]] reading_rules rules() const override { return reading_rules_of(m_game); }
  [[nodiscard]] std::vector<hook_status> hooks() const override { return list_hooks<Game>(); }

  [[nodiscard]] std::vector<axis> axes() const override {
    if constexpr (is_explored) {
      constexpr position any = std::numeric_limits<position>::max();
      if (!is_numbered()) return {axis{"position", any, {}, {}}};
    }
    return axes_of(m_game);
  }
  [[nodiscard]] std::optional<position> start() const override {
    if constexpr (HasStart<Game>) return index_of_state(m_game.start());
    return m_chosen_start;
  }
  [[nodiscard]] bool chooses_start() const override { return HasChosenStart<Game>; }
  void choose_start(const solution_entries& values, work_monitor& monitor) override {
    if constexpr (HasChosenStart<Game>) {
      monitor.phase("start", 0);
      entry_reader entries(values);
      std::uint64_t read = 0;
      m_chosen_start = index_of_state(m_game.start([&](const typename Game::state& s) -> position_value {
        constexpr std::uint64_t check_every = 4096;
        if (++read % check_every == 0) {
          monitor.check_stop();
          monitor.advance(check_every);
        }
        return entries[index_of_state(s)];
      }));
    }
  }
  void start_at(position p) override {
    if constexpr (HasChosenStart<Game>) m_chosen_start = p;
  }

  [[nodiscard]] std::string format(position p) const override { return format_of(m_game, m_game.unrank(p)); }
  [[nodiscard]] std::string drawing(position p) const override {
    if constexpr (HasDrawing<Game>) return m_game.drawing(m_game.unrank(p));
    return format(p);
  }
  [[nodiscard]] position parse(std::string_view text) const override {
    const position p = parse_index(text);
    if (!is_legal(p)) throw input_error(fmt::format("position: '{}' is not a legal position", text));
    return p;
  }
  [[nodiscard]] std::optional<answer_value> answer(const verdict& v) const override {
    if constexpr (HasAnswer<Game>) return answer_value(m_game.answer(v));
    return std::nullopt;
  }
  [[nodiscard]] std::optional<answer_value> answer_at(position p, const verdict& v,
                                                      const value_lookup& values) const override {
    if constexpr (HasAnswerFromEntries<Game>) {
      const std::optional<int> found = m_game.answer(m_game.unrank(p), v, entry_of(values));
      return found ? std::optional<answer_value>(*found) : std::nullopt;
    }
    return answer(v);
  }

  [[nodiscard]] std::vector<slice> slices() const override {
    if constexpr (HasSlices<ranked>) return m_game.slices();
    return {};
  }
  [[nodiscard]] check_report check(const check_scope& scope, work_monitor& monitor) const override {
    const auto asked = erased_game_of<Game>::make(m_game);
    const zermelo::rules* const by_number = HasRanking<Game> ? &asked->rules() : nullptr;
    check_report found = check_game(asked->hooks(), by_number, asked->product(), scope, monitor);
    if constexpr (HasSizeOf<Game>) {
      if (const position said = Game::size_of(m_parameters).positions; said != num_positions()) {
        found.findings.push_back(fmt::format("size_of says {} positions, num_positions {}", said, num_positions()));
      }
    }
    return found;
  }

 private:
  [[nodiscard]] const zermelo::rules& asked_rules() const override { return m_task.rules(); }
  [[nodiscard]] const product_rules* product() const override { return m_turns.empty() ? nullptr : m_task.product(); }
  [[nodiscard]] engine_task task() const override { return m_task.on_threads(0); }
  [[nodiscard]] position_numbering* numbering() const override {
    if constexpr (is_explored) return &m_game.numbering();
    return nullptr;
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const override {
    if constexpr (HasGroups<ranked>) return m_game.group_name(group);
    return ruled_game::group_name(group);
  }

  [[nodiscard]] position index_of_state(const typename Game::state& s) const {
    return m_game.rank(representative_of(m_game, s));
  }

  /// What the author's hooks read entries with.
  [[nodiscard]] auto entry_of(const value_lookup& values) const {
    return [this, &values](const typename Game::state& s) { return values(index_of_state(s)); };
  }

  [[nodiscard]] position parse_index(std::string_view text) const {
    if constexpr (HasText<Game>) {
      const auto s = m_game.parse(text);
      expect_legal(text, s);
      return index_of_state(s);
    } else {
      const std::string word = parse_fields(text, {"position"}).find("position")->second;
      const auto index = parse_number<position>(word);
      if (!index || *index >= num_positions()) {
        throw input_error(fmt::format("position: '{}' is not an index from 0 to {}", word, num_positions() - 1));
      }
      expect_legal(text, m_game.unrank(*index));
      return *index;
    }
  }
  /// @throws input_error with the rule that the state breaks, if the game tells
  void expect_legal(std::string_view text, const typename Game::state& s) const {
    if constexpr (HasWhyIllegal<Game>) {
      if (const auto why = m_game.why_illegal(s)) {
        throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
      }
    }
  }

  parameter_values m_parameters;
  ranked m_game;
  game_task<ranked> m_task;  ///< of the game
  std::optional<position> m_chosen_start{};
};

/// The entry of a game, with its published solution if there is one.
/// @param published must outlive the entry
template <class Game>
game_entry describe_game(const baseline<ranked_form<Game>>* published) {
  static_assert(check_catalog_hooks<Game>());
  // What is wrong has been said: nothing more is, of what follows from it.
  if constexpr (!has_right_catalog_hooks<Game>) {
    return {};
  } else {
    return {
        std::string(Game::name()),
        std::string(Game::summary()),
        Game::parameters(),
        list_hooks<Game>(),
        [published](const parameter_values& values, const build_conditions& conditions) -> std::unique_ptr<any_game> {
          game_size size;
          if constexpr (HasSizeOf<Game>) {
            size = Game::size_of(values);
            check_size(size, values, conditions);
          }
          const work_monitor silent;
          return std::make_unique<game_model<Game>>(values, published, size,
                                                    conditions.monitor != nullptr ? *conditions.monitor : silent);
        },
        published == nullptr ? "" : std::string(published->summary),
        {}};
  }
}

/// The same for a game with a ranking. @param published must outlive the entry
template <class Game>
game_entry describe_game(const baseline<Game>& published) {
  return describe_game<Game>(&published);
}

template <class Game>
game_entry entry_of() {
  return describe_game<Game>(nullptr);
}

}  // namespace zermelo::experiment
