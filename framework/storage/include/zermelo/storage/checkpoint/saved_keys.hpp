// SPDX-License-Identifier: MIT
// Defines the size of a key and the digest of keys in checkpoints and other files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo::storage {

/// Returns the size of a key in a file, in bytes.
[[nodiscard]] constexpr std::uint64_t key_bytes(key_width width) {
  return width == key_width::bits_128 ? sizeof(wide_key) : sizeof(std::uint64_t);
}

/// Computes the digest of a list of keys that is added in several parts, and checks that the keys ascend. The digest is
/// the sum over the keys, modulo 2^64, of mix(mix(mix(i) + lower half) + upper half), where i is the index of the key
/// and mix is splitmix64_mix.
class key_digest {
 public:
  /// Adds the next keys. The threads of the caller's arena compute their share of the digest.
  void add(std::span<const wide_key> keys);

  [[nodiscard]] std::uint64_t num_keys() const noexcept { return m_num_keys; }
  [[nodiscard]] std::uint64_t value() const noexcept { return m_value; }
  /// Returns the index of the first key that is not greater than the previous key, or nothing if all keys ascend.
  [[nodiscard]] std::optional<position> first_out_of_order() const noexcept { return m_first_out_of_order; }

 private:
  std::uint64_t m_num_keys = 0;
  std::uint64_t m_value = 0;
  std::optional<position> m_first_out_of_order;
  wide_key m_last;  ///< the last key added
};

}  // namespace zermelo::storage
