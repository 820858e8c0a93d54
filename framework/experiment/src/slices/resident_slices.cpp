// SPDX-License-Identifier: MIT
#include "resident_slices.hpp"

#include <utility>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../job/game_memory.hpp"

namespace zermelo::experiment {

std::uint64_t resident_slices::bytes_of_words(std::uint32_t slice) const {
  const storage::endgame_table& table = *m_set.table(slice);
  return table.size() * entry_bytes(table.distance_bound(), table.margin_bound());
}

std::shared_ptr<const solution_entries> resident_slices::entries(std::uint32_t slice, std::uint64_t max_bytes,
                                                                 work_monitor& monitor) {
  if (const auto found = m_slices.find(slice); found != m_slices.end()) return found->second.entries;
  const std::shared_ptr<const storage::endgame_table>& table = m_set.table(slice);
  if (saturating_sum(bytes(), bytes_of_words(slice)) > max_bytes) return table;
  const position first = m_set.index().slices[slice].first;
  const auto runs = [&](position p) {
    const owned_run run = run_at(m_game, first + p);
    return owned_run{run.to_move, run.end - first};
  };
  auto values = std::make_shared<const value_table>(table->load(runs, monitor, m_threads));
  table->forget_chunks();  // `values` has all entries
  keep(slice, values, values);
  return values;
}

void resident_slices::keep(std::uint32_t slice, std::shared_ptr<const solution_entries> entries,
                           std::shared_ptr<const solution_entries> whole) {
  if (entries->is_in_memory()) m_slices.emplace(slice, resident{std::move(entries), std::move(whole)});
}

std::uint64_t resident_slices::missing_bytes(const std::set<std::uint32_t>& slices) const {
  std::uint64_t bytes = 0;
  for (const std::uint32_t slice : slices) bytes += m_slices.contains(slice) ? 0 : bytes_of_words(slice);
  return bytes;
}

std::uint64_t resident_slices::bytes() const {
  std::set<const solution_entries*> counted;
  std::uint64_t bytes = 0;
  for (const auto& [slice, held] : m_slices) {
    if (!counted.insert(held.whole.get()).second) continue;
    const entry_words words = held.whole->words();
    bytes += words.narrow.size_bytes() + words.wide.size_bytes();
  }
  return bytes;
}

}  // namespace zermelo::experiment
