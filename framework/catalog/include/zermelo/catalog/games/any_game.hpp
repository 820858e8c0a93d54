// SPDX-License-Identifier: MIT
// A type-erased game of the catalog: its description, rules and hooks, and the state of this instance. Free functions
// in these headers accept an any_game:
//
//   one_position.hpp    one position: its text, its moves, its result
//   display_position.hpp  a position, its moves and its drawing, as users see them
//   position_query.hpp  positions selected by conditions
//   exploring.hpp       numbering the positions of a game without a ranking
//   solve_plan.hpp      the plan of a solve
//   solving.hpp         solving
//   verifying.hpp       comparing entries with the rules
//   counting.hpp        reachable positions, counts by group, the signature by state
//   slicing.hpp         the slices of a game, and a group of slices as a game
//   checking.hpp        comparing a game module with the requirements on game modules
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
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/metric.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_columns.hpp>

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

/// The description of a game, without its rules.
struct game_description {
  std::string name;
  parameter_values parameters{};
  std::optional<game_size> size{};  ///< for a game with the hook `size_of`
};

/// A game or a group of a game's slices. Positions are numbered from 0.
///
/// The positions of a game without a ranking are numbered later, by exploring the game or with keys from a file.
/// Functions that accept a position must not be called before.
class any_game {
 public:
  any_game(game_description description, std::unique_ptr<erased_game> game);
  /// Makes a group of slices of `whole`, which must outlive the group.
  /// @param finished  the entries of the slices that the group leads to
  /// @param size      the size of the group; `bytes` includes the memory of the game, the keys and these entries
  any_game(const any_game& whole, slice_numbers numbers, std::shared_ptr<const joined_entries> finished,
           const game_size& size);
  any_game(any_game&&) noexcept;
  ~any_game();

  [[nodiscard]] std::string_view name() const noexcept { return m_description->name; }
  [[nodiscard]] const parameter_values& parameters() const noexcept { return m_description->parameters; }
  [[nodiscard]] const game_description& description() const noexcept { return *m_description; }
  /// Returns remarks for the user about the parameters, such as how a file was read, with one line each.
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return m_notes; }
  void set_notes(std::vector<std::string> notes) { m_notes = std::move(notes); }

  // Rules, hooks and the task for an engine. A group of slices has separate rules and a separate task, and shares the
  // hooks of its game.

  [[nodiscard]] const zermelo::rules& rules() const;
  [[nodiscard]] const game_hooks& hooks() const;
  /// Returns the product form, or null if this instance has none.
  [[nodiscard]] const product_rules* product() const;
  /// Returns the numbering of the positions, or null for a game with a ranking or a group. The functions of
  /// exploring.hpp and slicing.hpp number positions and then call `set_size`; other code only reads the numbering.
  [[nodiscard]] position_numbering* numbering() const;
  /// Returns the task for an engine, without the options of a solve; see task_of in solve_options.hpp.
  [[nodiscard]] engine_task task() const;
  /// Returns the rules of a group of slices, or null for a whole game.
  [[nodiscard]] const part_rules* part() const noexcept { return m_part.get(); }
  /// Returns the player to move in each layer of a game in product form, or an empty list for any other game.
  [[nodiscard]] const std::vector<player>& turns() const noexcept { return m_turns; }

  // Names, axes, slices and the result rule.

  [[nodiscard]] std::array<std::string, 2> player_names() const;
  [[nodiscard]] result_rules result_rule() const;
  /// Returns whether `player::first` is a fixed player of the game or the player to move.
  [[nodiscard]] viewpoint seen_by() const;
  [[nodiscard]] position num_positions() const;
  /// Returns the axes, or one axis of unknown length if the game is not numbered yet.
  [[nodiscard]] std::vector<axis> axes() const;
  /// Returns the slices, or an empty list for a game without the hook `slices` or a group. For a game without a
  /// ranking, these are all slices of the hook, with size 0, before the positions are numbered, and only the reached
  /// slices afterwards.
  [[nodiscard]] std::vector<slice> slices() const;

  /// Whether positions have numbers. A game with a ranking is always numbered.
  [[nodiscard]] bool is_numbered() const;
  /// Returns the keys that number the positions, or null for a game with a ranking or a game that is not numbered yet.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const;

  /// Returns the start, if the game has one. If the solution determines the start (`chooses_start`), returns nothing
  /// before `set_start`.
  [[nodiscard]] std::optional<position> start() const;
  /// Whether the start depends on the solution; see choose_start in solving.hpp.
  [[nodiscard]] bool chooses_start() const;
  /// Sets the start of a game with `chooses_start()`. Does nothing for any other game. Not thread-safe. Precondition: p
  /// is legal.
  void set_start(position p);

  /// Returns what distances count to in solutions of the game that are solved or opened: the end unless it is set.
  [[nodiscard]] zermelo::metric metric() const noexcept { return m_metric; }
  void set_metric(zermelo::metric metric);
  /// Whether the move between two positions is a conversion: distances count to conversions, and the move leaves the
  /// group of slices. Precondition: the game is numbered.
  [[nodiscard]] bool converts(position from, position to) const;

  /// Returns the engines that may solve the game, in order of preference: engine_list() by default. The list of a group
  /// of slices begins with the engines of its game.
  [[nodiscard]] const std::vector<const engine_definition*>& engines() const noexcept { return m_engines; }
  void set_engines(std::vector<const engine_definition*> engines) { m_engines = std::move(engines); }

  /// Returns the number of positions and the memory of the game. Numbers that are unknown, such as before numbering,
  /// are 0.
  [[nodiscard]] const game_size& size() const noexcept { return m_size; }
  /// Returns the memory, in bytes, of the moves that were cached while exploring.
  [[nodiscard]] std::uint64_t cached_bytes() const;
  /// Sets the size of a game that has just been numbered. @param cached_bytes  the memory of moves cached while
  /// exploring
  void set_size(const game_size& size, std::uint64_t cached_bytes = 0);

 private:
  std::shared_ptr<const game_description> m_description;
  std::vector<std::string> m_notes;
  std::unique_ptr<erased_game> m_owned_game;  ///< null for a group
  const erased_game* m_game;                  ///< the whole game
  std::unique_ptr<part_rules> m_part;
  std::vector<player> m_turns;
  game_size m_size;
  std::uint64_t m_cached_bytes = 0;
  std::vector<const engine_definition*> m_engines;
  std::optional<position> m_chosen_start;
  zermelo::metric m_metric = metric::end;
  std::optional<slice_lookup> m_groups;  ///< set if distances count to conversions and positions are numbered
};

/// Whether positions have margins, which is so if a win can be by more than one point or moves gain points.
[[nodiscard]] bool has_margins(const any_game& game);
/// Returns the reason why a game has no margins, for messages. Precondition: !has_margins(game).
[[nodiscard]] std::string why_no_margins(const any_game& game);
/// Whether entries of the game have a value in a column.
template <class Column>
[[nodiscard]] bool has_column(const any_game& game, Column /*column*/) {
  return !Column::is_for_points || has_margins(game);
}
/// Whether moves may gain points.
[[nodiscard]] bool has_gains(const any_game& game);

}  // namespace zermelo
