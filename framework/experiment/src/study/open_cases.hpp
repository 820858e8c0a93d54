// SPDX-License-Identifier: MIT
// The cases of a study that are still to be run, on the process that hands them out.
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
#include <zermelo/experiment/study/case_outcome.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

#include "case_source.hpp"

namespace zermelo::experiment {

struct open_case {
  const study_case* what;
  std::string key;  ///< of its line in the journal
};

/// Cases that are still to be run, and where they go when they have been.
class open_cases final : public case_source {
 public:
  using finish_callback = std::function<void(const open_case&, const case_outcome&)>;

  /// `finish` is called from several threads, one at a time.
  open_cases(std::vector<open_case> cases, finish_callback finish, const solve_visitor& visitor)
      : m_cases(std::move(cases)), m_finish(std::move(finish)), m_visitor(visitor) {
    for (std::size_t i = 0; i < m_cases.size(); ++i) m_places[m_cases[i].what->number] = i;
  }

  [[nodiscard]] std::optional<std::uint64_t> next() override {
    m_visitor.check_stop();
    const std::lock_guard lock(m_guard);
    if (m_is_closed || m_next == m_cases.size()) return std::nullopt;
    return m_cases[m_next++].what->number;
  }
  void deliver(std::uint64_t number, std::optional<case_outcome> outcome) override {
    const std::lock_guard lock(m_guard);
    open_case& one = m_cases[m_places.at(number)];
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

  /// When nobody runs cases any more.
  [[nodiscard]] std::vector<open_case> take_too_large() { return std::move(m_too_large); }

 private:
  std::vector<open_case> m_cases;
  finish_callback m_finish;
  const solve_visitor& m_visitor;
  std::unordered_map<std::uint64_t, std::size_t> m_places;  ///< by number
  std::mutex m_guard;
  std::size_t m_next = 0;
  bool m_is_closed = false;
  std::vector<open_case> m_too_large;
};

}  // namespace zermelo::experiment
