// SPDX-License-Identifier: MIT
// A game with its type erased, for programs that choose games at run time. The erasure costs one virtual call
// per question or per solve, never one per move of a solve.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/hook_status.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/graph/stored_graph_fwd.hpp>
#include <zermelo/core/slices/keys_in_slice.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/block_partition.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/owned_run.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/engine.hpp>

namespace zermelo {
class block_exchange;
class joined_entries;
struct saved_solve;
class solve_visitor;
}  // namespace zermelo

namespace zermelo::experiment {

struct solve_options {
  std::optional<experiment::engine> engine;  ///< nothing: chosen by the memory plan, `auto`
  unsigned threads = 0;                      ///< 0: all that the machine has
  std::uint64_t memory_limit_bytes = 0;      ///< 0: what the machine and its cgroup have available
  bool saves = false;             ///< the solve is to be logged or saved between waves, or goes on with a saved one
  saved_solve* saved = nullptr;   ///< goes on with this solve, and takes its words over
  bool verifies = false;          ///< all entries are to be verified after the solve
  bool counts_reachable = false;  ///< `reachable` is to be called after the solve
  /// `engine` is what `plan` chose for these options: the solve does not plan once more.
  bool is_planned = false;
  /// Of the processes that solve the game together, each with options that say the same; null: it is one alone.
  block_exchange* blocks = nullptr;
};

/// How a game without a ranking is to be explored.
struct explore_request {
  solve_options solve{};    ///< what the solve that follows is planned for
  bool keeps_moves = true;  ///< for the solve that follows, where there is memory for them
  /// More are refused as soon as they are found.
  std::uint64_t most_positions = std::numeric_limits<std::uint64_t>::max();
  saved_exploration* saved = nullptr;                          ///< goes on with this one, and takes its keys over
  std::function<void(const exploration_snapshot&)> at_rest{};  ///< called between rounds, to save it
};

/// The memory that one engine is expected to need at its peak, from a sample of the positions.
struct engine_estimate {
  experiment::engine engine;
  bool available = false;  ///< the game has what it needs
  std::string reason;      ///< why not, if not
  std::uint64_t peak_bytes = 0;
  std::string how{};  ///< it will do it, where there is a choice that depends on the game
};

/// The estimate per engine, made before any work.
struct memory_plan {
  std::uint64_t positions = 0;
  double edges_per_position = 0;  ///< estimated
  std::uint64_t limit_bytes = 0;
  std::uint64_t game_bytes = 0;  ///< what the game itself takes, which all estimates have
  std::vector<engine_estimate> engines;
  std::optional<experiment::engine> chosen;  ///< set once made
};

/// What the rules take in a solve, a position, on one thread.
struct rules_time {
  double seconds = 0;
  double moves = 0;  ///< that they give, forwards or backwards
};

/// What a solve did and found.
struct solve_report {
  std::optional<experiment::engine> engine;  ///< the one that ran
  unsigned threads = 0;
  std::uint64_t edges = 0;                ///< moves out of legal positions that are not terminal
  std::map<std::string, double> seconds;  ///< by phase, and "total"
  solution_summary summary;
};

struct solved_game {
  std::unique_ptr<const solution_entries> values;
  solve_report report;
};

/// Positions that can be reached from the start, terminals not expanded.
struct reachable_summary {
  std::uint64_t positions = 0;
  outcome_counts counts;
};

/// The problem's own answer.
using answer_value = std::variant<int, bool>;

/// The raw entry of a position, from memory or from a table on disk.
using value_lookup = std::function<position_value(position)>;

class any_game {
 public:
  virtual ~any_game() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const parameter_values& parameters() const = 0;
  [[nodiscard]] virtual std::array<std::string, 2> player_names() const = 0;
  [[nodiscard]] virtual reading_rules rules() const = 0;
  [[nodiscard]] virtual std::vector<hook_status> hooks() const = 0;

  // A game without a ranking is there before its positions are numbered: that takes exploring it, or the keys that
  // somebody else has found. Before that, nothing that follows may be asked, but for what says so.

  /// Whether positions have numbers: always, for a game with a ranking. May be asked at any time, as the rest of these.
  [[nodiscard]] virtual bool is_numbered() const { return true; }
  /// The keys by which positions are numbered; null for a game with a ranking, or one that is not numbered yet.
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys() const { return nullptr; }
  /// Finds the positions that can be reached from the start, and numbers them. Nothing for a game that is numbered.
  /// Phases "explore" and "sort". @throws resource_error before the memory limit is passed; interrupted; input_error if
  ///   what was saved is not of this game.
  virtual void explore(const explore_request& /*request*/, solve_visitor& /*visitor*/) {}
  /// Numbers the positions by keys that somebody else has found. @throws input_error if they are not as wide as the
  ///   game's, or the start is not among them; contract_error for a game with a ranking.
  virtual void number_by(const std::shared_ptr<const position_keys>& /*keys*/) {
    throw contract_error("a game with a ranking has no use for keys");
  }
  /// Reads the keys that it was numbered by into memory, where they are found many times faster, and holds them against
  /// the game. @throws input_error, interrupted, resource_error if there is too little memory.
  virtual void hold_keys(unsigned /*threads*/, work_monitor& /*monitor*/) const {}
  /// A digest of what the rules say of these positions, see rules_digest.hpp; 0 for a game with a ranking.
  /// @throws input_error if a key is none of a position.
  [[nodiscard]] virtual std::uint64_t rules_digest(std::span<const wide_key> /*keys*/) const { return 0; }

