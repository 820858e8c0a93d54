// SPDX-License-Identifier: MIT
// A solve between two waves: all that is needed to go on with it later. What is kept of the positions holds everything
// but a few numbers, since a position whose distance the waves have not reached yet is one that waits to be spread.
// Solvers that keep a word per position are saved with these; others with the entries of their solution so far.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class block_partition;

/// What the waves spread: first wins and losses, then ties.
enum class solve_stage : std::uint8_t { wins_and_losses = 0, ties = 1 };

/// How far a solve has come.
struct solve_milestone {
  solve_stage stage = solve_stage::wins_and_losses;
  std::uint64_t next_distance_plies = 0;  ///< the positions of this stage with a smaller distance are spread
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::uint64_t legal_positions = 0;
  std::uint32_t waves = 0;  ///< waves so far that had something to spread
  friend bool operator==(const solve_milestone&, const solve_milestone&) = default;
};

/// A solve at rest, as a visitor sees it: either its words or its entries, which are the solver's own and change when
/// it goes on.
struct solve_snapshot {
  solve_milestone milestone;
  /// packed_word's, one per position, with counters in those still undecided.
  std::variant<std::span<const std::uint16_t>, std::span<const std::uint32_t>> words;
  /// Of a solver that has no words: draws where nothing is decided. Safe to read while the solve rests.
  const solution_entries* entries = nullptr;
  /// Of the solve of one block: how the positions are cut. The words are those of the block, whose own moves and legal
  /// positions the milestone counts. Null: of a whole.
  const block_partition* partition = nullptr;
};

/// The words of a solve that lie elsewhere, such as in a file or with other processes.
class remote_words {
 public:
  virtual ~remote_words() = default;
  remote_words(const remote_words&) = delete;
  remote_words& operator=(const remote_words&) = delete;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual bool are_wide() const = 0;
  /// Precondition of both: words of that width. @throws input_error if they cannot be read.
  virtual void read(std::uint64_t first, std::span<std::uint16_t> words) const = 0;
  virtual void read(std::uint64_t first, std::span<std::uint32_t> words) const = 0;

 protected:
  remote_words() = default;
};

/// A copy that a solve can be continued from, on any number of threads: either words or entries. Entries may lie
/// elsewhere, and are read in runs. Words that lie elsewhere are for solves in blocks, each of which takes its own.
struct saved_solve {
  solve_milestone milestone;
  std::variant<uninitialized_array<std::uint16_t>, uninitialized_array<std::uint32_t>> words;
  std::unique_ptr<const solution_entries> entries{};
  std::unique_ptr<const remote_words> remote{};
};

/// Of a solve_snapshot or a saved_solve.
template <class Solve>
[[nodiscard]] std::uint64_t num_saved_positions(const Solve& solve) {
  if (solve.entries) return solve.entries->size();
  if constexpr (requires { solve.remote; }) {
    if (solve.remote) return solve.remote->size();
  }
  return std::visit([](const auto& words) -> std::uint64_t { return words.size(); }, solve.words);
}

/// @throws contract_error if a saved solve is not one of `size` positions.
void expect_size(const saved_solve& saved, std::uint64_t size);

/// The entries of a saved solve. Of words, these hold all but the counters, which are left out for good.
[[nodiscard]] const solution_entries& entries_of(saved_solve& saved);

}  // namespace zermelo
