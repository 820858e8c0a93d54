// SPDX-License-Identifier: MIT
// Computes prefix sums in parallel, for example the bounds of rows from their sizes.
#pragma once

#include <span>

namespace zermelo {

/// Replaces every number by the sum of all numbers up to it, including itself. Compiled for std::uint32_t and
/// std::uint64_t.
/// @param threads  at least 1
template <class Number>
void inclusive_scan(std::span<Number> numbers, unsigned threads);

}  // namespace zermelo
