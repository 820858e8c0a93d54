// SPDX-License-Identifier: MIT
#include "opened_table.hpp"

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "process/interrupt_guard.hpp"

namespace zermelo::cli {

opened_table open_table(const std::string& file, const catalog& games, std::size_t cache_bytes) {
  interrupt_monitor monitor;
  return zermelo::open_table(file, games, monitor, cache_bytes);
}

std::vector<std::string> slices_to_do(const opened_table& opened) {
  return opened.set == nullptr ? std::vector<std::string>() : opened.set->slices_to_do();
}

void expect_whole(const opened_table& opened, std::string_view why) {
  const std::vector<std::string> to_do = slices_to_do(opened);
  if (!to_do.empty()) throw input_error(fmt::format("{}: slice {} is not done; {}", opened.file, to_do[0], why));
}

}  // namespace zermelo::cli
