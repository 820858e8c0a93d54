// SPDX-License-Identifier: MIT
// The text of a key in messages.
#pragma once

#include <string>

#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// "17", or "3 * 2^64 + 17" for a key of more than 64 bits.
[[nodiscard]] inline std::string key_text(const wide_key& key) {
  return (key.high != 0 ? std::to_string(key.high) + " * 2^64 + " : std::string()) + std::to_string(key.low);
}

}  // namespace zermelo
