// SPDX-License-Identifier: MIT
// Parses a choice of slices of a game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/comparison.hpp>
#include <zermelo/core/game/slice.hpp>

namespace zermelo {

/// The choice: "all"; or conditions on the counts of slices, such as "men<=7,own>=4", all of which a chosen slice
/// satisfies; or names of slices, such as "KPvK,KvK".
class slice_choice {
 public:
  /// @throws input_error for any other text; the message suggests a name or a count.
  slice_choice(std::string_view text, const std::vector<slice>& slices);

  /// Whether the choice names the slice. (A solve also needs the slices that a chosen slice leads to.)
  [[nodiscard]] bool has(const slice& s) const;

 private:
  struct condition {
    std::string count;
    comparison op = comparison::equal;
    std::int64_t number = 0;
  };
  std::vector<condition> m_conditions;
  std::vector<std::string> m_names;
};

}  // namespace zermelo
