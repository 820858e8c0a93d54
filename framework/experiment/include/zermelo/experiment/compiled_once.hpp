// SPDX-License-Identifier: MIT
// What all games share of the engines, compiled with this layer and not with each game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/engines/distributed_engine.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/graph/difference_graph.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/block_partition.hpp>
#include <zermelo/core/solve/solve_encoded.hpp>
#include <zermelo/core/solve/solve_stored.hpp>
#include <zermelo/core/solve/solve_words.hpp>
#include <zermelo/core/solve/spread_wave.hpp>

namespace zermelo {

extern template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                             solve_visitor&, saved_solve*);
extern template solution retrograde_analysis(const difference_graph&, const label_array&, const retrograde_options&,
                                             solve_visitor&, saved_solve*);
extern template solution solve_encoded<repeated_rows_builder>(const row_lister&, std::uint64_t,
                                                              const detail::asked_rules&, const retrograde_options&,
                                                              solve_visitor&, saved_solve*);
extern template solution solve_encoded<gap_rows_builder>(const row_lister&, std::uint64_t, const detail::asked_rules&,
                                                         const retrograde_options&, solve_visitor&, saved_solve*);
extern template solution solve_transposed<repeated_rows_builder>(detail::recording_rules&, std::uint64_t,
                                                                 const retrograde_options&, solve_visitor&,
                                                                 saved_solve*);
extern template solution solve_transposed<gap_rows_builder>(detail::recording_rules&, std::uint64_t,
                                                            const retrograde_options&, solve_visitor&, saved_solve*);
extern template product_solution detail::solve_rows(const product_form&, const detail::product_ends&, unsigned,
                                                    solve_visitor&, saved_solve*, block_exchange*, std::uint32_t);
extern template void detail::normalize_draws(std::span<std::uint16_t>, const std::function<player(std::uint64_t)>&,
                                             unsigned, work_monitor&);
extern template void detail::normalize_draws(std::span<std::uint32_t>, const std::function<player(std::uint64_t)>&,
                                             unsigned, work_monitor&);
extern template engine_result summed_up(value_table, std::optional<std::uint64_t>, unsigned, solve_visitor&);
extern template engine_result summed_up(block_exchange&, const block_partition&, value_table, std::uint64_t, unsigned,
                                        solve_visitor&);
extern template class detail::found_by_threads<no_exchange>;
extern template class detail::found_by_threads<partition_exchange>;

}  // namespace zermelo

extern template class tbb::enumerable_thread_specific<zermelo::detail::found_by_thread<zermelo::no_outbox>>;
extern template class tbb::enumerable_thread_specific<zermelo::detail::found_by_thread<zermelo::vertex_outbox>>;
extern template class tbb::enumerable_thread_specific<zermelo::detail::found_vertices>;
extern template class tbb::enumerable_thread_specific<zermelo::detail::found_buckets>;
