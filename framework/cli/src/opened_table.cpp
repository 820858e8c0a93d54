// SPDX-License-Identifier: MIT
#include "opened_table.hpp"

#include "process/interrupt_guard.hpp"

namespace zermelo::cli {

opened_table open_table(const std::string& file, const experiment::catalog& games, std::size_t cache_bytes) {
  interrupt_monitor monitor;
  return experiment::open_table(file, games, monitor, cache_bytes);
}

}  // namespace zermelo::cli
