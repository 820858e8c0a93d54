// SPDX-License-Identifier: MIT
#include "shared_entries.hpp"

#include <algorithm>
#include <utility>

namespace zermelo::distributed {

shared_entries::shared_entries(const block_partition& partition, std::uint64_t rank,
                               std::shared_ptr<const solution_entries> block_entries, std::uint32_t max_distance,
                               entry_server& server)
    : m_partition(partition),
      m_rank(rank),
      m_block_entries(std::move(block_entries)),
      m_max_distance(max_distance),
      m_server(server) {}

void shared_entries::read(position first, std::span<position_value> entries) const {
  while (!entries.empty()) {
    const std::uint64_t run = m_partition.run_around(first).end - first;
    const std::span<position_value> part = entries.first(std::min<std::uint64_t>(run, entries.size()));
    const std::uint64_t owner = m_partition.owner(first);
    const std::uint64_t offset = m_partition.offset_of(first);
    if (owner == m_rank) {
      m_block_entries->read(offset, part);
    } else {
      m_server.fetch(static_cast<int>(owner), offset, part);
    }
    first += part.size();
    entries = entries.subspan(part.size());
  }
}

index_range shared_entries::read_together(position p) const {
  constexpr std::uint64_t max_fetched = 4096;  // a query takes longer than answering it with this many entries
  const index_range run = m_partition.run_around(p);
  if (m_partition.owner(p) == m_rank && !m_block_entries->is_in_memory()) {
    const std::uint64_t offset = m_partition.offset_of(p);
    const index_range offsets = m_block_entries->read_together(offset);
    // Limited to the run: the next offset after its end is not the next position.
    return {p - std::min(offset - offsets.begin, p - run.begin), p + std::min(offsets.end - offset, run.end - p)};
  }
  const std::uint64_t begin = p - (p - run.begin) % max_fetched;
  return {begin, std::min(run.end, begin + max_fetched)};
}

std::vector<index_range> shared_entries::local_ranges() const { return m_partition.block(m_rank).ranges(); }

entry_words shared_entries::words() const {
  if (m_partition.num_blocks() == 1) return m_block_entries->words();
  return {};
}

resident_words shared_entries::resident(position p) const {
  if (m_partition.owner(p) != m_rank) return {m_partition.outside_around(p, m_rank), {}};
  const index_range run = m_partition.run_around(p);
  const std::uint64_t offset = m_partition.offset_of(run.begin);
  const auto run_words = [&](auto words) { return words.empty() ? words : words.subspan(offset, run.end - run.begin); };
  const entry_words words = m_block_entries->words();
  return {run, {run_words(words.narrow), run_words(words.wide), words.margin_bits}};
}

}  // namespace zermelo::distributed
