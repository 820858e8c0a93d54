// SPDX-License-Identifier: MIT
// Assigns the cases of a study that have not been run, on the first process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/study/case_outcome.hpp>
#include <zermelo/study/study_cases.hpp>

#include "case_source.hpp"

namespace zermelo {

struct open_case {
  const study_case* instance;
  std::string key;  ///< see `case_key`
};

/// Assigns cases in order, and forwards their outcomes.
class open_cases final : public case_source {
 public:
  using finish_callback = std::function<void(const open_case&, const case_outcome&)>;

  /// @param finish  called with each case that has an outcome, from several threads, one at a time
  /// @param visitor  checked for stop requests; must outlive this
  open_cases(std::vector<open_case> cases, finish_callback finish, const solve_visitor& visitor)
      : m_cases(std::move(cases)), m_finish(std::move(finish)), m_visitor(visitor) {
    for (std::size_t i = 0; i < m_cases.size(); ++i) m_indices[m_cases[i].instance->number] = i;
  }

  [[nodiscard]] std::optional<std::uint64_t> next() override {
    m_visitor.check_stop();
    const std::lock_guard lock(m_guard);
    if (m_is_closed || m_next == m_cases.size()) return std::nullopt;
    return m_cases[m_next++].instance->number;
  }
  void deliver(std::uint64_t number, std::optional<case_outcome> outcome) override {
    const std::lock_guard lock(m_guard);
    open_case& one = m_cases[m_indices.at(number)];
    if (outcome) {
      m_finish(one, *outcome);
    } else {
      m_too_large.push_back(std::move(one));
    }
  }
  void close() noexcept override {
    const std::lock_guard lock(m_guard);
    m_is_closed = true;
  }

  /// Removes and returns the cases without an outcome. Call it after all other cases have been delivered.
  [[nodiscard]] std::vector<open_case> take_too_large() { return std::move(m_too_large); }

 private:
  std::vector<open_case> m_cases;
  finish_callback m_finish;
  const solve_visitor& m_visitor;
  std::unordered_map<std::uint64_t, std::size_t> m_indices;  ///< [case number]: index in m_cases
  std::mutex m_guard;                                        ///< guards the cases and the members below
  std::size_t m_next = 0;                                    ///< the index of the next case to assign
  bool m_is_closed = false;
  std::vector<open_case> m_too_large;
};

}  // namespace zermelo
