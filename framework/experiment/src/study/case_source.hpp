// SPDX-License-Identifier: MIT
// Cases on their way from who hands them out to who runs them, on this machine or on another rank.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/experiment/job/wave_log.hpp>
#include <zermelo/experiment/study/case_outcome.hpp>
#include <zermelo/experiment/study/study_cases.hpp>

namespace zermelo::experiment {

/// Thread-safe.
class case_source {
 public:
  virtual ~case_source() = default;
  case_source() = default;
  case_source(const case_source&) = delete;
  case_source& operator=(const case_source&) = delete;

  /// The number of a case that nobody has yet; nothing: there are no more.
  [[nodiscard]] virtual std::optional<std::uint64_t> next() = 0;
  /// @param outcome  nothing: the case is too large for who has tried it
  virtual void deliver(std::uint64_t number, std::optional<case_outcome> outcome) = 0;
  /// Nobody gets another one.
  virtual void close() noexcept = 0;
};

using case_runner_callback = std::function<std::optional<case_outcome>(const study_case&)>;

/// Runs cases, so many at a time, until there are no more. `cases`: all of the study. @throws what `run` and the source
/// throw; the source is closed then.
void run_cases(case_source& source, const std::vector<study_case>& cases, worker_arena& arena, unsigned at_a_time,
               const case_runner_callback& run);

/// Of rank 0: does `work`, which takes cases from that source, while the other ranks take some of them, too. A round of
/// all. @throws what `work`, the source and `warn` throw.
void share_cases(block_exchange& blocks, case_source& source, const warning_callback& warn,
                 const std::function<void()>& work);

/// Of the others: does `work`, which takes cases from the source that it is called with, and warns by the other one.
void help_with_cases(block_exchange& blocks,
                     const std::function<void(case_source& source, const warning_callback& warn)>& work);

}  // namespace zermelo::experiment
