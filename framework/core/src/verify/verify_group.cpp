// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_group.hpp>

#include <memory>

#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

namespace zermelo {

verify_report verify_group(const part_rules& group, const solution_entries& values, const verify_scope& scope,
                           work_monitor& monitor, const group_places* groups) {
  const slice_numbers& numbers = group.numbers();
  joined_entries all = group.finished();
  numbers.for_each_stretch(0, numbers.size(), [&](position begin, position end) {
    all.add(begin, std::make_shared<entry_window>(values, numbers.of_group(begin), end - begin));
  });
  verify_report report;
  report.edges = 0;
  numbers.for_each_stretch(0, numbers.size(), [&](position begin, position end) {
    verify_scope scope_of_slice = scope;
    scope_of_slice.stretch = {begin, end};
    if (is_sample(numbers.size(), scope)) {
      const position first = numbers.of_group(begin);
      scope_of_slice.sample = share_of_sample(numbers.size(), scope.sample, {first, first + (end - begin)});
      if (scope_of_slice.sample == 0) return;
    }
    verify_report part = verify_solution(group.game(), all, scope_of_slice, monitor, groups);
    for (verify_failure& failure : part.first) failure.at = numbers.of_group(failure.at);
    report.add(part);
  });
  return report;
}

}  // namespace zermelo
