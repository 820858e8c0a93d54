// SPDX-License-Identifier: MIT
// Moves as people count them, for lists and exports: in a game reduced by symmetry, all moves from one canonical
// position to another are one move with the greatest of their gains, also if the rules count each of them (see
// `counts_repeated_moves` in rules.hpp).
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// Lists distinct moves like `rules::expand_gains` or, if moves gain no points, like `rules::expand` of rules that do
/// not lead outside; then `gains` is unchanged.
void expand_distinct(const rules& game, position first, std::span<position_word> words, batch_list<position>& moves,
                     batch_list<std::int16_t>& gains);
/// The words of a range, like `rules::describe` of rules that do not lead outside, with the numbers of distinct moves.
void describe_distinct(const rules& game, position first, std::span<position_word> words);

}  // namespace zermelo
