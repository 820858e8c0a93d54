// SPDX-License-Identifier: MIT
// What every engine of the list makes of a game.
#pragma once

#include <functional>
#include <string>

#include <zermelo/core/engines/engine.hpp>

namespace zermelo::testkit {

/// Calls f(name, result) for what every engine of the list says of a task, on one thread and on two; baselines on one.
void for_each_engine_result(engine_task task, const std::function<void(const std::string&, const engine_result&)>& f);

}  // namespace zermelo::testkit
