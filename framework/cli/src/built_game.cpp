// SPDX-License-Identifier: MIT
#include "built_game.hpp"

#include <string_view>

namespace zermelo::cli {

std::unique_ptr<any_game> build_game(const session& s, const std::string& name,
                                     const std::vector<std::string>& arguments, const work_options& work,
                                     std::uint64_t memory_limit_bytes) {
  // The unit is empty, since some phases of building count bytes and others count positions.
  progress monitor = work.make_progress("", [&s](std::string_view remark) { s.warn(remark); });
  return s.games.build(name, arguments,
                       {.memory_limit_bytes = memory_limit_bytes, .monitor = &monitor, .threads = work.threads});
}

}  // namespace zermelo::cli
