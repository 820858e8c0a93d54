// SPDX-License-Identifier: MIT
// The numbering of positions by keys of one width.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>

namespace zermelo {

template <class Key>
class joined_keys;

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class key_numbering final : public position_numbering {
 public:
  explicit key_numbering(std::shared_ptr<const key_rules<Key>> rules);
  key_numbering(const key_numbering&) = delete;
  key_numbering& operator=(const key_numbering&) = delete;
  ~key_numbering() override;

  [[nodiscard]] any_key_rules rules() const override { return m_rules.get(); }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  [[nodiscard]] double bytes_per_key() const override { return sorted_keys<Key>::bytes_per_key(); }
  [[nodiscard]] std::unique_ptr<position_numbering> unnumbered() const override;
  [[nodiscard]] bool is_numbered() const override { return m_keys != nullptr; }
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const override { return m_keys; }
  exploration_size explore(const explore_options& options, work_monitor& monitor,
                           saved_exploration* saved = nullptr) override;
  void number_by(std::shared_ptr<const position_keys> keys) override;
  void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) override;
  void load_keys(unsigned threads, work_monitor& monitor) override;
  [[nodiscard]] bool has_resident_keys() const override { return m_resident != nullptr; }
  [[nodiscard]] std::uint64_t num_resident_keys() const override;
  void load_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) override;
  [[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const override;
  void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) override;
  [[nodiscard]] std::vector<slice> reached_slices(std::vector<slice> all) const override;
  [[nodiscard]] const cached_moves* moves() const override { return m_moves.get(); }
  [[nodiscard]] std::unique_ptr<cached_moves> take_moves() override;

  // The following members throw contract_error if positions are not numbered. Keys that are not in memory are read and
  // checked against the game; then the members throw what the reader of the keys throws, and input_error.

  [[nodiscard]] position num_positions() const;
  /// Precondition: p < num_positions().
  [[nodiscard]] Key key_at(position p) const { return m_resident != nullptr ? (*m_resident)[p] : read_key(p); }
  /// The keys of positions from `first` to at most last - 1. If the first key is in memory, returns the keys that are
  /// adjacent in memory; otherwise reads all keys to last - 1 into `buffer`. Precondition: first < last.
  [[nodiscard]] std::span<const Key> keys_from(position first, position last, std::vector<Key>& buffer) const;
  /// The value that `find_all` sets for a key without a position.
  static constexpr position absent = sorted_keys<Key>::absent;
  /// Sets the positions of the keys. Precondition: keys.size() == positions.size().
  void find_all(std::span<const Key> keys, std::span<position> positions) const;

 private:
  [[nodiscard]] const position_keys& numbered_keys() const;
  [[nodiscard]] Key read_key(position p) const;
  [[nodiscard]] std::uint32_t slice_of(const Key& k) const;
  /// @throws what load_keys throws.
  [[nodiscard]] std::shared_ptr<const sorted_keys<Key>> read_into_memory(const position_keys& source, unsigned threads,
                                                                         work_monitor& monitor) const;

  std::shared_ptr<const key_rules<Key>> m_rules;
  std::shared_ptr<const position_keys> m_keys;         ///< null if positions are not numbered
  std::shared_ptr<const sorted_keys<Key>> m_resident;  ///< m_keys if all keys are in memory, otherwise null
  std::shared_ptr<joined_keys<Key>> m_joined;          ///< m_keys if positions are numbered by slices, otherwise null
  std::unique_ptr<cached_moves> m_moves;
};

extern template class key_numbering<std::uint64_t>;
extern template class key_numbering<wide_key>;

}  // namespace zermelo
