// SPDX-License-Identifier: MIT
#include <zermelo/experiment/compiled_once.hpp>

namespace zermelo {

template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                      solve_visitor&, saved_solve*);
template solution retrograde_analysis(const difference_graph&, const label_array&, const retrograde_options&,
                                      solve_visitor&, saved_solve*);
template solution solve_encoded<repeated_rows_builder>(const row_lister&, std::uint64_t, const detail::asked_rules&,
                                                       const retrograde_options&, solve_visitor&, saved_solve*);
template solution solve_encoded<gap_rows_builder>(const row_lister&, std::uint64_t, const detail::asked_rules&,
                                                  const retrograde_options&, solve_visitor&, saved_solve*);
template solution solve_transposed<repeated_rows_builder>(detail::recording_rules&, std::uint64_t,
                                                          const retrograde_options&, solve_visitor&, saved_solve*);
template solution solve_transposed<gap_rows_builder>(detail::recording_rules&, std::uint64_t, const retrograde_options&,
                                                     solve_visitor&, saved_solve*);
template product_solution detail::solve_rows(const product_form&, const detail::product_ends&, unsigned, solve_visitor&,
                                             saved_solve*, block_exchange*, std::uint32_t);
template void detail::normalize_draws(std::span<std::uint16_t>, const std::function<player(std::uint64_t)>&, unsigned,
                                      work_monitor&);
template void detail::normalize_draws(std::span<std::uint32_t>, const std::function<player(std::uint64_t)>&, unsigned,
                                      work_monitor&);
template engine_result summed_up(value_table, std::optional<std::uint64_t>, unsigned, solve_visitor&);
template engine_result summed_up(block_exchange&, const block_partition&, value_table, std::uint64_t, unsigned,
                                 solve_visitor&);
template class detail::found_by_threads<no_exchange>;
template class detail::found_by_threads<partition_exchange>;

}  // namespace zermelo

template class tbb::enumerable_thread_specific<zermelo::detail::found_by_thread<zermelo::no_outbox>>;
template class tbb::enumerable_thread_specific<zermelo::detail::found_by_thread<zermelo::vertex_outbox>>;
template class tbb::enumerable_thread_specific<zermelo::detail::found_vertices>;
template class tbb::enumerable_thread_specific<zermelo::detail::found_buckets>;
