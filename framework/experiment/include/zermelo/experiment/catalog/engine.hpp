// SPDX-License-Identifier: MIT
// The engines by name, without their code: small values that stand for those of engines/engine_list.hpp. That none is
// chosen is said by an empty std::optional, and written "auto".
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/engines/engine_info.hpp>

namespace zermelo::experiment {

/// An engine. Compared by name.
class engine {
 public:
  /// @param info must outlive everything; an engine type's own does
  explicit constexpr engine(const engine_info& info) noexcept : m_info(&info) {}

  [[nodiscard]] constexpr std::string_view name() const noexcept { return m_info->name; }
  [[nodiscard]] constexpr std::string_view summary() const noexcept { return m_info->summary; }
  /// Whether it works in waves, between which a solve is logged and saved.
  [[nodiscard]] constexpr bool saves() const noexcept { return m_info->saves; }
  /// Baselines run only if they are asked for by name, and use one thread.
  [[nodiscard]] constexpr bool is_baseline() const noexcept { return m_info->is_baseline; }
  /// Whether it solves a block of the positions while other processes solve the others.
  [[nodiscard]] constexpr bool is_distributed() const noexcept { return m_info->is_distributed; }
  /// Whether single entries of its solution are read faster once that is unpacked.
  [[nodiscard]] constexpr bool packs_solution() const noexcept { return m_info->packs_solution; }

  friend constexpr bool operator==(engine one, engine other) noexcept { return one.name() == other.name(); }
  friend constexpr auto operator<=>(engine one, engine other) noexcept { return one.name() <=> other.name(); }

 private:
  const engine_info* m_info;
};

/// How it is written that no engine is chosen.
inline constexpr std::string_view automatic_engine = "auto";

[[nodiscard]] constexpr std::string_view to_string(std::optional<engine> e) noexcept {
  return e ? e->name() : automatic_engine;
}

/// All engines, in the order in which they are preferred.
[[nodiscard]] const std::vector<engine>& all_engines();

/// "auto, product, one_pass, implicit, explicit, queue or textbook", for help texts; or those of several processes.
[[nodiscard]] std::string engine_choices(bool are_distributed);

/// The engine of that name; nothing for "auto". @throws input_error for an unknown name.
[[nodiscard]] std::optional<engine> parse_engine(std::string_view name);

}  // namespace zermelo::experiment
