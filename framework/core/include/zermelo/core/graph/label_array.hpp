// SPDX-License-Identifier: MIT
// The labels of a graph's vertices in memory, so that what needs no more of a game than its labels is compiled once for
// all games. Read from other labels in parallel.
//
//   time V labels      memory and threads as packed_labels.hpp says; reading is thread-safe
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/packed_labels.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Models PositionLabels.
class label_array : public packed_labels {
 public:
  /// @param labels must outlive this: what it means to be stuck is asked of them when it is asked here
  template <class Labels>
  label_array(const Labels& labels, std::uint64_t size, unsigned threads, work_monitor& monitor)
      : packed_labels(size),
        m_infinite_play(labels.infinite_play()),
        m_seen_by(viewpoint_of(labels)),
        m_no_moves([&labels](std::uint64_t v) { return labels.no_moves(v); }) {
    std::mutex guard;
    for_each_block(size, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v != end; ++v) {
        const bool is_legal = inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
          set(v, to_move, terminal, guard);
        });
        if (!is_legal) set_hole(v);
      }
    });
  }

  /// Labels that are in memory already, and call it an end as well where nobody can move.
  label_array(packed_labels labels, std::optional<player> infinite_play, viewpoint seen_by)
      : packed_labels(std::move(labels)),
        m_infinite_play(infinite_play),
        m_seen_by(seen_by),
        m_no_moves([](std::uint64_t v) -> result {
          throw contract_error("position " + std::to_string(v) + " has no moves and no end");
        }) {}
  /// Of labels that are taken down already, by who knows the others.
  template <class Labels>
  label_array(packed_labels taken_down, const Labels& labels)
      : packed_labels(std::move(taken_down)),
        m_infinite_play(labels.infinite_play()),
        m_seen_by(viewpoint_of(labels)),
        m_no_moves([&labels](std::uint64_t v) { return labels.no_moves(v); }) {}

  [[nodiscard]] result no_moves(std::uint64_t v) const { return m_no_moves(v); }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }
  [[nodiscard]] viewpoint seen_by() const { return m_seen_by; }

 private:
  std::optional<player> m_infinite_play;
  viewpoint m_seen_by;
  std::function<result(std::uint64_t)> m_no_moves;
};

}  // namespace zermelo
