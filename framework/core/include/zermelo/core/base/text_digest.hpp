// SPDX-License-Identifier: MIT
// 64-bit FNV-1a (Fowler, Noll and Vo), a digest of texts that detects mistakes, not attacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo {

/// The digest of a sequence of texts, each followed by a zero byte, so that "ab", "c" and "a", "bc" differ.
class text_digest {
 public:
  text_digest& add(std::string_view text);
  [[nodiscard]] std::uint64_t value() const { return m_digest; }
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t m_digest = 0xcbf29ce484222325;  ///< initially FNV's offset basis
};

}  // namespace zermelo
