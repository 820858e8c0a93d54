// SPDX-License-Identifier: MIT
// Runs every engine of the list on a game.
#pragma once

#include <functional>
#include <string>

#include <zermelo/core/engines/engine.hpp>

namespace zermelo::testkit {

/// Solves a task with every available engine on one and on two threads (baselines only on one), and calls f(name,
/// result), where `name` contains the engine and the threads, such as "implicit on 2 threads".
void for_each_engine_result(engine_task task, const std::function<void(const std::string&, const engine_result&)>& f);

}  // namespace zermelo::testkit
