// SPDX-License-Identifier: MIT
// The engines: the one list that planning, solving, help texts, the conformance kit and the tests go over. A new one is
// a file and a line here.
#pragma once

#include <zermelo/core/engines/distributed_engine.hpp>
#include <zermelo/core/engines/distributed_product_engine.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/engines/implicit_engine.hpp>
#include <zermelo/core/engines/one_pass_engine.hpp>
#include <zermelo/core/engines/product_engine.hpp>
#include <zermelo/core/engines/queue_engine.hpp>
#include <zermelo/core/engines/textbook_engine.hpp>

namespace zermelo {

/// In the order of preference of `auto`, which takes the first that is available, no baseline, and fits the memory.
using engine_list = engine_types<product_engine,              // rows of bits
                                 one_pass_engine,             // known entries one move away
                                 implicit_engine,             // predecessors from the rules
                                 explicit_engine,             // predecessors from memory
                                 distributed_product_engine,  // stretches of rows, under MPI
                                 distributed_engine,          // blocks of positions, under MPI
                                 queue_engine,                // a plain queue, for comparison
                                 textbook_engine              // what is published, for comparison
                                 >;

}  // namespace zermelo
