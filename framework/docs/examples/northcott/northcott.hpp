// SPDX-License-Identifier: MIT
// Northcott's game, step 5: a name and parameters, for the command line.
#pragma once

#include <string_view>
#include <vector>

#include "step_4.hpp"

class northcott : public northcott_4 {
 public:
  using northcott_4::northcott_4;
  explicit northcott(const zermelo::parameter_values& values)
      : northcott(static_cast<unsigned>(values.integer("rows")), static_cast<unsigned>(values.integer("cols"))) {}

  static constexpr std::string_view name() { return "northcott"; }
  static constexpr std::string_view summary() { return "Northcott's game: two men in every row, who slide"; }
  static std::vector<zermelo::parameter> parameters() {
    return {{"rows", zermelo::parameter_type::integer, "rows of the board", "3", 1, max_rows},
            {"cols", zermelo::parameter_type::integer, "columns of the board", "6", 2, max_cols}};
  }
};
