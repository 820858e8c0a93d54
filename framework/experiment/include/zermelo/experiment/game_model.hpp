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
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/ruled_game.hpp>

namespace zermelo::experiment {

/// A game of the catalog: its hooks, for what is asked of it.
template <zermelo::Game Game>
class game_model final : public ruled_game {
  using ranked = ranked_form<Game>;
  static constexpr bool is_explored = ExploredGame<ranked>;
  static constexpr bool has_slices_of_keys = is_explored && HasSlices<ranked>;

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

  [[nodiscard]] bool is_numbered() const override {
    if constexpr (is_explored) return m_game.is_numbered();
    return true;
  }
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const override {
    if constexpr (is_explored) return m_game.keys();
    return nullptr;
  }
  void explore(const explore_request& request, solve_visitor& visitor) override {
    if constexpr (is_explored) {
      if (m_game.is_numbered()) return;
      if (request.saved != nullptr) expect_width(request.saved->width);
      const solve_options& solve = request.solve;
      const std::uint64_t limit = solve.memory_limit_bytes != 0 ? solve.memory_limit_bytes : available_memory_bytes();
      // Only the stored graph is built from what exploring has kept.
      const bool is_of_use = request.keeps_moves && request.saved == nullptr &&
                             (!solve.engine || solve.engine->name() == explicit_engine.info.name);
      explore_options how;
      how.threads = solve.threads;
      how.moves = is_of_use ? moves_are::kept : moves_are::forgotten;
      how.watch = [&](const exploration_size& size) {
        if (size.positions > request.most_positions) {
          throw resource_error(fmt::format("more than {} positions", request.most_positions));
        }
        return watch_exploring(size, solve, is_of_use, limit);
      };
      how.at_rest = request.at_rest;
      const exploration_size size = m_game.explore(how, visitor, request.saved);
      const bool keeps = m_game.moves() != nullptr;
      m_size = {size.positions, key_bytes(size.positions), 0};
      m_kept_bytes = keeps ? saturating_number(size.kept_bytes()) : 0;
      m_size.bytes_to_build = saturating_number(size.exploring_bytes(keeps ? moves_are::kept : moves_are::forgotten));
    }
  }
  void number_by(const std::shared_ptr<const position_keys>& keys) override {
    if constexpr (is_explored) {
      expect_width(keys->width());
      const std::uint64_t positions = keys->size();
      m_game.number_by(keys);
      m_size = {positions, key_bytes(positions), 0};
      (void)start();
    } else {
      any_game::number_by(keys);
    }
  }
  void hold_keys(unsigned threads, work_monitor& monitor) const override {
    if constexpr (is_explored) {
      if (!m_game.holds_keys()) require_memory("holding the keys", key_bytes(num_positions()));
      m_game.hold_keys(threads, monitor);
    }
  }
  [[nodiscard]] std::uint64_t rules_digest(std::span<const wide_key> keys) const override {
    if constexpr (is_explored) return zermelo::rules_digest(m_game, keys);
    return 0;
  }

  [[nodiscard]] std::vector<axis> axes() const override {
    if constexpr (is_explored) {
      constexpr position any = std::numeric_limits<position>::max();
      if (!m_game.is_numbered()) return {axis{"position", any, {}, {}}};
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
  [[nodiscard]] keys_in_slice start_in_slice() const override {
    if constexpr (has_slices_of_keys) return zermelo::start_in_slice(static_cast<const Game&>(m_game));
    return any_game::start_in_slice();
  }
  [[nodiscard]] explored_group explore_group(const slice_group& group, const std::vector<keys_in_slice>& entered,
                                             const solve_options& options, solve_visitor& visitor) const override {
    if constexpr (has_slices_of_keys) {
      const std::uint64_t limit =
          options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_memory_bytes();
      explore_group_options how;
      how.threads = options.threads;
      constexpr std::uint64_t share_of_copies = 4;
      how.most_bytes = std::min(how.most_bytes, limit / share_of_copies);
      how.inside.watch = [limit](const exploration_size& size) {
        const std::uint64_t bytes =
            saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves_are::forgotten)));
        if (bytes <= limit) return moves_are::forgotten;
        throw resource_error(
            fmt::format("{} positions found, {} of them still to be looked at: they take about {}, of {}",
                        size.positions, size.open, format_bytes(bytes), format_bytes(limit)));
      };
      return zermelo::explore_group(static_cast<const Game&>(m_game), m_game.slices(), group, entered, how, visitor);
    }
    return any_game::explore_group(group, entered, options, visitor);
  }
  void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) override {
    if constexpr (has_slices_of_keys) {
      for (const auto& one : keys) {
        if (one != nullptr) expect_width(one->width());
      }
      m_game.number_by_slices(keys);
      m_size = {m_game.num_positions(), 0, 0};
      (void)start();
    } else {
      any_game::number_by_slices(keys);
    }
  }
  void hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) const override {
    if constexpr (has_slices_of_keys) {
      m_game.hold_slices(slices, threads, monitor);
    }
  }
  [[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const override {
    if constexpr (has_slices_of_keys) return m_game.keys_of_slice(slice);
    return nullptr;
  }
  void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) const override {
    if constexpr (has_slices_of_keys) m_game.replace_keys(slice, std::move(keys));
  }
  [[nodiscard]] check_report check(const check_scope& scope, work_monitor& monitor) const override {
    check_report found = check_game(static_cast<const Game&>(m_game), scope, monitor);
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
  [[nodiscard]] graph_sample sample() const override {
    if constexpr (is_explored) {
      if (const kept_moves* const moves = m_game.moves()) return moves->sample();
    }
    return ruled_game::sample();
  }
  [[nodiscard]] std::uint64_t key_bytes(std::uint64_t positions) const override {
    if constexpr (is_explored) {
      return saturating_number(sorted_keys<typename ranked::key>::bytes_per_key() * static_cast<double>(positions));
    }
    return ruled_game::key_bytes(positions);
  }
  [[nodiscard]] std::uint64_t num_keys_held() const override {
    if constexpr (is_explored) return m_game.num_keys_held();
    return ruled_game::num_keys_held();
  }
  /// Of moves that exploring has kept, and that are still there.
  [[nodiscard]] std::uint64_t kept_bytes() const override {
    if constexpr (is_explored) return m_game.moves() != nullptr ? m_kept_bytes : 0;
    return ruled_game::kept_bytes();
  }
  void prepare(engine chosen, unsigned threads, solve_visitor& visitor) const override {
    if constexpr (is_explored) {
      m_game.hold_keys(threads, visitor);
      // Only the stored graph is built from what exploring has kept.
      if (chosen.name() != explicit_engine.info.name) (void)m_game.take_moves();
    }
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

  /// @throws input_error for keys of another width than the game's.
  static void expect_width(key_width width)
    requires is_explored
  {
    constexpr key_width own = width_of<typename ranked::key>;
    if (width == own) return;
    throw input_error(
        fmt::format("its keys have {} bits, those of the game {}", static_cast<int>(width), static_cast<int>(own)));
  }
  parameter_values m_parameters;
  ranked m_game;
  game_task<ranked> m_task;        ///< of the game
  std::uint64_t m_kept_bytes = 0;  ///< of what exploring has kept
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
