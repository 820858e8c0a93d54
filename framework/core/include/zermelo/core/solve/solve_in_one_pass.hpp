// SPDX-License-Identifier: MIT
// Solves a part of a game that every move leaves, such as the positions with n stones if every move adds one. The
// values of all targets of moves are known, so one pass over the positions decides them.
//
//   time    the words and moves of all positions, in parallel; twice if a distance does not fit 16-bit words
//   memory  the words, and the moves of one call per thread
//   throws  interrupted; contract_error if a move stays inside, or a distance exceeds 2^29 - 1; std::bad_alloc; what
//           the rules throw
#pragma once

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>

namespace zermelo {

/// The solution of a part that every move leaves. Phase "one_pass". Precondition: part.traits().leads_outside.
/// @param threads  0: all of the machine
[[nodiscard]] solution solve_in_one_pass(const rules& part, unsigned threads, solve_visitor& visitor);

}  // namespace zermelo
