// SPDX-License-Identifier: MIT
// FNV-1a (Fowler, Noll and Vo), 64 bits: tells texts apart. A guard against mistakes, not against attacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zermelo {

/// Of several texts one after the other, each with an end.
class text_digest {
 public:
  text_digest& add(std::string_view text);
  [[nodiscard]] std::uint64_t value() const { return m_digest; }
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t m_digest = 0xcbf29ce484222325;
};

}  // namespace zermelo
