// SPDX-License-Identifier: MIT
#include "slice_cache.hpp"

#include <algorithm>
#include <set>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/slices/converted_entries.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../plan/game_memory.hpp"

namespace zermelo {

slice_cache::slice_cache(const any_game& game, const table_set& set, unsigned threads, std::vector<needed_slices> steps)
    : m_game(game), m_set(set), m_threads(threads), m_steps(std::move(steps)) {
  for (std::size_t step = 0; step < m_steps.size(); ++step) {
    for_each_needed(step, [this, step](const slice_key& needed) { m_uses[needed].push_back(step); });
  }
}

std::size_t slice_cache::next_use(const slice_key& slice, std::size_t from) const {
  const auto uses = m_uses.find(slice);
  if (uses == m_uses.end()) return m_steps.size();
  const auto next = std::ranges::lower_bound(uses->second, from);
  return next == uses->second.end() ? m_steps.size() : *next;
}

std::uint64_t slice_cache::missing_bytes(std::size_t begin, std::size_t end) const {
  std::set<slice_key> missing;
  for (std::size_t step = begin; step < end; ++step) {
    for_each_needed(step, [&missing](const slice_key& needed) { missing.insert(needed); });
  }
  std::uint64_t bytes = 0;
  for (const auto& [by_outcome, slice] : missing) {
    if (!m_resident.contains({by_outcome, slice})) bytes = saturating_sum(bytes, bytes_of(by_outcome, slice));
  }
  return bytes;
}

bool slice_cache::make_space(std::size_t begin, std::size_t end, std::uint64_t available_bytes) {
  const auto use_of = [&](const auto& resident) { return next_use(resident.first, begin); };
  std::erase_if(m_resident, [&](const auto& resident) { return use_of(resident) == m_steps.size(); });
  const auto has_space = [&] { return saturating_sum(bytes(), missing_bytes(begin, end)) <= available_bytes; };
  while (!has_space()) {
    const auto last = std::ranges::max_element(m_resident, {}, use_of);
    // Slices that the steps need are dropped only if they do not fit even without other slices.
    if (last == m_resident.end() || (use_of(*last) < end && bytes() <= available_bytes)) return false;
    m_resident.erase(last);
  }
  return true;
}

std::shared_ptr<const solution_entries> slice_cache::entries(std::uint32_t slice, std::uint64_t available_bytes,
                                                             work_monitor& monitor) {
  if (const auto found = m_resident.find({false, slice}); found != m_resident.end()) return found->second.entries;
  const std::shared_ptr<const storage::endgame_table>& table = m_set.table(slice);
  if (saturating_sum(bytes(), bytes_of(false, slice)) > available_bytes) return table;
  const position first = m_set.index().slices[slice].first;
  const auto runs = [&](position p) {
    const to_move_run run = run_at(m_game, first + p);
    return to_move_run{run.to_move, run.end - first};
  };
  auto values = std::make_shared<const value_table>(table->load(runs, monitor, m_threads));
  table->forget_chunks();  // `values` has all entries
  keep(slice, values, values);
  return values;
}

std::shared_ptr<const joined_entries> slice_cache::entries_of(std::size_t step, std::uint64_t available_bytes,
                                                              work_monitor& monitor) {
  const auto joined = std::make_shared<joined_entries>(m_set.size());
  for (const std::uint32_t slice : m_steps[step].outcomes) {
    joined->add(m_set.index().slices[slice].first, std::make_shared<converted_entries>(outcomes(slice, monitor)));
  }
  for (const std::uint32_t slice : m_steps[step].entries) {
    joined->add(m_set.index().slices[slice].first, entries(slice, available_bytes, monitor));
  }
  return joined;
}

std::shared_ptr<const outcome_bits> slice_cache::outcomes(std::uint32_t slice, work_monitor& monitor) {
  std::shared_ptr<const outcome_bits>& found = m_resident[{true, slice}].outcomes;
  if (!found) found = std::make_shared<const outcome_bits>(m_set.table(slice)->load_outcomes(monitor, m_threads));
  return found;
}

outcomes_by_slice slice_cache::outcomes_of(std::size_t step, work_monitor& monitor) {
  outcomes_by_slice found;
  found.by_slice.resize(m_set.index().slices.size());
  for (const std::uint32_t slice : m_steps[step].outcomes) {
    found.owners.push_back(outcomes(slice, monitor));
    found.by_slice[slice] = found.owners.back().get();
  }
  return found;
}

void slice_cache::keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
                       std::shared_ptr<const solution_entries> whole) {
  if (entries->is_in_memory()) m_resident[{false, slice}] = {std::move(entries), std::move(whole), nullptr};
}

void slice_cache::keep(std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes) {
  m_resident[{true, slice}].outcomes = std::move(outcomes);
}

std::uint64_t slice_cache::bytes_of(bool by_outcome, std::uint32_t slice) const {
  const storage::endgame_table& table = *m_set.table(slice);
  if (by_outcome) return outcome_bits::bytes_of(table.size());
  return table.size() * entry_bytes(table.distance_bound(), table.margin_bound());
}

std::uint64_t slice_cache::bytes() const {
  std::set<const solution_entries*> counted;
  std::uint64_t bytes = 0;
  for (const auto& [key, resident] : m_resident) {
    if (resident.outcomes != nullptr) bytes += resident.outcomes->bytes();
    if (resident.whole == nullptr || !counted.insert(resident.whole.get()).second) continue;
    bytes += resident.whole->bytes_in_memory();
  }
  return bytes;
}

}  // namespace zermelo
