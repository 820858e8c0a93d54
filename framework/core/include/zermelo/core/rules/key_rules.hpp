// SPDX-License-Identifier: MIT
// The rules of a game without a ranking, for many positions per call, identified by their keys. Algorithms that
// explore, number and look up positions are compiled once per key width, not per game.
//
// Every call is const and thread-safe. The caller owns the lists; a call appends to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class key_rules {
 public:
  virtual ~key_rules() = default;

  [[nodiscard]] virtual rules_traits traits() const = 0;
  /// The key of the start; in a game reduced by symmetry, of its canonical state.
  [[nodiscard]] virtual Key start() const = 0;
  /// Sets the words of the first positions of `keys`, and appends the keys of the targets of their moves, row after
  /// row. In a game reduced by symmetry, a row has the keys of canonical states, ascending and without duplicates.
  /// Expands at least one position, and stops when the number of targets is `max_targets` or more.
  /// Preconditions: words.size() == keys.size(); max_targets > 0.
  /// @returns the number of expanded positions
  /// @throws contract_error if a number of moves or a distance does not fit a word, see position_word.hpp
  [[nodiscard]] virtual std::size_t expand(std::span<const Key> keys, std::size_t max_targets,
                                           std::span<position_word> words, batch_list<Key>& targets) const = 0;
  /// Expands all positions of `keys`. Also appends the player to move in each target, and the points that each move
  /// gains.
  virtual void expand_moves(std::span<const Key> keys, std::span<position_word> words, batch_list<Key>& targets,
                            batch_list<player>& players_at_targets, batch_list<std::int16_t>& gains) const {
    const std::size_t before = targets.size();
    expand_all(keys, words, targets);
    const std::size_t added = targets.size() - before;
    players_to_move(targets.all().subspan(before), players_at_targets.extend(added));
    std::ranges::fill(gains.extend(added), std::int16_t{0});
  }
  /// The slice of each position, as an index in the game's list of slices. @throws contract_error if the game has no
  /// slices.
  virtual void slices_of(std::span<const Key> /*keys*/, std::span<std::uint32_t> /*slices*/) const {
    throw contract_error("the game has no hook slice_of");
  }
  /// The words of positions, without counting moves: the word of a position that is not terminal has one move.
  virtual void label(std::span<const Key> keys, std::span<position_word> words) const = 0;
  /// The player to move in each position, including terminals.
  virtual void players_to_move(std::span<const Key> keys, std::span<player> players) const = 0;
  /// Precondition: the positions are legal.
  virtual void classify(std::span<const Key> keys, std::span<position_class> classes) const = 0;
  /// The keys of the same boards with the other player to move, from the hook `passed`; nothing if there is no such
  /// state. These positions may be unreachable. @throws contract_error unless traits().has_passed
  virtual void passed(std::span<const Key> /*keys*/, std::span<std::optional<Key>> /*found*/) const {
    throw contract_error("the game has no hook 'passed'");
  }
  /// Checks untrusted keys, for example those of a file. @throws input_error for the first key that is not a position
  /// of the game; the message includes the result of the hook `why_illegal`.
  virtual void expect_positions(std::span<const wide_key> keys) const = 0;

  /// Expands all positions of `keys` by calls of `expand`.
  void expand_all(std::span<const Key> keys, std::span<position_word> words, batch_list<Key>& targets) const {
    for (std::size_t done = 0; done < keys.size();) {
      done += expand(keys.subspan(done), std::numeric_limits<std::size_t>::max(), words.subspan(done), targets);
    }
  }
};

/// Rules with keys of one of the two widths.
using any_key_rules = std::variant<const key_rules<std::uint64_t>*, const key_rules<wide_key>*>;

}  // namespace zermelo
