// SPDX-License-Identifier: MIT
#include "checkpoint_options.hpp"

#include <chrono>
#include <ratio>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>

namespace zermelo::cli {

void checkpoint_options::declare(command_line& command, const std::string& action, const std::string& default_text) {
  const auto is_minutes = [](const std::string& value) {
    const auto number = parse_number<double>(value);
    constexpr double max_minutes = 60 * 24 * 365;  // a year
    if (number && *number >= 0 && *number <= max_minutes) return std::string();
    return fmt::format("expected minutes from 0 to {}, got '{}'", max_minutes, value);
  };
  constexpr std::uint64_t max_waves = 1'000'000'000;  // more than any solve has
  const std::string often = " every MINUTES minutes, between waves; 0: after each wave";
  command.add_option("--checkpoint", minutes, action + often + default_text)->check(is_minutes)->type_name("MINUTES");
  command.add_option("--checkpoint-waves", waves, action + " every K waves")->between(1, max_waves)->type_name("K");
}

checkpoint_schedule checkpoint_options::schedule() const {
  checkpoint_schedule schedule;
  schedule.wave_interval = waves;
  if (minutes) schedule.time_interval = std::chrono::duration<double, std::ratio<60>>(*minutes);
  return schedule;
}
}  // namespace zermelo::cli
