// SPDX-License-Identifier: MIT
// Keys in a checkpoint: 8 or 16 bytes each, in one piece.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/value/saved_exploration.hpp>
#include <zermelo/storage/checkpoint/saved_keys.hpp>

#include "../array/plain_list.hpp"
#include "../hdf5/new_file.hpp"

namespace zermelo::storage {

inline constexpr const char* keys_dataset = "keys";

// Both write slice by slice, in memory of a few MiB, and return the digest of the keys. It is computed, and keys of
// positions are read, by the threads of the caller's arena.

/// The keys of all positions.
[[nodiscard]] std::uint64_t write_saved_keys(const new_file& file, const position_keys& keys);
/// The closed ones, then the open ones. @throws contract_error if there are not as many as the snapshot says, or wider.
[[nodiscard]] std::uint64_t write_saved_keys(const new_file& file, const exploration_snapshot& snapshot);

/// The keys of all positions, in a checkpoint that stays open. The file may be replaced while they are read, since what
/// is replaced is its name.
class checkpoint_keys final : public position_keys {
 public:
  /// Precondition: the list's elements are keys.
  checkpoint_keys(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads all keys. @throws hdf5::failure if they cannot be read.
  [[nodiscard]] key_digest digest() const;

  [[nodiscard]] std::uint64_t size() const override { return m_list.size(); }
  [[nodiscard]] key_width width() const override {
    return m_list.element_bytes() == sizeof(wide_key) ? key_width::bits_128 : key_width::bits_64;
  }
  void read(position first, std::span<wide_key> keys) const override;

 private:
  std::filesystem::path m_path;
  stored_list m_list;
};

/// Reads a list's next keys, those behind the keys of the digest, and adds them to it. @throws hdf5::failure if they
/// cannot be read.
void read_saved_keys(const stored_list& list, std::span<wide_key> keys, key_digest& digest);

}  // namespace zermelo::storage
