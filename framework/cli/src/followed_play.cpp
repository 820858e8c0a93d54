// SPDX-License-Identifier: MIT
#include "followed_play.hpp"

#include <fmt/core.h>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::cli {

std::optional<std::uint64_t> parse_depth(const std::string& text) {
  if (text == "all") return std::nullopt;
  const auto plies = parse_number<std::uint64_t>(text);
  if (plies) return plies;
  throw input_error(fmt::format("--depth: expected a number of plies or all, got '{}'", excerpt(text)));
}

play_graph follow_play(const opened_table& opened, position from, const play_options& options, work_monitor& monitor) {
  try {
    return zermelo::follow_play(*opened.game, opened.lookup(), from, options, monitor);
  } catch (const play_limit_error& rejected) {
    throw input_error(
        fmt::format("{}: {}; use a larger --limit or a smaller --depth", format(*opened.game, from), rejected.what()));
  }
}

}  // namespace zermelo::cli
