// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/memory_guard.hpp>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>

namespace zermelo {
namespace {

// Excludes the limit of the address space: an allocation beyond it fails by itself.
[[nodiscard]] std::uint64_t available_on_machine() { return available_memory_bytes("/"); }

}  // namespace

memory_guard::memory_guard(solve_visitor& next, std::uint64_t limit_bytes, std::string work,
                           std::function<std::uint64_t()> available_bytes)
    : forwarding_visitor(next),
      m_limit_bytes(limit_bytes),
      m_work(std::move(work)),
      m_available_bytes(available_bytes ? std::move(available_bytes) : available_on_machine) {
  constexpr std::uint64_t max_reserve_bytes = std::uint64_t{64} << 20;
  constexpr std::uint64_t available_per_reserved = 8;
  m_reserve_bytes = std::min(max_reserve_bytes, m_available_bytes() / available_per_reserved);
  m_next_read_bytes = resident_bytes() + m_reserve_bytes / 2;
}

void memory_guard::advance(std::uint64_t amount) {
  count(amount);
  forwarding_visitor::advance(amount);
}

bool memory_guard::stop_requested() const {
  constexpr std::uint64_t work_between_queries = 128;  // a lower bound, where no other progress is reported
  count(work_between_queries);
  return forwarding_visitor::stop_requested();
}

void memory_guard::count(std::uint64_t work) const {
  constexpr std::uint64_t work_between_checks = std::uint64_t{1} << 17;  // mostly positions; a check takes about 10 us
  const std::uint64_t before = m_work_done.fetch_add(work, std::memory_order_relaxed);
  if (before / work_between_checks != (before + work) / work_between_checks) expect_memory();
}

void memory_guard::expect_memory() const {
  constexpr std::uint64_t bytes_of_libraries = std::uint64_t{8} << 20;
  const std::uint64_t resident = resident_bytes();
  const std::uint64_t tolerated = std::max(m_limit_bytes / 10, bytes_of_libraries);
  if (m_limit_bytes != 0 && resident > saturating_sum(m_limit_bytes, tolerated)) {
    throw resource_error(fmt::format(
        "{}: memory use is {}, more than planned, and the memory limit is {}; use a larger limit or another engine",
        m_work, format_bytes(resident), format_bytes(m_limit_bytes)));
  }
  // Other threads may read the machine's memory at the same time, which is harmless.
  if (m_limit_bytes != 0 || resident < m_next_read_bytes.load(std::memory_order_relaxed)) return;
  const std::uint64_t available = m_available_bytes();
  if (available < m_reserve_bytes) {
    throw resource_error(
        fmt::format("{}: memory use is {}, and the machine has {} left; free memory, or set a memory limit", m_work,
                    format_bytes(resident), format_bytes(available)));
  }
  m_next_read_bytes.store(resident + m_reserve_bytes / 2, std::memory_order_relaxed);
}

}  // namespace zermelo
