// SPDX-License-Identifier: MIT
// What a verification found; see verify_solution.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/outcome.hpp>

namespace zermelo {

/// A position whose entry breaks the rules.
struct verify_failure {
  position at = 0;
  position_value stored;
  std::string reason;  ///< what the successors demand instead, one sentence
};

struct verify_report {
  std::uint64_t checked = 0;          ///< positions looked at, holes included
  std::uint64_t wrong = 0;            ///< entries that break the rules
  std::vector<verify_failure> first;  ///< the wrong ones of lowest index, ten at most

  [[nodiscard]] bool accepted() const noexcept { return wrong == 0; }
};

}  // namespace zermelo
