// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/for_each_weighted.hpp>

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::detail {

void reject_weight(position from, std::uint64_t weight, std::uint64_t fixing) {
  throw contract_error("orbit_size and num_symmetries: the moves back to position " + std::to_string(from) +
                       " have a weight of " + std::to_string(weight) + ", which is not a multiple of " +
                       std::to_string(fixing));
}

}  // namespace zermelo::detail
