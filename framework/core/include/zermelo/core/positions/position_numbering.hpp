// SPDX-License-Identifier: MIT
// Numbers the positions of a game without a ranking that can be reached from its start, in the order of their keys. The
// keys are found by exploring, or read from the result of an earlier exploration, for example from a table.
//
//   memory  16/15 of the keys if they are in memory; for exploring, see explore.hpp
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

class cached_moves;

/// A numbering by keys of either width, implemented in key_numbering.hpp. Members that are not const must not be called
/// while other threads use the numbering.
class position_numbering {
 public:
  virtual ~position_numbering() = default;

  [[nodiscard]] virtual any_key_rules rules() const = 0;
  [[nodiscard]] virtual key_width width() const = 0;
  /// Bytes per key in memory, including the index above the keys, see sorted_keys.hpp.
  [[nodiscard]] virtual double bytes_per_key() const = 0;

  /// A new numbering of this game, without numbered positions.
  [[nodiscard]] virtual std::unique_ptr<position_numbering> unnumbered() const = 0;

  /// Whether positions have numbers.
  [[nodiscard]] virtual bool is_numbered() const = 0;
  /// The keys by which positions are numbered; null if they are not numbered.
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys() const = 0;
  /// Numbers the positions that can be reached from the start. @returns the counts of the whole exploration
  /// @param saved  a saved exploration to resume; null starts a new one
  /// @throws what `zermelo::explore` throws; input_error if a saved key is not a position, or play does not reach it.
  virtual exploration_size explore(const explore_options& options, work_monitor& monitor,
                                   saved_exploration* saved = nullptr) = 0;
  /// Numbers the positions by keys, which must ascend. A key is checked against the game when it is read.
  /// Precondition: the keys have the game's width.
  virtual void number_by(std::shared_ptr<const position_keys> keys) = 0;
  /// Numbers the positions by the keys of the game's slices. @param keys  [slice]; null for a slice without positions
  /// @throws what joined_keys throws; input_error if the first or last key of a slice belongs to another slice.
  virtual void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) = 0;

  /// Reads the keys into memory if needed. Phase "read". @throws what their reader throws; input_error
  /// if a key is not a position of the game, or the keys do not ascend; contract_error if positions are not numbered;
  /// interrupted; std::bad_alloc.
  virtual void load_keys(unsigned threads, work_monitor& monitor) = 0;
  [[nodiscard]] virtual bool has_resident_keys() const = 0;
  /// The number of keys in memory.
  [[nodiscard]] virtual std::uint64_t num_resident_keys() const = 0;

  /// Reads the keys of some slices into memory, and frees those of all other slices. Does nothing if positions are not
  /// numbered by slices. @param slices  indices into `reached_slices` @throws what load_keys throws.
  virtual void load_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) = 0;
  /// The keys of one slice; null if positions are not numbered by slices. @param slice  index into `reached_slices`
  [[nodiscard]] virtual std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const = 0;
  /// Replaces the source of the keys of a slice. @param slice  index into `reached_slices` @param keys  equal to the
  /// current keys @throws contract_error if positions are not numbered by slices.
  virtual void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) = 0;
  /// The slices of `all` that have positions, with their sizes, renumbered. Precondition: is_numbered().
  [[nodiscard]] virtual std::vector<slice> reached_slices(std::vector<slice> all) const = 0;

  /// The moves that exploring has cached, see cached_moves.hpp; null if there are none, or after `take_moves`.
  [[nodiscard]] virtual const cached_moves* moves() const = 0;
  [[nodiscard]] virtual std::unique_ptr<cached_moves> take_moves() = 0;
};

}  // namespace zermelo
