// SPDX-License-Identifier: MIT
#include "part_game.hpp"

#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/verify/verify_group.hpp>

namespace zermelo::experiment {

part_game::part_game(const any_game& game, const zermelo::rules& rules_of_game, slice_numbers numbers,
                     std::shared_ptr<const joined_entries> finished, const game_size& size)
    : m_game(game), m_rules(rules_of_game, std::move(numbers), std::move(finished)) {
  m_size = size;
}

position part_game::parse(std::string_view text) const {
  const position p = m_rules.numbers().of_group(m_game.parse(text));
  if (p == slice_numbers::absent) {
    throw input_error(fmt::format("position: '{}' is not in this group of slices", text));
  }
  return p;
}

verify_report part_game::verify(const solution_entries& values, const verify_scope& scope,
                                solve_visitor& visitor) const {
  return verify_group(m_rules, values, scope, visitor);
}

check_report part_game::check(const check_scope& /*scope*/, work_monitor& /*monitor*/) const {
  throw contract_error("the game is checked, not its parts");
}

}  // namespace zermelo::experiment
