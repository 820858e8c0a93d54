// SPDX-License-Identifier: MIT
// Stores the labels of a graph's vertices in memory. Every vertex without moves must have a label with a result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Models PositionLabels. Reading is thread-safe.
class label_array : public packed_labels {
 public:
  label_array(packed_labels labels, std::optional<player> infinite_play, viewpoint seen_by,
              std::uint32_t max_margin = 1)
      : packed_labels(std::move(labels)),
        m_infinite_play(infinite_play),
        m_seen_by(seen_by),
        m_max_margin(max_margin) {}

  /// @throws contract_error, always.
  [[noreturn]] static result no_moves(std::uint64_t v) {
    throw contract_error("position " + std::to_string(v) + " has no moves and is not terminal");
  }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }
  [[nodiscard]] viewpoint seen_by() const { return m_seen_by; }
  [[nodiscard]] std::uint32_t max_margin() const { return m_max_margin; }

 private:
  std::optional<player> m_infinite_play;
  viewpoint m_seen_by;
  std::uint32_t m_max_margin;
};

}  // namespace zermelo
