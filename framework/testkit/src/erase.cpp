// SPDX-License-Identifier: MIT
#include <zermelo/testkit/erase.hpp>

#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::testkit {

void explore(const erased_game& game) {
  position_numbering* const numbering = game.numbering();
  work_monitor silent;
  if (numbering != nullptr && !numbering->is_numbered()) numbering->explore({}, silent);
}

}  // namespace zermelo::testkit
