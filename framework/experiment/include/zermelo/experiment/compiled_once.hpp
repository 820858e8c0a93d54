// SPDX-License-Identifier: MIT
// What all games share of the engines, compiled with this layer and not with each game.
#pragma once

#include <cstdint>
#include <optional>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/solve/solve_stored.hpp>

namespace zermelo {

extern template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                             solve_visitor&, saved_solve*);
extern template engine_result summed_up(value_table, std::optional<std::uint64_t>, unsigned, solve_visitor&);

}  // namespace zermelo

extern template class tbb::enumerable_thread_specific<zermelo::detail::found_vertices>;
extern template class tbb::enumerable_thread_specific<zermelo::detail::found_buckets>;
