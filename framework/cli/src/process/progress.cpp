// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <utility>

#include <fmt/format.h>

namespace zermelo::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto silent_time = 1s;          ///< before the first update, so that short commands display nothing
constexpr auto min_time_between = 200ms;  ///< between two updates of the line
constexpr std::string_view erase_line = "\r\033[K";

std::string rate_text(double per_second) {
  constexpr std::array units{"", " k", " M", " G"};
  std::size_t unit = 0;
  while (per_second >= 1000 && unit + 1 < units.size()) {
    per_second /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f}{}/s", per_second, units[unit]);
}

std::string time_text(double seconds) {
  const auto rounded = static_cast<std::uint64_t>(std::llround(seconds));
  if (rounded < 60) return fmt::format("{} s", rounded);
  if (rounded < 3600) return fmt::format("{} min {} s", rounded / 60, rounded % 60);
  return fmt::format("{} h {} min", rounded / 3600, rounded / 60 % 60);
}

}  // namespace

std::string progress_text(const phase_progress& phase) {
  std::string text = phase.name + ":";
  const bool has_amounts = !phase.unit.empty();
  if (phase.total > 0) text += fmt::format(" {} %", 100 * std::min(phase.done, phase.total) / phase.total);
  if (has_amounts && phase.total > 0) {
    text += fmt::format(", {} of {} {}", fmt::group_digits(phase.done), fmt::group_digits(phase.total), phase.unit);
  } else if (has_amounts) {
    text += fmt::format(" {} {}", fmt::group_digits(phase.done), phase.unit);
  }
  if (phase.has_waves) text += fmt::format(", at ply {}", phase.wave_plies);
  const double per_second = static_cast<double>(phase.done) / std::max(phase.elapsed.count(), 1e-3);
  if (phase.done > 0 && has_amounts) text += ", " + rate_text(per_second);
  if (phase.done > 0 && phase.done < phase.total) {
    text += fmt::format(", {} left", time_text(static_cast<double>(phase.total - phase.done) / per_second));
  }
  return text;
}

progress::progress(std::ostream* out, const std::atomic<bool>& stop, std::string unit,
                   std::function<void(std::string_view)> take_note)
    : m_out(out),
      m_stop(stop),
      m_unit(std::move(unit)),
      m_take_note(std::move(take_note)),
      m_next_display(clock::now() + silent_time),
      m_phase_start(clock::now()) {}

progress::~progress() { erase(); }

void progress::erase() const {
  const std::lock_guard lock(m_mutex);
  if (m_is_displayed) *m_out << erase_line << std::flush;
  m_is_displayed = false;
}

void progress::note(std::string_view remark) const {
  if (!m_take_note) return;
  erase();
  m_take_note(remark);
}

void progress::phase(std::string_view name, std::uint64_t total) {
  const std::lock_guard lock(m_mutex);
  m_phase = {};
  m_phase.name = name;
  m_phase.unit = m_unit;
  m_phase.total = total;
  m_phase_start = clock::now();
  m_done.store(0, std::memory_order_relaxed);
}

void progress::advance(std::uint64_t amount) {
  m_done.fetch_add(amount, std::memory_order_relaxed);
  show();
}

void progress::wave(const wave_report& report) {
  {
    const std::lock_guard lock(m_mutex);
    m_phase.has_waves = true;
    m_phase.wave_plies = report.distance_plies;
  }
  show();
}

void progress::show() {
  if (m_out == nullptr) return;
  const auto now = clock::now();
  if (now < m_next_display.load(std::memory_order_relaxed)) return;
  const std::unique_lock lock(m_mutex, std::try_to_lock);
  if (!lock) return;  // another thread displays the progress, or changes the phase
  m_next_display.store(now + min_time_between, std::memory_order_relaxed);
  m_phase.done = m_done.load(std::memory_order_relaxed);
  m_phase.elapsed = now - m_phase_start;
  *m_out << erase_line << progress_text(m_phase) << std::flush;
  m_is_displayed = true;
}

}  // namespace zermelo::cli
