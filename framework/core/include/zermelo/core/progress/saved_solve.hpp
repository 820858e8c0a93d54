// SPDX-License-Identifier: MIT
// The state of a solve between two waves, from which the solve can be resumed later. A few numbers and the words or
// entries of the positions are enough, since the positions to be propagated are exactly the decided positions whose
// distance the waves have not yet reached. Solvers with a word per position save the words; other solvers save the
// entries of their current solution.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class block_partition;

/// A stage of a solve, by number: waves propagate wins and losses first, from the greatest margin down to 1, then ties.
/// So stage s propagates margin max_margin - s, where a tie has margin 0.
using solve_stage = std::uint32_t;
/// The stages of a solve in which no margin exceeds 1 point.
namespace plain_stage {
inline constexpr solve_stage wins_and_losses = 0;
inline constexpr solve_stage ties = 1;
}  // namespace plain_stage

/// The stage that propagates a margin. Precondition: margin <= max_margin.
[[nodiscard]] constexpr solve_stage stage_of(std::uint32_t margin, std::uint32_t max_margin) noexcept {
  return max_margin - margin;
}
/// The margin that a stage propagates.
[[nodiscard]] constexpr std::uint32_t margin_of(solve_stage stage, std::uint32_t max_margin) noexcept {
  return max_margin - stage;
}

/// The progress of a solve.
struct solve_state {
  solve_stage stage = plain_stage::wins_and_losses;
  std::uint64_t next_distance_plies = 0;  ///< positions of this stage with a smaller distance have been propagated
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::uint64_t legal_positions = 0;
  std::uint32_t waves = 0;       ///< waves until now, without waves that had no position to propagate
  std::uint32_t max_margin = 1;  ///< the bound of margins, which determines the number of stages and the layout of
                                 ///< words
  friend bool operator==(const solve_state&, const solve_state&) = default;
};

/// The state of a solve between waves, as passed to a visitor: either words or entries. The next wave changes them.
struct solve_snapshot {
  solve_state progress;
  /// One packed_word per position, see also word_layout; undecided words have counters. Unused if there are entries.
  std::variant<std::span<const std::uint16_t>, std::span<const std::uint32_t>> words;
  /// The entries of a solver without words; undecided positions read as draws. Safe to read between waves.
  const solution_entries* entries = nullptr;
  /// The partition of the positions if one block is solved; then the words are those of the block, and `progress`
  /// counts its moves and legal positions. Null if the whole graph is solved.
  const block_partition* partition = nullptr;
};

/// The words of a solve outside this process, for example in a file or in other processes.
class remote_words {
 public:
  virtual ~remote_words() = default;
  remote_words(const remote_words&) = delete;
  remote_words& operator=(const remote_words&) = delete;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual bool are_wide() const = 0;
  /// Reads the words from `first`. Precondition: the words have this width. @throws input_error if reading fails.
  virtual void read(std::uint64_t first, std::span<std::uint16_t> words) const = 0;
  virtual void read(std::uint64_t first, std::span<std::uint32_t> words) const = 0;

 protected:
  remote_words() = default;
};

/// A copy from which a solve can be resumed, on any number of threads. It has words, entries or remote words. Entries
/// may be in a file, and are read in runs. Remote words are for solves in blocks: each block reads only its words.
struct saved_solve {
  solve_state progress;
  std::variant<uninitialized_array<std::uint16_t>, uninitialized_array<std::uint32_t>> words;
  std::unique_ptr<const solution_entries> entries{};
  std::unique_ptr<const remote_words> remote{};
};

/// The number of positions of a solve_snapshot or a saved_solve.
template <class Solve>
[[nodiscard]] std::uint64_t num_saved_positions(const Solve& solve) {
  if (solve.entries) return solve.entries->size();
  if constexpr (requires { solve.remote; }) {
    if (solve.remote) return solve.remote->size();
  }
  return std::visit([](const auto& words) -> std::uint64_t { return words.size(); }, solve.words);
}

/// @throws contract_error if the saved solve does not have `size` positions.
void expect_size(const saved_solve& saved, std::uint64_t size);

/// The entries of a saved solve. Words are converted to entries in place, without their counters. Precondition: the
/// saved solve has no remote words.
[[nodiscard]] const solution_entries& entries_of(saved_solve& saved);

}  // namespace zermelo
