// SPDX-License-Identifier: MIT
// The groups of a sliced job that are settled by outcome alone; see sliced_job.hpp.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/summarize_outcomes.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/slices/sliced_job.hpp>
#include <zermelo/experiment/slices/slicing.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "held_inputs.hpp"

namespace zermelo::experiment {

void sliced_job::expect_distances() const {
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  const auto has_outcomes_alone = [this](std::uint32_t slice) { return m_set && m_set->has_outcomes_alone(slice); };
  const auto will_have_outcomes_alone = [this](std::uint32_t slice) {
    if (m_set && m_set->is_done(slice)) return false;
    return std::any_of(m_plan.groups.begin(), m_plan.groups.end(), [slice](const planned_group& one) {
      return one.by_outcome && one.group.slices.front() == slice;
    });
  };
  for (const planned_group& one : m_plan.groups) {
    const std::uint32_t slice = one.group.slices.front();
    if (is_done(one)) {
      if (one.by_outcome || !has_outcomes_alone(slice)) continue;
      throw input_error(
          fmt::format("slice {} has outcomes alone: go on with --outcomes, or give another folder", one.name));
    }
    if (one.by_outcome) continue;
    for (const std::uint32_t entered : one.group.entered_groups) {
      const std::uint32_t there = order[entered].slices.front();
      if (!has_outcomes_alone(there) && !will_have_outcomes_alone(there)) continue;
      throw input_error(fmt::format("slice {} needs the distances of {}, which {} outcomes alone{}", one.name,
                                    m_plan.slices[there].name, has_outcomes_alone(there) ? "has" : "would have",
                                    has_outcomes_alone(there) ? "" : ": solve that without --outcomes first"));
    }
  }
}

group_report sliced_job::settle_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor) {
  (void)restart_peak_bytes();
  phase_clock clock(visitor);
  const std::uint32_t slice = planned.group.slices.front();  // no other: those of one group enter each other
  const position first = m_plan.first[slice];
  const zermelo::rules& rules = m_game.rules();
  const unsigned threads = m_options.solve.threads;
  hold_slices(m_game, slices_needed_by(held.order(), planned.group), threads, clock);
  const outcomes_by_slice entered = held.by_outcome().entered_by(planned.group, held.order(), clock);
  group_report report;
  report.name = planned.name;
  report.solver = outcomes_engine;
  for (const auto& one : entered.kept) report.input_bytes += one->bytes();

  settled_outcomes settled = settle_outcomes(rules, m_plan.slices, slice, entered.by_slice, threads, clock);
  report.edges = settled.edges;
  const auto found = std::make_shared<const outcome_bits>(std::move(settled.outcomes));
  const outcome_entries values(rules, first, found);
  if (m_options.verify) {
    report.verified = verify_outcomes(rules, m_plan.slices, slice, values, entered.by_slice, *m_options.verify, clock);
  }
  if (report.is_accepted()) {
    const slice_sums sums = summarize_outcomes(rules, first, *found, threads, clock);
    solve_report solved;
    solved.threads = threads;
    storage::table_metadata metadata = metadata_of(slice, sums.own, solved);
    metadata.engine = outcomes_engine;
    metadata.edges = settled.edges;
    metadata.has_distances = false;
    metadata.seconds = clock.stop();
    write(slice, values, metadata, threads, clock);
    m_set->add(slice, sums.share);
    m_set->commit();
    remove_keys(slice);
    report.slices.push_back({m_plan.slices[slice], false, sums.own});
    report.table_bytes = std::filesystem::file_size(m_set->file_of(slice));
    held.by_outcome().keep(slice, found);
  }
  report.seconds = clock.stop();
  report.peak_bytes = peak_bytes();
  return report;
}

}  // namespace zermelo::experiment
