// SPDX-License-Identifier: MIT
// A game of the catalog with its type erased: its description, its rules and hooks, and the state of this instance.
// Free functions in these headers work on it:
//
//   one_position.hpp    one position: its text, its moves, the end of play
//   display_position.hpp  a position, its moves and its drawing, as people see them
//   position_query.hpp  the position that a text names
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

/// The description of a game beside its rules.
struct game_description {
  std::string name;
  parameter_values parameters{};
  std::optional<game_size> size{};  ///< of a game with the hook `size_of`
};

/// A whole game, or a group of a game's slices; positions are numbered from 0.
///
/// The positions of a game without a ranking have no numbers until they are numbered: by exploring the game, or by keys
/// from a file. Until then, no function may be called with a position.
class any_game {
 public:
  any_game(game_description description, std::unique_ptr<erased_game> game);
  /// A group of slices of `whole`, which must outlive the group.
  /// @param finished  the entries of the slices that the group enters
  /// @param size      with the memory of the game, the keys and these entries as its `bytes`
  any_game(const any_game& whole, slice_numbers numbers, std::shared_ptr<const joined_entries> finished,
           const game_size& size);
  any_game(any_game&&) noexcept;
  ~any_game();

  [[nodiscard]] std::string_view name() const noexcept { return m_description->name; }
  [[nodiscard]] const parameter_values& parameters() const noexcept { return m_description->parameters; }
  [[nodiscard]] const game_description& description() const noexcept { return *m_description; }
  /// Remarks for the user about the parameters, such as on how a file was read; one line each.
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return m_notes; }
  void set_notes(std::vector<std::string> notes) { m_notes = std::move(notes); }

  // Rules, hooks and engine task. A group of slices has its own rules and task, and the hooks of its game.

  [[nodiscard]] const zermelo::rules& rules() const;
  [[nodiscard]] const game_hooks& hooks() const;
  /// Null if the game or this instance has no product form.
  [[nodiscard]] const product_rules* product() const;
  /// The numbering of the positions; null for a game with a ranking, and for a group. The functions of exploring.hpp
  /// and slicing.hpp number positions and then call `set_size`; other code only reads.
  [[nodiscard]] position_numbering* numbering() const;
  /// The task for an engine, without the options of a solve; see task_of in solve_options.hpp.
  [[nodiscard]] engine_task task() const;
  /// The rules of a group of slices; null for a whole game.
  [[nodiscard]] const part_rules* part() const noexcept { return m_part.get(); }
  /// The player to move in each layer of a game in product form; empty for any other game.
  [[nodiscard]] const std::vector<player>& turns() const noexcept { return m_turns; }

  // Names, axes, slices, and how values are read.

  [[nodiscard]] std::array<std::string, 2> player_names() const;
  [[nodiscard]] result_rules result_rule() const;
  /// Whether `player::first` is a player of the game or whoever is to move.
  [[nodiscard]] viewpoint seen_by() const;
  [[nodiscard]] position num_positions() const;
  /// One axis without an end if the game is not numbered yet.
  [[nodiscard]] std::vector<axis> axes() const;
  /// Empty for a game without the hook `slices`, and for a group. Before the positions of a game without a ranking are
  /// numbered, all slices that the hook lists, of size 0; afterwards the reached slices alone.
  [[nodiscard]] std::vector<slice> slices() const;

  /// Whether positions have numbers: always, for a game with a ranking.
  [[nodiscard]] bool is_numbered() const;
  /// The keys by which positions are numbered; null for a game with a ranking, or one that is not numbered yet.
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const;

  /// The start, if there is one. Where the solution determines the start (`chooses_start`), nothing until `set_start`.
  [[nodiscard]] std::optional<position> start() const;
  /// Whether the start depends on the solution; see choose_start in solving.hpp.
  [[nodiscard]] bool chooses_start() const;
  /// Sets the start of a game that `chooses_start`; does nothing for any other game. Not thread-safe.
  /// Precondition: p is legal.
  void set_start(position p);

  /// The engines that may solve the game, in the order of preference: engine_list(), unless others are set. A group of
  /// slices begins with the engines of its game.
  [[nodiscard]] const std::vector<const engine_definition*>& engines() const noexcept { return m_engines; }
  void set_engines(std::vector<const engine_definition*> engines) { m_engines = std::move(engines); }

  /// The number of positions and the memory of the game; what is not known, as before numbering, is 0.
  [[nodiscard]] const game_size& size() const noexcept { return m_size; }
  /// The memory, in bytes, of the moves that the numbering still keeps from exploring.
  [[nodiscard]] std::uint64_t cached_bytes() const;
  /// Sets the size of a game that has just been numbered. @param cached_bytes  of the moves kept from exploring
  void set_size(const game_size& size, std::uint64_t cached_bytes = 0) noexcept;

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
};

/// Whether positions have margins: some win may be of more than one point, or moves gain points.
[[nodiscard]] bool has_margins(const any_game& game);
/// Why a game has no margins, for messages. Precondition: it has none.
[[nodiscard]] std::string why_no_margins(const any_game& game);
/// Whether entries of the game have the numbers of a column.
template <class Column>
[[nodiscard]] bool has_column(const any_game& game, Column /*column*/) {
  return !Column::is_for_points || has_margins(game);
}
/// Whether moves may gain points.
[[nodiscard]] bool has_gains(const any_game& game);

}  // namespace zermelo
