// SPDX-License-Identifier: MIT
#include <zermelo/experiment/compiled_once.hpp>

namespace zermelo {

template solution retrograde_analysis(const stored_graph&, const label_array&, const retrograde_options&,
                                      solve_visitor&, saved_solve*);

}  // namespace zermelo
