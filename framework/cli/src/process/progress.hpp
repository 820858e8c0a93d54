// SPDX-License-Identifier: MIT
// Displays progress as one line on a terminal, which is rewritten in place.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

#include <zermelo/core/progress/visitor.hpp>

namespace zermelo::cli {

/// The progress of a phase.
struct phase_progress {
  std::string name;
  std::uint64_t done = 0;        ///< units of work
  std::uint64_t total = 0;       ///< units of work; 0: unknown
  std::uint32_t wave_plies = 0;  ///< the distance of the last wave, if `has_waves`
  bool has_waves = false;
  std::chrono::duration<double> elapsed{};
  std::string unit = "positions";  ///< plural; empty: amounts are not displayed
};

/// Returns the line of a phase, such as "propagate: 52 %, 1,234 of 2,345 positions, at ply 12, 3.4 M/s, 2 s left".
[[nodiscard]] std::string progress_text(const phase_progress& phase);

/// Displays nothing in the first second, then at most five updates per second. The destructor erases the line.
class progress final : public solve_visitor {
 public:
  /// @param out   the terminal, which must outlive this; null: nothing is displayed
  /// @param stop  stops the computation; must outlive this
  /// @param unit  unit of work, plural; empty: amounts are not displayed
  /// @param take_note  receives the computation's notes; may be empty
  progress(std::ostream* out, const std::atomic<bool>& stop, std::string unit = "positions",
           std::function<void(std::string_view)> take_note = {});
  ~progress() override;
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void phase(std::string_view name, std::uint64_t total) override;
  void advance(std::uint64_t amount) override;
  void wave(const wave_report& report) override;
  void note(std::string_view remark) const override;
  /// Erases the line, so that other text can be written. The next update displays the line again.
  void erase() const;
  [[nodiscard]] bool stop_requested() const override { return m_stop.load(std::memory_order_relaxed); }

 private:
  using clock = std::chrono::steady_clock;

  void show();

  std::ostream* m_out;
  const std::atomic<bool>& m_stop;
  std::string m_unit;
  std::function<void(std::string_view)> m_take_note;
  std::atomic<std::uint64_t> m_done{0};  ///< relaxed: a count that no other data depends on
  std::atomic<clock::time_point> m_next_display;
  mutable std::mutex m_mutex;  ///< guards the members below and the line on the terminal
  phase_progress m_phase;
  clock::time_point m_phase_start;
  mutable bool m_is_displayed = false;
};

}  // namespace zermelo::cli
