// SPDX-License-Identifier: MIT
// Assigns the cases of a study to the threads and ranks that run them, and collects their outcomes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/solving/job/wave_log.hpp>
#include <zermelo/study/case_outcome.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

/// Cases that have not been run. Thread-safe.
class case_source {
 public:
  virtual ~case_source() = default;
  case_source() = default;
  case_source(const case_source&) = delete;
  case_source& operator=(const case_source&) = delete;

  /// Returns the number of a case that has not been assigned yet; nothing if no case is left.
  [[nodiscard]] virtual std::optional<std::uint64_t> next() = 0;
  /// Delivers the outcome of an assigned case; nothing if the case is too large for this process or thread.
  virtual void deliver(std::uint64_t number, std::optional<case_outcome> outcome) = 0;
  /// Stops assigning cases.
  virtual void close() noexcept = 0;
};

using run_case_callback = std::function<std::optional<case_outcome>(const study_case&)>;

/// Runs cases of the source, `at_a_time` of them at the same time, until no case is left.
/// @param cases  all cases of the study
/// @throws what `run` and the source throw; the source is closed in this case
void run_cases(case_source& source, const std::vector<study_case>& cases, unsigned at_a_time,
               const run_case_callback& run);

/// Called by rank 0 while all other ranks call `help_with_cases`: runs `work`, which runs cases of the source, and
/// assigns cases from the same source to the other ranks. @throws what `work`, the source and `warn` throw.
void share_cases(block_exchange& blocks, case_source& source, const warning_callback& warn,
                 const std::function<void()>& work);

/// Called by the other ranks: runs `work` with a source of cases and a callback for warnings.
/// @throws what `work` throws.
void help_with_cases(block_exchange& blocks,
                     const std::function<void(case_source& source, const warning_callback& warn)>& work);

}  // namespace zermelo
