// SPDX-License-Identifier: MIT
// Reads run by run, each from the rank that has it.
#include "shared_entries.hpp"

#include <algorithm>
#include <utility>

namespace zermelo::distributed {

shared_entries::shared_entries(const block_partition& partition, std::uint64_t rank,
                               std::shared_ptr<const solution_entries> own, std::uint32_t longest, entry_server& server)
    : m_partition(partition), m_rank(rank), m_own(std::move(own)), m_longest(longest), m_server(server) {}

void shared_entries::read(position first, std::span<position_value> entries) const {
  while (!entries.empty()) {
    const std::uint64_t run = m_partition.run_around(first).end - first;
    const std::span<position_value> part = entries.first(std::min<std::uint64_t>(run, entries.size()));
    const std::uint64_t owner = m_partition.owner(first);
    const std::uint64_t offset = m_partition.offset_of(first);
    if (owner == m_rank) {
      m_own->read(offset, part);
    } else {
      m_server.ask(static_cast<int>(owner), offset, part);
    }
    first += part.size();
    entries = entries.subspan(part.size());
  }
}

index_range shared_entries::read_together(position p) const {
  constexpr std::uint64_t window = 4096;  // a question takes longer than to answer it with so many
  const index_range run = m_partition.run_around(p);
  if (m_partition.owner(p) == m_rank && !m_own->is_in_memory()) {
    const std::uint64_t offset = m_partition.offset_of(p);
    const index_range own = m_own->read_together(offset);
    // No farther than its own run, behind which the next offset is another position.
    return {p - std::min(offset - own.begin, p - run.begin), p + std::min(own.end - offset, run.end - p)};
  }
  const std::uint64_t begin = p - (p - run.begin) % window;
  return {begin, std::min(run.end, begin + window)};
}

std::vector<index_range> shared_entries::held_here() const { return m_partition.block(m_rank).stretches(); }

entry_words shared_entries::words() const {
  if (m_partition.num_blocks() == 1) return m_own->words();
  return {};
}

resident_words shared_entries::resident(position p) const {
  if (m_partition.owner(p) != m_rank) return {m_partition.outside_around(p, m_rank), {}};
  const index_range run = m_partition.run_around(p);
  const std::uint64_t offset = m_partition.offset_of(run.begin);
  const auto part = [&](auto words) { return words.empty() ? words : words.subspan(offset, run.end - run.begin); };
  const entry_words own = m_own->words();
  return {run, {part(own.narrow), part(own.wide)}};
}

}  // namespace zermelo::distributed
