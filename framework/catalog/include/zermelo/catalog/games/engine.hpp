// SPDX-License-Identifier: MIT
// Represents the engines of engines/engine_list.hpp as small values. An empty std::optional means that no engine is
// chosen; its text is "auto".
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/engines/engine_info.hpp>

namespace zermelo {

/// An engine. Engines are compared by name.
class engine {
 public:
  /// @param info  must outlive every copy of this value, as the `info` of an engine definition does
  explicit constexpr engine(const engine_info& info) noexcept : m_info(&info) {}

  [[nodiscard]] constexpr std::string_view name() const noexcept { return m_info->name; }
  [[nodiscard]] constexpr std::string_view summary() const noexcept { return m_info->summary; }
  /// Whether the engine works in waves. Such a solve can be logged and saved between waves.
  [[nodiscard]] constexpr bool saves() const noexcept { return m_info->saves; }
  /// Whether the engine is a baseline, which uses one thread and runs only if it is requested by name.
  [[nodiscard]] constexpr bool is_baseline() const noexcept { return m_info->is_baseline; }
  /// Whether the engine solves one block of the positions in each of several processes.
  [[nodiscard]] constexpr bool is_distributed() const noexcept { return m_info->is_distributed; }
  /// Whether unpacking the engine's solution makes reading single entries faster.
  [[nodiscard]] constexpr bool packs_solution() const noexcept { return m_info->packs_solution; }

  friend constexpr bool operator==(engine a, engine b) noexcept { return a.name() == b.name(); }
  friend constexpr auto operator<=>(engine a, engine b) noexcept { return a.name() <=> b.name(); }

 private:
  const engine_info* m_info;
};

/// The text for "no engine is chosen".
inline constexpr std::string_view automatic_engine = "auto";

[[nodiscard]] constexpr std::string_view to_string(std::optional<engine> e) noexcept {
  return e ? e->name() : automatic_engine;
}

/// Returns all engines in order of preference.
[[nodiscard]] const std::vector<engine>& all_engines();

/// Returns the names of either the distributed or all other engines for help texts, such as "auto, product, one_pass,
/// implicit, explicit, queue or textbook".
[[nodiscard]] std::string engine_choices(bool are_distributed);

/// Returns the engine with this name, or nothing for "auto". @throws input_error for an unknown name.
[[nodiscard]] std::optional<engine> parse_engine(std::string_view name);

}  // namespace zermelo
