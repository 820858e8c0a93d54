// SPDX-License-Identifier: MIT
// What checkpoints and files of keys have in common: the bytes of a key, and the digest of keys.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo::storage {

/// The bytes of a key of this width.
[[nodiscard]] constexpr std::uint64_t key_bytes(key_width width) {
  return width == key_width::bits_128 ? sizeof(wide_key) : sizeof(std::uint64_t);
}

/// The digest of keys that come run by run, in order, and whether they ascend. The digest, modulo 2^64, is the sum of
/// mix(mix(mix(i) + lower half) + upper half) over all of them, i being their place.
class key_digest {
 public:
  /// Adds the next keys. The digest is computed by the threads of the caller's arena.
  void add(std::span<const wide_key> keys);

  [[nodiscard]] std::uint64_t num_keys() const noexcept { return m_num_keys; }
  [[nodiscard]] std::uint64_t value() const noexcept { return m_value; }
  /// The first place of a key that is not above the one before it; nothing if all ascend.
  [[nodiscard]] std::optional<position> first_out_of_order() const noexcept { return m_first_out_of_order; }

 private:
  std::uint64_t m_num_keys = 0;
  std::uint64_t m_value = 0;
  std::optional<position> m_first_out_of_order;
  wide_key m_last;  ///< of the keys so far
};

}  // namespace zermelo::storage
