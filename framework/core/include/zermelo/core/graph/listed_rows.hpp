// SPDX-License-Identifier: MIT
// Some rows of a graph, on their way from who can list them to who stores them. A graph is listed a few hundred rows at
// a call, so that whatever stores rows is compiled once for all graphs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace zermelo {

class listed_rows {
 public:
  /// A call lists so many rows at most.
  static constexpr std::uint64_t most = 256;

  /// Adds rows. It is a value of the function that lists, so that where it writes stays in a register.
  class writer {
   public:
    explicit writer(listed_rows& rows) : m_rows(rows), m_at(rows.next()), m_end(rows.end()) {}

    [[gnu::always_inline]] void add(std::uint64_t target) {
      if (m_at == m_end) [[unlikely]] {
        m_at = m_rows.with_room(m_at);
        m_end = m_rows.end();
      }
      *m_at++ = target;
    }
    void end_row() { m_rows.end_row(m_at); }

   private:
    listed_rows& m_rows;
    std::uint64_t* m_at;
    std::uint64_t* m_end;
  };

  [[nodiscard]] std::size_t size() const noexcept { return m_ends.size(); }
  [[nodiscard]] std::span<std::uint64_t> row(std::size_t i) noexcept {
    const std::size_t begin = i == 0 ? 0 : m_ends[i - 1];
    return {m_targets.data() + begin, m_ends[i] - begin};
  }
  void clear() noexcept { m_ends.clear(); }

 private:
  [[nodiscard]] std::uint64_t* next() noexcept { return m_targets.data() + (m_ends.empty() ? 0 : m_ends.back()); }
  [[nodiscard]] std::uint64_t* end() noexcept { return m_targets.data() + m_targets.size(); }
  [[nodiscard]] [[gnu::noinline]] std::uint64_t* with_room(const std::uint64_t* at) {
    const auto used = static_cast<std::size_t>(at - m_targets.data());
    constexpr std::size_t usual_size = 16 * most;
    m_targets.resize(std::max(usual_size, 2 * m_targets.size()));
    return m_targets.data() + used;
  }
  void end_row(const std::uint64_t* at) { m_ends.push_back(static_cast<std::size_t>(at - m_targets.data())); }

  std::vector<std::uint64_t> m_targets;  ///< and room behind them
  std::vector<std::size_t> m_ends;
};

/// Adds the rows of the vertices begin .. end - 1. Called from several threads at once.
using row_lister = std::function<void(std::uint64_t begin, std::uint64_t end, listed_rows& rows)>;

}  // namespace zermelo
