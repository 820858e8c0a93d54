// SPDX-License-Identifier: MIT
// Enumerates the slices of the placing phase in nine men's morris, for tests.
#pragma once

#include <cstdint>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "nine_mens_morris.hpp"

namespace zermelo::games {

struct placing_slice {
  std::uint32_t number = 0;
  position first = 0;
  position end = 0;
  unsigned hand = 0;
  unsigned own = 0;
  unsigned others = 0;
};
/// Calls f(placing_slice) for each slice of the placing phase, in the order of the slices.
template <class Function>
void for_each_placing_slice(const nine_mens_morris& game, const Function& f) {
  placing_slice box;
  for (const slice& s : game.slices()) {
    box.first = box.end;
    box.end += s.size;
    box.hand = static_cast<unsigned>(s.counts[0].second);
    box.own = static_cast<unsigned>(s.counts[2].second);
    box.others = static_cast<unsigned>(s.counts[3].second);
    if (box.hand > 0) f(std::as_const(box));
    ++box.number;
  }
}

}  // namespace zermelo::games
