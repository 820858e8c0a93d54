// SPDX-License-Identifier: MIT
#include <zermelo/core/engines/engine_list.hpp>

#include <array>

#include <zermelo/core/engines/explicit_engine.hpp>

namespace zermelo {

std::span<const engine_definition* const> engine_list() {
  static constexpr std::array all{
      &product_engine,              // rows of bits
      &one_pass_engine,             // known entries one move away
      &implicit_engine,             // predecessors from the rules
      &explicit_engine,             // predecessors from memory
      &distributed_product_engine,  // ranges of rows, under MPI
      &distributed_engine,          // blocks of positions, under MPI
      &queue_engine,                // a plain queue, for comparison
      &textbook_engine              // the published algorithm, for comparison
  };
  return all;
}

}  // namespace zermelo
