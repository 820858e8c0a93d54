// SPDX-License-Identifier: MIT
// Positions that are numbered by their keys. A key is a state as an integer, which the game's hook `pack` computes.
// Position p has the p-th smallest key, counted from 0, so that numbers depend only on the set of positions.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// A key of 128 bits: high * 2^64 + low. A key of 64 bits has `high` 0.
struct wide_key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const wide_key&, const wide_key&) = default;
};

/// The text of a key in messages: "17", or "3 * 2^64 + 17" for a key of more than 64 bits.
[[nodiscard]] inline std::string key_text(const wide_key& key) {
  return (key.high != 0 ? std::to_string(key.high) + " * 2^64 + " : std::string()) + std::to_string(key.low);
}

/// The number of bits of a game's keys.
enum class key_width : std::uint8_t { bits_64 = 64, bits_128 = 128 };

/// The keys of all positions, ascending and without duplicates, in memory or in a file. Thread-safe.
class position_keys {
 public:
  virtual ~position_keys() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual key_width width() const = 0;
  /// Sets `keys` to the keys of the positions from `first`. Precondition: first + keys.size() <= size().
  /// @throws input_error if the keys are in a damaged file.
  virtual void read(position first, std::span<wide_key> keys) const = 0;
  /// The position with this key; empty if there is none. The default is a binary search. @throws what `read` throws.
  [[nodiscard]] virtual std::optional<position> find(const wide_key& key) const {
    position begin = 0;
    position end = size();
    while (begin < end) {
      const position middle = begin + (end - begin) / 2;
      const wide_key there = at(middle);
      if (there == key) return middle;
      if (there < key) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return std::nullopt;
  }
  /// The key of one position. Precondition: p < size(). @throws what `read` throws.
  [[nodiscard]] wide_key at(position p) const {
    wide_key key;
    read(p, {&key, 1});
    return key;
  }
};

}  // namespace zermelo
