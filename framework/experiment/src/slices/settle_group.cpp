// SPDX-License-Identifier: MIT
// sliced_job::settle_group: solves a group by outcome alone, and stores it.
#include <filesystem>
#include <memory>
#include <utility>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/summarize_outcomes.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/solving.hpp>
#include <zermelo/experiment/slices/sliced_job.hpp>
#include <zermelo/experiment/slices/slicing.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "held_inputs.hpp"

namespace zermelo::experiment {

group_report sliced_job::settle_group(const planned_group& planned, held_inputs& held, solve_visitor& visitor) {
  (void)restart_peak_bytes();
  phase_clock clock(visitor);
  const std::uint32_t slice =
      planned.group.slices.front();  // the only one: moves lead between slices of a larger group
  const position first = m_plan.first[slice];
  const zermelo::rules& rules = m_game.rules();
  const unsigned threads = m_options.solve.threads;
  hold_slices(m_game, slices_needed_by(held.order(), planned.group), threads, clock);
  const outcomes_by_slice entered = held.by_outcome().entered_by(planned.group, held.order(), clock);
  group_report report;
  report.name = planned.name;
  report.solver = outcomes_engine;
  for (const auto& outcomes : entered.owners) report.input_bytes += outcomes->bytes();

  settled_outcomes settled = settle_outcomes(rules, m_plan.slices, slice, entered.by_slice, threads, clock);
  report.edges = settled.edges;
  const auto outcomes = std::make_shared<const outcome_bits>(std::move(settled.outcomes));
  const outcome_entries values(rules, first, outcomes);
  if (m_options.verify) {
    report.verified = verify_outcomes(rules, m_plan.slices, slice, values, entered.by_slice, *m_options.verify, clock);
  }
  if (report.is_accepted()) {
    const slice_sums sums = summarize_outcomes(rules, first, *outcomes, threads, clock);
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
    report.slices.push_back({planned.name, sums.own});
    report.table_bytes = std::filesystem::file_size(m_set->file_of(slice));
    held.by_outcome().keep(slice, outcomes);
  }
  report.seconds = clock.stop();
  report.peak_bytes = peak_bytes();
  return report;
}

}  // namespace zermelo::experiment
