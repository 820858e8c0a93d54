// SPDX-License-Identifier: MIT
// Which slices of a game are to be solved, in what order, and what that will take.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// A choice of slices, as it is written: "all"; or conditions that all hold, such as "men<=7,own>=4", on the counts
/// that the slices name; or names of slices, such as "KPvK,KvK", any of them.
class slice_choice {
 public:
  /// @throws input_error for anything else, with what there is to choose from.
  slice_choice(std::string_view text, const std::vector<slice>& slices);

  /// Whether it is asked for by itself; what it enters is needed as well.
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

/// What is to be found of the slices that every move leaves: all, or what 2 bits a position hold. Others need
/// distances.
enum class left_slices { with_distances, outcomes_alone };

/// How groups that are settled by outcome alone are said to be solved.
inline constexpr std::string_view outcomes_engine = "outcomes";

/// A group of slices that are solved as one.
struct planned_group {
  slice_group group;
  std::string name;  ///< of its slices, with "+" between them
  double edges_per_position = 0;
  bool by_outcome = false;       ///< settled by outcome alone, by no engine, with the slices that it enters in memory
  bool fits = false;             ///< into the memory limit, one way or another
  std::optional<engine> chosen;  ///< by its own memory; nothing: none fits
  std::uint64_t solving_bytes = 0;  ///< with that engine, or the one that needs the least; the program and the game
                                    ///< included, but no finished slices
  std::uint64_t input_bytes = 0;    ///< of the slices that it enters, in memory
  std::uint64_t reading_bytes = 0;  ///< beside `solving_bytes`, where those are read from their files instead
  double cpu_seconds = 0;           ///< a rough estimate, from the time that the rules take
  /// Small, and solved at the same time as the group before it, which it does not enter, on a thread of its own.
  bool is_beside_last = false;
  /// By whom it is solved; nothing: none fits.
  [[nodiscard]] std::optional<std::string_view> solver() const {
    if (by_outcome) return fits ? std::optional(outcomes_engine) : std::nullopt;
    return chosen ? std::optional(to_string(chosen)) : std::nullopt;
  }
  /// Without which it is not solved: what it enters by outcome alone stays in no file.
  [[nodiscard]] std::uint64_t least_bytes() const noexcept {
    return by_outcome ? most_bytes() : saturating_sum(solving_bytes, std::min(input_bytes, reading_bytes));
  }
  /// All of it, where inputs may stay in their files if they do not fit.
  [[nodiscard]] std::uint64_t most_bytes() const noexcept { return saturating_sum(solving_bytes, input_bytes); }
};

struct slice_plan {
  std::vector<slice> slices;          ///< all of the game's
  std::vector<position> first;        ///< of each
  std::vector<planned_group> groups;  ///< those to be solved, in their order
  std::uint64_t limit_bytes = 0;
  std::uint64_t shared_bytes = 0;  ///< of every group's `solving_bytes`: the program, the game, open tables
  std::uint64_t positions = 0;     ///< of these
  std::uint64_t disk_bytes = 0;    ///< a rough estimate of what their tables take
  /// Where the groups that are solved at the same time as this one end, by place.
  [[nodiscard]] std::size_t end_of_side_by_side(std::size_t group) const noexcept;
  /// Of the groups begin .. end - 1 at once, with what they enter in memory.
  [[nodiscard]] std::uint64_t bytes_side_by_side(std::size_t begin, std::size_t end) const noexcept;
  /// Inputs that do not fit stay in their files.
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept;
  [[nodiscard]] double cpu_seconds() const noexcept;
};

/// The name of a group.
[[nodiscard]] std::string name_of_group(const std::vector<slice>& slices, const slice_group& group);

/// The groups of a game whose sizes are still to be found by exploring, in their order: those chosen, and those that
/// they enter. @throws as plan_slices.
[[nodiscard]] slice_plan plan_exploring(const any_game& game, std::string_view choice);

/// Plans the slices chosen, and those that they enter. Takes a sample of each, with its keys in memory if it has any.
/// @throws input_error for a game without slices or, for outcomes alone, with a move limit, and as the choice;
///   contract_error for slices that are none; resource_error if a group fits no memory.
[[nodiscard]] slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice,
                                     left_slices left = left_slices::with_distances);

}  // namespace zermelo::experiment
