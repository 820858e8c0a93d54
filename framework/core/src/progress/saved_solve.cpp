// SPDX-License-Identifier: MIT
#include <zermelo/core/progress/saved_solve.hpp>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

void expect_size(const saved_solve& saved, std::uint64_t size) {
  if (num_saved_positions(saved) == size) return;
  throw contract_error("saved solve: expected " + std::to_string(size) + " positions, got " +
                       std::to_string(num_saved_positions(saved)));
}

const solution_entries& entries_of(saved_solve& saved) {
  if (!saved.entries) {
    saved.entries = std::visit(
        [&saved](auto& words) {
          return std::make_unique<const value_table>(std::move(words), margin_bits_of(saved.progress.max_margin));
        },
        saved.words);
  }
  return *saved.entries;
}

}  // namespace zermelo
