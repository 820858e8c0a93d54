// SPDX-License-Identifier: MIT
// What came out of a case of a study.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace zermelo::experiment {

/// A case that has ended.
struct case_outcome {
  std::uint64_t number = 0;
  std::string error;                           ///< one line, or empty
  nlohmann::ordered_json results;              ///< by column: numbers, texts, true or false, null
  nlohmann::ordered_json timings;              ///< the same
  std::optional<std::uint64_t> table_bytes{};  ///< of the table that is kept; nothing if none is
};

}  // namespace zermelo::experiment