  [[nodiscard]] virtual position num_positions() const = 0;
  /// May be asked at any time; of a game that is not numbered yet, one axis without an end.
  [[nodiscard]] virtual std::vector<axis> axes() const = 0;
  /// Nothing of a game without a start, or whose start the solution says, until it has.
  [[nodiscard]] virtual std::optional<position> start() const = 0;
  /// Whether the start is for the solution to say. May be asked at any time.
  [[nodiscard]] virtual bool chooses_start() const { return false; }
  /// Sets the start to what the solution says. Nothing for any other game. Not while others ask. Phase "start".
  /// @throws interrupted, and what reading the entries throws.
  virtual void choose_start(const solution_entries& /*values*/, work_monitor& /*monitor*/) {}
  /// Sets the start to what a solution has said before. Nothing for any other game. Precondition: a legal position.
  virtual void start_at(position /*p*/) {}

  /// Whom positions mean by the first and the second player.
  [[nodiscard]] virtual viewpoint seen_by() const { return viewpoint::players; }

  // One position. Precondition: p < num_positions(), and legal for all but `is_legal`.
  [[nodiscard]] virtual bool is_legal(position p) const = 0;
  [[nodiscard]] virtual player player_to_move(position p) const = 0;
  /// The player to move in p, and in how many positions behind it; p need not be legal.
  [[nodiscard]] virtual owned_run run_at(position p) const {
    return {is_legal(p) ? player_to_move(p) : player::first, p + 1};
  }
  /// The end of play, if this is a terminal position or one without moves.
  [[nodiscard]] virtual std::optional<result> end(position p) const = 0;
  /// One entry per move (a position twice if two moves lead there); none if `end(p)`.
  [[nodiscard]] virtual std::vector<position> successors(position p) const = 0;
  [[nodiscard]] virtual std::string format(position p) const = 0;
  [[nodiscard]] virtual std::string drawing(position p) const = 0;
  /// @throws input_error if the text is malformed, or names an illegal position.
  [[nodiscard]] virtual position parse(std::string_view text) const = 0;
  /// The problem's own answer for a verdict on the start; nothing if the game has none.
  [[nodiscard]] virtual std::optional<answer_value> answer(const verdict& v) const = 0;
  /// The same for a verdict on p, with the entries of the solution.
  [[nodiscard]] virtual std::optional<answer_value> answer_at(position /*p*/, const verdict& v,
                                                              const value_lookup& /*values*/) const {
    return answer(v);
  }

  /// @throws input_error if the chosen engine is not available for this game, resource_error if it (or, for
  ///   `auto`, every one) needs more than the limit; the message says how much, and what would fit.
  [[nodiscard]] virtual memory_plan plan(const solve_options& options) const = 0;
  /// How the positions of a game with a ranking are cut for so many processes that verify them: in whole rows if it is
  /// in product form and these are many, else see choose_cut.
  [[nodiscard]] virtual block_partition cut_to_verify(std::uint64_t num_blocks) const {
    return {num_positions(), 1, num_blocks};
  }
  /// What the rules take in a solve, from a sample of the positions. Takes some milliseconds itself.
  [[nodiscard]] virtual rules_time time_rules() const { return {}; }
  /// Plans, unless that is done, then solves. @throws as `plan`, and interrupted.
  [[nodiscard]] virtual solved_game solve(const solve_options& options, solve_visitor& visitor) const = 0;
  // A game in slices, which can be solved one by one.

  /// Nothing of a game that does not say any. May be asked at any time.
  [[nodiscard]] virtual std::vector<slice> slices() const { return {}; }
  // Of a game without a ranking: its slices are explored one group after the other, those first that enter others.
  // Until its positions are numbered its slices are all that it says, of size 0; then those that are reached.

