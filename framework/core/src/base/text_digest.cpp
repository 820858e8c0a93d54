// SPDX-License-Identifier: MIT
#include <zermelo/core/base/text_digest.hpp>

#include <zermelo/core/base/text.hpp>

namespace zermelo {

text_digest& text_digest::add(std::string_view text) {
  constexpr std::uint64_t prime = 0x100000001b3;
  for (const char c : text) m_digest = (m_digest ^ static_cast<unsigned char>(c)) * prime;
  m_digest *= prime;  // the zero byte
  return *this;
}

std::string text_digest::text() const { return hex_text(m_digest); }

}  // namespace zermelo
