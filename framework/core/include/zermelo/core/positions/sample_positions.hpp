// SPDX-License-Identifier: MIT
// A random sample of positions, spread evenly over the index space.
#pragma once

#include <algorithm>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The usual size of a sample.
inline constexpr position positions_sampled = 4096;

/// Calls f(position) for one random position of each of `max_samples` equal ranges of the index space, or for all
/// positions if there are at most `max_samples`. Positions after the last range are never drawn.
/// @returns the number of calls
template <class Function>
position for_each_sampled(position num_positions, position max_samples, random_generator& random, const Function& f) {
  const position num_samples = std::min(num_positions, max_samples);
  const position length = num_samples > 0 ? num_positions / num_samples : 0;
  for (position i = 0; i < num_samples; ++i) f(i * length + random.below(length));
  return num_samples;
}

}  // namespace zermelo
