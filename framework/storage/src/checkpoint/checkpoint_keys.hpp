// SPDX-License-Identifier: MIT
// Writes and reads the keys in a checkpoint, which are contiguous and have 8 or 16 bytes each.
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

// The next two functions write slice by slice, take a few MiB of memory, and return the digest of the keys. The threads
// of the caller's arena compute the digest, and read the keys of positions.

/// Writes the keys of all positions. @throws contract_error if a key is too wide; what reading keys throws.
[[nodiscard]] std::uint64_t write_saved_keys(const new_file& file, const position_keys& keys);
/// Writes the keys of the closed positions, then those of the open positions. @throws contract_error if the number of
/// keys differs from the number in the snapshot, or a key is too wide.
[[nodiscard]] std::uint64_t write_saved_keys(const new_file& file, const exploration_snapshot& snapshot);

/// The keys of all positions. They are read from the checkpoint, which stays open even if another file takes its name.
class checkpoint_keys final : public position_keys {
 public:
  /// Precondition: the list's elements are keys.
  checkpoint_keys(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads all keys, and returns their digest. @throws hdf5::failure if the keys cannot be read.
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

/// Reads the next keys of a list, from index `digest.num_keys()`, and adds them to the digest.
/// @throws hdf5::failure if the keys cannot be read.
void read_saved_keys(const stored_list& list, std::span<wide_key> keys, key_digest& digest);

}  // namespace zermelo::storage
