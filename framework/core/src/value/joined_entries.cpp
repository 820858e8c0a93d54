// SPDX-License-Identifier: MIT
#include <zermelo/core/value/joined_entries.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

void joined_entries::add(position first, std::shared_ptr<const solution_entries> entries) {
  const std::uint64_t size = entries->size();
  if (size == 0) return;
  const auto after = std::find_if(m_parts.begin(), m_parts.end(), [&](const part& p) { return p.first >= first; });
  const bool is_before_next = after == m_parts.end() ? size <= m_size && first <= m_size - size
                                                     : size <= after->first && first <= after->first - size;
  const bool is_after_last = after == m_parts.begin() || first - std::prev(after)->first >= std::prev(after)->size;
  if (!is_before_next || !is_after_last) throw contract_error("joined_entries: parts overlap or exceed the game");
  const entry_words words = entries->words();
  m_parts.insert(after, part{first, size, words, std::move(entries)});
}

void joined_entries::remove(position first) {
  std::erase_if(m_parts, [first](const part& p) { return p.first == first; });
}

std::uint32_t joined_entries::distance_bound() const {
  std::uint32_t bound = 0;
  for (const part& p : m_parts) bound = std::max(bound, p.entries->distance_bound());
  return bound;
}

std::uint32_t joined_entries::margin_bound() const {
  std::uint32_t bound = 1;
  for (const part& p : m_parts) bound = std::max(bound, p.entries->margin_bound());
  return bound;
}

void joined_entries::read(position first, std::span<position_value> entries) const {
  std::fill(entries.begin(), entries.end(), position_value{});
  const position end = first + entries.size();
  for (const part& p : m_parts) {
    const position from = std::max(first, p.first);
    const position to = std::min(end, p.first + p.size);
    if (from < to) p.entries->read(from - p.first, entries.subspan(from - first, to - from));
  }
}

index_range joined_entries::read_together(position p) const {
  const part* const found = part_of(p);
  if (found == nullptr) return {p, p + 1};
  const auto [begin, end] = found->entries->read_together(p - found->first);
  return {found->first + begin, found->first + end};
}

resident_words joined_entries::resident(position p) const {
  position end = 0;  // end of the parts before p
  for (const part& one : m_parts) {
    if (p < one.first) return {{end, one.first}, {}};
    end = one.first + one.size;
    if (p < end) return {{one.first, end}, one.words};
  }
  return {{end, m_size}, {}};
}

bool joined_entries::is_in_memory() const {
  position end = 0;
  for (const part& one : m_parts) {
    if (one.first != end || one.words.empty()) return false;
    end += one.size;
  }
  return end == m_size && !m_parts.empty();
}

void joined_entries::reject_missing(position p) {
  throw contract_error("position " + std::to_string(p) + " is in a missing part of the solution");
}

std::uint64_t joined_entries::bytes_in_memory() const {
  std::uint64_t bytes = 0;
  for (const part& p : m_parts) bytes += p.entries->bytes_in_memory();
  return bytes;
}

}  // namespace zermelo
