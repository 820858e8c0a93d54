// SPDX-License-Identifier: MIT
// What numbers the positions of a game without a ranking: the keys of those that can be reached from its start, in
// ascending order. They are found by exploring, or taken over from whoever has explored before, such as a table.
//
//   memory  the keys, and a fifteenth more to find them; while they are explored, see explore.hpp
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>

namespace zermelo {

class kept_moves;

/// A numbering whose keys may be of either width; key_numbering.hpp has the two. Nothing that changes it may be called
/// while others ask.
class position_numbering {
 public:
  virtual ~position_numbering() = default;

  [[nodiscard]] virtual any_key_rules rules() const = 0;
  [[nodiscard]] virtual key_width width() const = 0;
  /// What a key in memory takes, and what is above it.
  [[nodiscard]] virtual double bytes_per_key() const = 0;

  /// Another one of the same game, which has not numbered anything.
  [[nodiscard]] virtual std::unique_ptr<position_numbering> unnumbered() const = 0;

  /// Whether positions have numbers by now.
  [[nodiscard]] virtual bool is_numbered() const = 0;
  /// The keys by which positions are numbered; null if they are not.
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys() const = 0;
  /// Numbers the positions that can be reached from the start. @returns how many were found, and moves
  /// @param saved goes on with an exploration that was saved
  /// @throws as `zermelo::explore`; input_error if what was saved has keys that are no positions.
  virtual exploration_size explore(const explore_options& options, work_monitor& monitor,
                                   saved_exploration* saved = nullptr) = 0;
  /// Numbers the positions by keys that somebody else has found. Each is held against the game when it is asked about.
  /// Precondition: they are of the game's width.
  virtual void number_by(std::shared_ptr<const position_keys> keys) = 0;
  /// The same by the keys of each of the game's slices; null of one that nothing reaches. @throws as joined_keys;
  ///   input_error if a key is none of its slice's.
  virtual void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) = 0;

  /// Reads the keys that it was numbered by into memory, unless they are there. Phase "read". @throws as their reader;
  ///   input_error if one is no position of the game, or they do not ascend; contract_error before there are any;
  ///   interrupted; std::bad_alloc.
  virtual void hold_keys(unsigned threads, work_monitor& monitor) = 0;
  [[nodiscard]] virtual bool holds_keys() const = 0;
  /// How many keys are in memory.
  [[nodiscard]] virtual std::uint64_t num_keys_held() const = 0;

  /// Holds the keys of some slices in memory, by their place in `slices`, and lets go of the others. Nothing where
  /// positions are not numbered by slices. @throws as hold_keys.
  virtual void hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) = 0;
  /// The keys of a slice alone; null where positions are not numbered by slices.
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const = 0;
  /// From where they are read, from now on. Precondition: the same keys. @throws contract_error unless numbered by
  /// slices.
  virtual void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) = 0;
  /// Of all slices that the game says those that are reached, with their sizes. Precondition: numbered.
  [[nodiscard]] virtual std::vector<slice> reached_slices(std::vector<slice> all) const = 0;

  /// What exploring has kept of the rules, see kept_moves.hpp; null if nothing. Whoever takes it has it alone.
  [[nodiscard]] virtual const kept_moves* moves() const = 0;
  [[nodiscard]] virtual std::unique_ptr<kept_moves> take_moves() = 0;
};

}  // namespace zermelo
