// SPDX-License-Identifier: MIT
// Reads the lines of a text on several threads, and finds the first error.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/formats/text_source.hpp>

namespace zermelo::text_lines {

/// The size of a block, small enough to stay in a cache while it is parsed.
inline constexpr std::uint64_t block_bytes = std::uint64_t{1} << 18;

/// An error in the line that is being parsed.
struct line_error {
  std::string what;
};

/// A range of a text in memory.
class text_piece {
 public:
  /// Reads [begin, end) of the text. @throws input_error if the text has become shorter.
  text_piece(const text_source& text, std::uint64_t begin, std::uint64_t end) : m_begin(begin) { extend(text, end); }

  [[nodiscard]] std::string_view text() const noexcept { return {m_bytes.get(), static_cast<std::size_t>(m_size)}; }
  [[nodiscard]] std::uint64_t end() const noexcept { return m_begin + m_size; }
  void extend(const text_source& text, std::uint64_t end) {
    const auto size = static_cast<std::size_t>(end - m_begin);
    if (size > m_capacity) {
      std::unique_ptr<char[]> larger(new char[size]);  // make_unique would initialize it
      if (m_size > 0) std::memcpy(larger.get(), m_bytes.get(), m_size);
      m_bytes = std::move(larger);
      m_capacity = size;
    }
    if (text.read(m_begin + m_size, {m_bytes.get() + m_size, size - m_size}) != size - m_size) {
      throw input_error(fmt::format("{}: the file changed while it was read", text.location));
    }
    m_size = size;
  }

 private:
  std::uint64_t m_begin;
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
  std::unique_ptr<char[]> m_bytes;
};

/// The lines that begin in [begin, end) of a text whose first line begins at `first`.
class block_lines {
 public:
  /// Preconditions: first <= begin < end <= text.num_bytes. @throws resource_error for a line that is too long.
  block_lines(const text_source& text, std::uint64_t first, std::uint64_t begin, std::uint64_t end)
      : m_offset(begin == first ? begin : begin - 1), m_piece(text, m_offset, end) {
    if (begin != first) m_begin = std::min(m_piece.text().size(), m_piece.text().find('\n')) + 1;
    m_end = m_piece.text().size();
    if (m_begin < m_end) read_last_line(text);
  }

  /// Calls f(line, offset) for each line, without its line end.
  template <class Function>
  void for_each(const Function& f) const {
    const char* const text = m_piece.text().data();
    for (std::size_t at = m_begin; at < m_end;) {
      const void* const line_end = std::memchr(text + at, '\n', m_end - at);
      const std::size_t end =
          line_end == nullptr ? m_end : static_cast<std::size_t>(static_cast<const char*>(line_end) - text);
      f(std::string_view(text + at, end - at), m_offset + at);
      at = end + 1;
    }
  }

 private:
  /// Reads up to the end of the last line.
  void read_last_line(const text_source& text) {
    if (m_piece.text().find('\n', m_end - 1) == std::string_view::npos) m_piece.extend(text, end_of_last_line(text));
    m_end = std::min(m_piece.text().size(), m_piece.text().find('\n', m_end - 1));
  }
  /// Finds the end of the last line without storing the text before it, so that memory is allocated only for the line.
  [[nodiscard]] std::uint64_t end_of_last_line(const text_source& text) const {
    constexpr std::uint64_t first_step = 1 << 12;
    const std::uint64_t line_begin = m_offset + (m_piece.text().rfind('\n') + 1);  // npos + 1 is 0
    std::uint64_t step = first_step;
    for (std::uint64_t at = m_piece.end(); at < text.num_bytes;) {
      const text_piece scanned(text, at, std::min(text.num_bytes, at + step));
      const std::size_t line_end = scanned.text().find('\n');
      at = line_end == std::string_view::npos ? scanned.end() : at + line_end;
      if (at - line_begin > text.max_line_bytes) {
        throw resource_error(fmt::format("{}: the line at byte {} is longer than the {} bytes available per thread",
                                         text.location, line_begin, text.max_line_bytes));
      }
      if (line_end != std::string_view::npos) return at;
      step = std::min(2 * step, block_bytes);
    }
    return text.num_bytes;
  }

  std::uint64_t m_offset;  ///< the offset of the piece in the text
  text_piece m_piece;
  std::size_t m_begin = 0;  ///< start of the first line in the piece
  std::size_t m_end = 0;    ///< end of the last line
};

/// Stores the first error in a text, regardless of which thread finds it. Thread-safe.
class first_error {
 public:
  void add(std::uint64_t offset, std::string what) {
    const std::lock_guard lock(m_guard);
    if (offset < m_offset) {
      m_offset = offset;
      m_what = std::move(what);
    }
  }
  /// @throws input_error with the line of the first error, if there is an error.
  void throw_if_any(const text_source& text) const {
    if (m_offset == none) return;
    std::uint64_t line = 1;
    for (std::uint64_t begin = 0; begin < m_offset; begin += block_bytes) {
      const text_piece piece(text, begin, std::min(m_offset, begin + block_bytes));
      line += static_cast<std::uint64_t>(std::count(piece.text().begin(), piece.text().end(), '\n'));
    }
    throw input_error(fmt::format("{}: line {}: {}", text.location, line, m_what));
  }

 private:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  std::mutex m_guard;
  std::uint64_t m_offset = none;
  std::string m_what;
};

/// Returns the number of blocks of a text whose first line begins at `first`.
[[nodiscard]] inline std::uint64_t num_blocks(const text_source& text, std::uint64_t first) {
  return (text.num_bytes - first + block_bytes - 1) / block_bytes;
}

/// Calls f(line, offset) for each line from `first`, for several blocks at the same time. The current phase advances by
/// bytes. If f throws a line_error, the error is added to `errors` and the rest of the block is skipped. @param threads
/// 0: all threads of the machine
/// @throws interrupted; input_error; what f throws
template <class Function>
void for_each_line(const text_source& text, std::uint64_t first, unsigned threads, work_monitor& monitor,
                   first_error& errors, const Function& f) {
  const auto visit = [&](std::uint64_t begin, std::uint64_t end) {
    const block_lines lines(text, first, first + begin, first + end);
    std::uint64_t at = first + begin;
    try {
      lines.for_each([&](std::string_view line, std::uint64_t offset) {
        at = offset;
        f(begin / block_bytes, line, offset);
      });
    } catch (line_error& error) {
      errors.add(at, std::move(error.what));
    }
  };
  for_each_block(text.num_bytes - first, resolve_threads(threads), monitor, visit, block_bytes);
}

}  // namespace zermelo::text_lines
