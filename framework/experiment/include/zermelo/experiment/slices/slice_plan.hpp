// SPDX-License-Identifier: MIT
// Plans the solve of a game slice by slice: the slices, their order, their engines, memory and time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/job/solve_options.hpp>

namespace zermelo::experiment {

class any_game;

/// A choice of slices by text: "all"; or conditions on the counts of slices, such as "men<=7,own>=4", which a chosen
/// slice satisfies all; or names of slices, such as "KPvK,KvK".
class slice_choice {
 public:
  /// @throws input_error for any other text; the message suggests a name or a count.
  slice_choice(std::string_view text, const std::vector<slice>& slices);

  /// Whether the choice names the slice. (Slices that a chosen slice enters are needed as well.)
  [[nodiscard]] bool has(const slice& s) const;

 private:
  struct condition {
    std::string count;
    std::string comparison;
    std::int64_t number = 0;
  };
  std::vector<condition> m_conditions;
  std::vector<std::string> m_names;
};

/// The results of slices that every move leaves, which are settled without waves: outcomes and distances, or outcomes
/// alone, at 2 bits a position. All other slices need distances.
enum class settled_slice_results { distances, outcomes };

/// The name of the method that settles groups by outcome alone, in place of an engine's.
inline constexpr std::string_view outcomes_engine = "outcomes";

/// A group of slices that are solved as one.
struct planned_group {
  slice_group group;
  std::string name;                 ///< see name_of_group
  double edges_per_position = 0;    ///< moves, also out of the group; estimated
  bool by_outcome = false;          ///< settled by outcome alone, without an engine, with its inputs in memory
  bool fits = false;                ///< into the memory limit, with inputs in memory or read from their files
  std::optional<engine> chosen;     ///< nothing: settled by outcome alone, or no engine fits
  std::uint64_t solving_bytes = 0;  ///< of the chosen engine, or of the one that needs the least; with the program and
                                    ///< the game, without inputs
  std::uint64_t input_bytes = 0;    ///< of the inputs, the slices that the group enters, in memory
  std::uint64_t later_bytes = 0;    ///< of other finished slices, which a later group enters, in memory
  std::uint64_t reading_bytes = 0;  ///< to read the inputs from their files instead
  double cpu_seconds = 0;           ///< a rough estimate, from the time that the rules take
  /// Small, and solved on a thread of its own at the same time as the group before it. The group enters none of those
  /// that are solved at this time.
  bool is_beside_previous = false;
  /// The engine or `outcomes_engine`; nothing: none fits.
  [[nodiscard]] std::optional<std::string_view> solver() const {
    if (by_outcome) return fits ? std::optional(outcomes_engine) : std::nullopt;
    return chosen ? std::optional(to_string(chosen)) : std::nullopt;
  }
  /// The least memory with which the group can be solved. Settling by outcome alone has all inputs in memory.
  [[nodiscard]] std::uint64_t min_bytes() const noexcept {
    return by_outcome ? max_bytes() : saturating_sum(solving_bytes, std::min(input_bytes, reading_bytes));
  }
  /// The memory with all inputs in memory. Slices for later groups are kept beside them only as far as there is room.
  [[nodiscard]] std::uint64_t max_bytes() const noexcept { return saturating_sum(solving_bytes, input_bytes); }
};

struct slice_plan {
  std::vector<slice> slices;          ///< all slices of the game
  std::vector<position> first;        ///< by slice: the game's number of its first position
  std::vector<planned_group> groups;  ///< to be solved, in the order of solving
  std::uint64_t limit_bytes = 0;
  std::uint64_t shared_bytes = 0;  ///< the part of every `solving_bytes` for the program, the game and open tables
  std::uint64_t positions = 0;     ///< of all groups, holes included
  std::uint64_t disk_bytes = 0;    ///< a rough estimate of the size of their tables
  /// The end, as an index of `groups`, of the groups from `group` on that are solved at the same time.
  [[nodiscard]] std::size_t end_of_side_by_side(std::size_t group) const noexcept;
  /// The memory of the groups begin .. end - 1 solved at the same time, with all inputs in memory.
  [[nodiscard]] std::uint64_t bytes_side_by_side(std::size_t begin, std::size_t end) const noexcept;
  /// The peak memory of the whole solve, where inputs that do not fit the limit stay in their files.
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept;
  [[nodiscard]] double cpu_seconds() const noexcept;
};

/// The plan of a game whose slices have to be explored before their sizes are known: the chosen groups and the groups
/// that these enter, in the order of solving, without estimates. @throws input_error for a game without slices, and as
///   slice_choice.
[[nodiscard]] slice_plan plan_exploring(const any_game& game, std::string_view choice);

/// Plans the chosen slices and the slices that these enter, from a sample of each group, whose keys are read into
/// memory. A group that fits no memory has `fits` false. Precondition: the game is numbered.
/// @throws input_error for a game without slices or, for outcomes alone, with a move limit, and as slice_choice;
///   contract_error for malformed slices; as plan.
[[nodiscard]] slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice,
                                     settled_slice_results results = settled_slice_results::distances);

}  // namespace zermelo::experiment
