// SPDX-License-Identifier: MIT
#include "resident_slices.hpp"

#include <set>
#include <utility>

#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/question/one_position.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

std::uint64_t resident_slices::bytes_of_words(std::uint32_t slice) const {
  const storage::endgame_table& table = *m_set.table(slice);
  const bool is_narrow = table.distance_bound() <= packed_word<std::uint16_t>::max_low;
  return table.size() * (is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t));
}

std::shared_ptr<const solution_entries> resident_slices::entries(std::uint32_t slice, std::uint64_t most_bytes,
                                                                 work_monitor& monitor) {
  if (const auto found = m_slices.find(slice); found != m_slices.end()) return found->second.entries;
  const std::shared_ptr<const storage::endgame_table>& table = m_set.table(slice);
  const std::uint64_t size = bytes_of_words(slice);
  const std::uint64_t held = bytes();
  if (held > most_bytes || size > most_bytes - held) return table;
  const position first = m_set.index().slices[slice].first;
  const auto runs = [&](position p) {
    const owned_run run = run_at(m_game, first + p);
    return owned_run{run.to_move, run.end - first};
  };
  auto values = std::make_shared<const value_table>(table->load(runs, monitor, m_threads));
  table->forget_chunks();  // all of them are here now
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
  for (const auto& [slice, one] : m_slices) {
    if (!counted.insert(one.whole.get()).second) continue;
    const entry_words words = one.whole->words();
    bytes += words.narrow.size_bytes() + words.wide.size_bytes();
  }
  return bytes;
}

}  // namespace zermelo::experiment
