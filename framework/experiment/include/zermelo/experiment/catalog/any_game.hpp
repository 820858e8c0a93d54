// SPDX-License-Identifier: MIT
// A game of the catalog without its type: its description, its rules and hooks, and the state of this instance.
// Functions over it do the work; each subject has a header:
//
//   one_position.hpp   one position: its text, its moves, how play ends there
//   exploring.hpp      numbering the positions of a game without a ranking
//   planning.hpp       which engine fits the memory
//   solving.hpp        solving, and what is found
//   verifying.hpp      entries against the rules
//   counting.hpp       what can be reached, counts by group, the signature by state
//   slicing.hpp        its slices, and a group of them as a game
//   checking.hpp       the game module against what it promises
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
class erased_game;
class game_hooks;
class joined_entries;
class part_rules;
class position_keys;
class position_numbering;
class product_rules;
class rules;
class slice_numbers;
struct engine_definition;
struct engine_task;
}  // namespace zermelo

namespace zermelo::experiment {

/// What is said of a game beside its rules.
struct game_description {
  std::string name;
  parameter_values parameters{};
  std::optional<game_size> size{};  ///< of a game that says it before it is built
};

/// A whole game, or a group of a game's slices, whose positions are numbered from 0.
///
/// A game without a ranking is there before its positions are numbered: that takes exploring it, or the keys that
/// somebody else has found. Before that, no position may be asked about.
class any_game {
 public:
  any_game(game_description description, std::unique_ptr<erased_game> game);
  /// A group of slices of a whole game, which must outlive it. @param size  of the game, and of the entries that the
  /// group needs
  any_game(const any_game& whole, slice_numbers numbers, std::shared_ptr<const joined_entries> finished,
           const game_size& size);
  any_game(any_game&&) noexcept;
  ~any_game();

  [[nodiscard]] std::string_view name() const noexcept { return m_description->name; }
  [[nodiscard]] const parameter_values& parameters() const noexcept { return m_description->parameters; }
  [[nodiscard]] const game_description& description() const noexcept { return *m_description; }

  // Rules, hooks and engine task. A group of slices has its own rules and task, and the hooks of its game.

  [[nodiscard]] const zermelo::rules& rules() const;
  [[nodiscard]] const game_hooks& hooks() const;
  /// Null: the game has no product form, or this instance has none.
  [[nodiscard]] const product_rules* product() const;
  /// What numbers the positions; null of a game with a ranking. The functions of exploring.hpp and slicing.hpp number
  /// positions, and note what these take.
  [[nodiscard]] position_numbering* numbering() const;
  /// What engines are told, but for what the options of a solve say.
  [[nodiscard]] engine_task task() const;
  /// Of a group; null of a whole game.
  [[nodiscard]] const part_rules* part() const noexcept { return m_part.get(); }
  /// Who is to move in each layer of a game in product form; empty of any other.
  [[nodiscard]] const std::vector<player>& turns() const noexcept { return m_turns; }

  // Names, axes, slices, and how play is read.

  [[nodiscard]] std::array<std::string, 2> player_names() const;
  [[nodiscard]] reading_rules reading() const;
  /// Whom positions mean by the first and the second player.
  [[nodiscard]] viewpoint seen_by() const;
  [[nodiscard]] position num_positions() const;
  /// Of a game that is not numbered yet, one axis without an end.
  [[nodiscard]] std::vector<axis> axes() const;
  /// Nothing of a game that does not say any, or of a group. Until the positions of a game without a ranking are
  /// numbered, these are all slices that it says, of size 0; then those that are reached.
  [[nodiscard]] std::vector<slice> slices() const;

  /// Whether positions have numbers: always, for a game with a ranking.
  [[nodiscard]] bool is_numbered() const;
  /// The keys by which positions are numbered; null for a game with a ranking, or one that is not numbered yet.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const;

  /// Nothing of a game without a start, or whose start the solution says, until it has; see choose_start.
  [[nodiscard]] std::optional<position> start() const;
  /// Whether the start is for the solution to say.
  [[nodiscard]] bool chooses_start() const;
  /// Sets the start to what a solution has said. Nothing for any other game. Not while others ask. Precondition: a
  /// legal position.
  void start_at(position p);

  /// Engines that it is solved with, in the order of preference: those of the list unless others are set. A group of
  /// slices has the engines of its game.
  [[nodiscard]] const std::vector<const engine_definition*>& engines() const noexcept { return m_engines; }
  void set_engines(std::vector<const engine_definition*> engines) { m_engines = std::move(engines); }

  /// What it takes; of a game without a ranking once it is numbered. Nothing that is not known counts.
  [[nodiscard]] const game_size& size() const noexcept { return m_size; }
  /// What moves take that exploring has kept, and that are still there.
  [[nodiscard]] std::uint64_t kept_bytes() const;
  /// Once it is numbered. @param kept_bytes  of the moves that are kept
  void set_size(const game_size& size, std::uint64_t kept_bytes = 0) noexcept;

 private:
  std::shared_ptr<const game_description> m_description;
  std::unique_ptr<erased_game> m_own;  ///< of a whole game
  const erased_game* m_game;           ///< the whole game
  std::unique_ptr<part_rules> m_part;
  std::vector<player> m_turns;
  game_size m_size;
  std::uint64_t m_kept_bytes = 0;
  std::vector<const engine_definition*> m_engines;
  std::optional<position> m_chosen_start;
};

}  // namespace zermelo::experiment
