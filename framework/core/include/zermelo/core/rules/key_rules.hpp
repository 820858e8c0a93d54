// SPDX-License-Identifier: MIT
// What is asked of the rules of a game without a ranking: many positions a call, by their keys. Whatever explores,
// numbers and looks up positions, and asks about them once they are numbered (numbered_rules.hpp), is compiled once for
// each of the two widths of keys.
//
// Every call is const and thread-safe, and the lists belong to who asks.
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

  /// What is known of the game whose positions have keys.
  [[nodiscard]] virtual rules_traits traits() const = 0;
  /// The key of what stands for the start.
  [[nodiscard]] virtual Key start() const = 0;
  /// Says of the first of some positions what word they have, and adds the keys of what their moves lead to, row after
  /// row: those of representatives, ascending and once each, where the game is folded. It stops behind the position
  /// with which there are `most_targets` or more, or earlier, but not before the first. Precondition: as many words as
  /// keys.
  /// @returns how many positions it has looked at
  /// @throws contract_error for what no word can say, see position_word.hpp
  [[nodiscard]] virtual std::size_t expand(std::span<const Key> keys, std::size_t most_targets,
                                           std::span<position_word> words, batch_list<Key>& targets) const = 0;
  /// The same of all these positions, and who is to move in each target.
  virtual void expand_owned(std::span<const Key> keys, std::span<position_word> words, batch_list<Key>& targets,
                            batch_list<player>& owners_of_targets) const {
    const std::size_t before = targets.size();
    for (std::size_t done = 0; done < keys.size();) {
      done += expand(keys.subspan(done), std::numeric_limits<std::size_t>::max(), words.subspan(done), targets);
    }
    owners(targets.all().subspan(before), owners_of_targets.extend(targets.size() - before));
  }
  /// The places in the game's list of the slices in which they lie. @throws contract_error of a game without slices.
  virtual void slices_of(std::span<const Key> /*keys*/, std::span<std::uint32_t> /*found*/) const {
    throw contract_error("a game without slices of keys");
  }
  /// The words of positions, but that one in which play does not end has one move, whether or not there is any.
  virtual void label(std::span<const Key> keys, std::span<position_word> words) const = 0;
  /// Who is to move, in ends too.
  virtual void owners(std::span<const Key> keys, std::span<player> found) const = 0;
  /// What positions count as, all of them legal.
  virtual void classify(std::span<const Key> keys, std::span<position_class> found) const = 0;
  /// Holds keys from elsewhere against the game. @throws input_error for the first that is no position of it, with the
  ///   rule that it breaks where the game tells.
  virtual void expect_positions(std::span<const wide_key> keys) const = 0;
};

/// Rules with keys of either width.
using any_key_rules = std::variant<const key_rules<std::uint64_t>*, const key_rules<wide_key>*>;

}  // namespace zermelo
