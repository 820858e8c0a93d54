// SPDX-License-Identifier: MIT
#include "verify_failures.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace zermelo {

void verify_failures::add(position p, position_value stored, std::string reason) {
  const std::lock_guard lock(m_guard);
  ++m_report.wrong;
  auto& first = m_report.first;
  const auto slot =
      std::upper_bound(first.begin(), first.end(), p, [](position a, const verify_failure& b) { return a < b.at; });
  first.insert(slot, {p, stored, std::move(reason)});
  if (first.size() > verify_report::max_reported) first.pop_back();
}

void verify_failures::add(position p, position_value stored, position_value demanded, bool is_end) {
  add(p, stored,
      demanded.outcome == outcome::illegal ? "its moves lead to entries marked illegal"
                                           : fmt::format("{} demand {}", is_end ? "the rules" : "its moves",
                                                         detail::describe(demanded, m_is_for_points)));
}

verify_report verify_failures::take(std::uint64_t checked) {
  m_report.checked = checked;
  return std::move(m_report);
}

}  // namespace zermelo
