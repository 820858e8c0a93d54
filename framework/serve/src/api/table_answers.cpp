// SPDX-License-Identifier: MIT
#include "table_answers.hpp"

namespace zermelo::serve {

const std::vector<table_route>& table_routes() {
  using enum http_method;
  using enum work_kind;
  static const std::vector<table_route> routes{
      {"", get, task, true, json_type, &describe_table},
      {"position", get, probe, false, json_type, &probe_position, &kind_of_probe},
      {"line", get, task, false, json_type, &follow_line},
      {"find", get, scan, false, json_type, &find_positions},
      {"count", get, scan, true, json_type, &count_positions},
      {"stats", get, scan, true, json_type, &collect_stats},
      {"histogram", get, probe, false, json_type, &show_histogram},
      {"random", get, scan, false, json_type, &draw_position, &kind_of_drawing, &has_seed},
      {"slice", get, task, false, json_type, &cut_slice},
      {"positions", post, task, false, lines_of_json_type, &probe_lines},
  };
  return routes;
}

}  // namespace zermelo::serve
