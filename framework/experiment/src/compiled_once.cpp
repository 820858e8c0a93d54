// SPDX-License-Identifier: MIT
#include <zermelo/experiment/compiled_once.hpp>

namespace zermelo {

template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                      solve_visitor&, saved_solve*);
template engine_result summed_up(value_table, std::optional<std::uint64_t>, unsigned, solve_visitor&);

}  // namespace zermelo

template class tbb::enumerable_thread_specific<zermelo::detail::found_vertices>;
template class tbb::enumerable_thread_specific<zermelo::detail::found_buckets>;
