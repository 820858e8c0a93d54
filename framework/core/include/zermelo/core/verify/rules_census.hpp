// SPDX-License-Identifier: MIT
// Counts what the rules say of positions, by group, and looks at the names of the groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/verify/check_report.hpp>

namespace zermelo::detail {

template <Game G>
class rules_census {
 public:
  explicit rules_census(const G& game) : m_game(game) {}

  /// What is wrong with the name of the state's group; nothing if it was looked at before.
  [[nodiscard]] std::optional<std::string> find_fault(const typename G::state& s) {
    if constexpr (HasGroups<G>) {
      const std::uint32_t group = m_game.group_of(s);
      if (m_groups.contains(group)) return std::nullopt;
      group_of_rules& found = m_groups[group];  // even if it has no name
      found.name = m_game.group_name(group);
      if (found.name.empty()) return fmt::format("its group {} has no name", group);
      const auto [first, is_new] = m_group_of_name.try_emplace(found.name, group);
      if (!is_new) return fmt::format("its group {} has the name of group {}: '{}'", group, first->second, found.name);
    }
    return std::nullopt;
  }
  /// Counts a position and the moves out of it; 0 where play ends.
  void add(const typename G::state& s, std::size_t moves) {
    group_of_rules& group = m_groups[group_of_state(m_game, s)];
    ++group.legal;
    group.ends += moves == 0 ? 1 : 0;
    group.moves += moves;
  }
  /// The groups in their order; one without a name of a game that names none.
  [[nodiscard]] std::vector<group_of_rules> counted() const {
    std::vector<group_of_rules> all;
    for (const auto& [number, group] : m_groups) {
      if (group.legal > 0) all.push_back(group);
    }
    return all;
  }

 private:
  const G& m_game;
  std::map<std::uint32_t, group_of_rules> m_groups;
  std::map<std::string, std::uint32_t> m_group_of_name;
};

}  // namespace zermelo::detail
