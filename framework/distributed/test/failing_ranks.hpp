// SPDX-License-Identifier: MIT
// The messages that the ranks of a test receive about a failing rank, and their ends.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/game_task.hpp>
#include <zermelo/core/progress/visitor.hpp>

#include "failing_visitor.hpp"
#include "ranks.hpp"

namespace zermelo::distributed::test {

/// Returns the message that a rank receives in a round in which another rank leaves.
[[nodiscard]] inline std::string message_in_next_round(block_exchange& blocks) {
  try {
    (void)blocks.any(false);
  } catch (const interrupted& failure) {
    return failure.what();
  }
  return "";
}

/// Solves a game on all ranks. Each rank fails in turn, and all ranks must end with its failure.
template <class Game>
void expect_all_end(const engine_definition& engine, const Game& game, const std::string& phase, std::uint32_t wave) {
  const std::uint64_t n = session().num_ranks();
  for (std::uint64_t failing = 0; failing < n; ++failing) {
    const auto blocks = session().make_exchange();
    const bool fails = blocks->number() == failing;
    const game_task<Game> task_of_game(game);
    const engine_task task = task_on_ranks(task_of_game, *blocks);
    std::string message;
    try {
      zermelo::test::failing_visitor failure(phase, wave);
      solve_visitor silent;
      (void)engine.solve(task, nullptr, fails ? static_cast<solve_visitor&>(failure) : silent);
      (void)blocks->any(false);
    } catch (const std::exception& problem) {
      message = problem.what();
    }
    EXPECT_EQ(message, fails ? "the disk is full" : "another rank has failed");
    const block_end end = blocks->conclude({fails ? 3 : 130, message});
    EXPECT_EQ(end.status, 3);
    EXPECT_EQ(end.failure, n == 1 ? "the disk is full" : "rank " + std::to_string(failing) + ": the disk is full");
  }
}

}  // namespace zermelo::distributed::test
