// SPDX-License-Identifier: MIT
// Defines the outcome of a case of a study.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace zermelo {

/// The journal's record of a finished case. Columns contain numbers, strings, Booleans or null.
struct case_outcome {
  std::uint64_t number = 0;                    ///< number of the case, from 1
  std::string error;                           ///< why the case failed, in one line; empty: it is solved
  nlohmann::ordered_json results;              ///< by column
  nlohmann::ordered_json timings;              ///< by column
  std::optional<std::uint64_t> table_bytes{};  ///< the size of the case's table; nothing: the table is not retained
  std::vector<std::string> notes{};            ///< remarks about the parameters
};

}  // namespace zermelo
