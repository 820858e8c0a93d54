// SPDX-License-Identifier: MIT
// The outcomes of a finished slice as the entries that a group needs if distances count to the conversion: the move
// into the slice is the conversion, so that positions of the slice have distance 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The entry of a position that a move out of its group leads to, if distances count to the conversion.
[[nodiscard]] constexpr position_value converted(outcome after) noexcept {
  return {after, after == outcome::draw || after == outcome::illegal ? no_distance : 0};
}

/// Entries of illegal positions are meaningless, as in outcome_bits. Thread-safe.
class converted_entries final : public solution_entries {
 public:
  explicit converted_entries(std::shared_ptr<const outcome_bits> outcomes) : m_outcomes(std::move(outcomes)) {}

  [[nodiscard]] std::uint64_t size() const override { return m_outcomes->size(); }
  [[nodiscard]] std::uint32_t distance_bound() const override { return 0; }
  [[nodiscard]] std::uint64_t bytes_in_memory() const override { return m_outcomes->bytes(); }
  void read(position first, std::span<position_value> entries) const override {
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = converted(m_outcomes->at(first + i));
  }

 private:
  std::shared_ptr<const outcome_bits> m_outcomes;
};

}  // namespace zermelo