  /// The start, in its slice.
  [[nodiscard]] virtual keys_in_slice start_in_slice() const { throw contract_error("a game without slices of keys"); }
  /// Finds the positions of a group, see explore_group.hpp. Phase "explore". @throws resource_error before the memory
  ///   limit is passed; interrupted; contract_error for a move to a slice that is not named.
  [[nodiscard]] virtual explored_group explore_group(const slice_group& /*group*/,
                                                     const std::vector<keys_in_slice>& /*entered*/,
                                                     const solve_options& /*options*/,
                                                     solve_visitor& /*visitor*/) const {
    throw contract_error("a game without slices of keys");
  }
  /// Numbers the positions by the keys of every slice that the game says, null of one that nothing reaches.
  /// @throws as number_by.
  virtual void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& /*keys*/) {
    throw contract_error("a game without slices of keys");
  }
  /// Holds the keys of these slices in memory, and of no others; nothing where they are not apart. @throws as
  /// hold_keys.
  virtual void hold_slices(std::span<const std::uint32_t> /*slices*/, unsigned /*threads*/,
                           work_monitor& /*monitor*/) const {}
  /// The keys of one slice; null where they are not apart.
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t /*slice*/) const {
    return nullptr;
  }
  /// Where they are read from now on. Precondition: the same keys.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): whoever overrides it keeps them
  virtual void replace_keys(std::uint32_t /*slice*/, std::shared_ptr<const position_keys> /*keys*/) const {}

  /// A group of slices as a game of its own, numbered from 0, to be planned, solved and saved like any. It must not
  /// outlive this one. `finished` has the entries of all slices that the group enters, while it is solved; those of
  /// them in memory count in its plans. @throws contract_error for a game without slices.
  [[nodiscard]] virtual std::unique_ptr<any_game> game_of_group(
      const slice_group& /*group*/, const std::shared_ptr<const joined_entries>& /*finished*/) const {
    throw contract_error("a game without slices has no groups of them");
  }

  // A slice of it that every move leaves, by outcome alone: its number, and the outcomes of finished slices by number,
  // at least those that it enters, else null. Positions are numbered from 0 in the slice. All throw contract_error for
  // a game without slices, and interrupted.

  /// Phase "settle".
  [[nodiscard]] virtual settled_outcomes settle_outcomes(std::uint32_t /*slice*/,
                                                         std::span<const outcome_bits* const> /*finished*/,
                                                         unsigned /*threads*/, work_monitor& /*monitor*/) const {
    throw_without_slices();
  }
  /// The outcomes as entries, with the holes of the game. They must not outlive it.
  [[nodiscard]] virtual std::shared_ptr<const solution_entries> entries_of_outcomes(
      // NOLINTNEXTLINE(performance-unnecessary-value-param): whoever overrides it keeps them
      std::uint32_t /*slice*/, std::shared_ptr<const outcome_bits> /*outcomes*/) const {
    throw_without_slices();
  }
  /// Phase "summarize".
  [[nodiscard]] virtual slice_sums sum_up_outcomes(std::uint32_t /*slice*/, const outcome_bits& /*outcomes*/,
                                                   unsigned /*threads*/, work_monitor& /*monitor*/) const {
    throw_without_slices();
  }
  /// Holds the outcomes of its entries against the forward rules. Failures have the game's numbers. Phase "verify".
  [[nodiscard]] virtual verify_report verify_outcomes(std::uint32_t /*slice*/, const solution_entries& /*values*/,
                                                      std::span<const outcome_bits* const> /*finished*/,
                                                      const verify_scope& /*scope*/, work_monitor& /*monitor*/) const {
    throw_without_slices();
  }

  /// Stores the game's graph, transposed. @throws interrupted.
  [[nodiscard]] virtual stored_graph store_graph(unsigned threads, work_monitor& monitor) const = 0;
  /// Checks entries against the forward rules: all of them, each read once, or a sample. Counts the moves if all. A
  /// game in product form is verified as its rows are read; for another one all entries are read into memory first,
  /// unless they are there.
  /// @throws interrupted, resource_error if there is too little memory, and what reading the entries throws.
  [[nodiscard]] virtual verify_report verify(const solution_entries& values, const verify_scope& scope,
                                             solve_visitor& visitor) const = 0;
  /// Holds the game against what a game module promises. @throws interrupted.
  [[nodiscard]] virtual check_report check(const check_scope& scope, work_monitor& monitor) const = 0;
  /// Precondition: start(), which the solution has said by now if it is for the solution to say. @throws interrupted.
  [[nodiscard]] virtual reachable_summary reachable(const solution_entries& values, unsigned threads,
                                                    solve_visitor& visitor) const = 0;
  /// A digest of the entries that does not depend on how positions are numbered, see state_signature.hpp.
  /// @throws interrupted, and what reading the entries throws.
  [[nodiscard]] virtual std::uint64_t state_signature(const solution_entries& values, unsigned threads,
                                                      work_monitor& monitor) const = 0;
  /// The positions by the game's own groups, and all that representatives stand for; nothing for a game that has a hook
  /// for neither, or is not folded and has no groups. Phase "census". @throws as take_census.
  [[nodiscard]] virtual std::optional<position_census> census(const solution_entries& /*values*/, unsigned /*threads*/,
                                                              work_monitor& /*monitor*/) const {
    return std::nullopt;
  }

 private:
  [[noreturn]] static void throw_without_slices() { throw contract_error("a game without slices has none to settle"); }
};

}  // namespace zermelo::experiment
