// SPDX-License-Identifier: MIT
// The rules of a game without a ranking: they answer for many positions a call, which are given by their keys.
// Algorithms that explore, number and look up positions, and that ask about numbered positions (numbered_rules.hpp),
// are compiled once for each of the two widths of keys.
//
// Every call is const and thread-safe. Lists belong to the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// @tparam Key std::uint64_t or wide_key: a key of 64 bits must not take 128
template <class Key>
class key_rules {
 public:
  virtual ~key_rules() = default;

  /// The traits of the game.
  [[nodiscard]] virtual rules_traits traits() const = 0;
  /// The key of the start, or of its representative.
  [[nodiscard]] virtual Key start() const = 0;
  /// Sets the words of the first positions of `keys`, and adds the keys of the targets of their moves, row after row.
  /// Where the game is folded, a row has the keys of representatives, ascending and each once. Stops behind the
  /// position with which there are `max_targets` targets or more, or earlier, but not before the first position.
  /// Precondition: words.size() == keys.size().
  /// @returns the number of expanded positions
  /// @throws contract_error for numbers that do not fit a word, see position_word.hpp
  [[nodiscard]] virtual std::size_t expand(std::span<const Key> keys, std::size_t max_targets,
                                           std::span<position_word> words, batch_list<Key>& targets) const = 0;
  /// The same for all positions of `keys`, and the player to move in each target.
  virtual void expand_owned(std::span<const Key> keys, std::span<position_word> words, batch_list<Key>& targets,
                            batch_list<player>& owners_of_targets) const {
    const std::size_t before = targets.size();
    for (std::size_t done = 0; done < keys.size();) {
      done += expand(keys.subspan(done), std::numeric_limits<std::size_t>::max(), words.subspan(done), targets);
    }
    owners(targets.all().subspan(before), owners_of_targets.extend(targets.size() - before));
  }
  /// The slice of each position, as its index in the game's list of slices. @throws contract_error if the game has
  /// none.
  virtual void slices_of(std::span<const Key> /*keys*/, std::span<std::uint32_t> /*found*/) const {
    throw contract_error("a game without slices of keys");
  }
  /// The words of positions without counting moves: where play goes on, the word has one move, whether or not there is
  /// any.
  virtual void label(std::span<const Key> keys, std::span<position_word> words) const = 0;
  /// The player to move in each position, ends of play included.
  virtual void owners(std::span<const Key> keys, std::span<player> found) const = 0;
  /// The groups and orbit sizes of positions. Precondition: they are legal.
  virtual void classify(std::span<const Key> keys, std::span<position_class> found) const = 0;
  /// Checks keys that come from outside, such as from a file. @throws input_error for the first key that is no position
  /// of the game; the message names the broken rule if the game does.
  virtual void expect_positions(std::span<const wide_key> keys) const = 0;
};

/// Rules with keys of either width.
using any_key_rules = std::variant<const key_rules<std::uint64_t>*, const key_rules<wide_key>*>;

}  // namespace zermelo
