// SPDX-License-Identifier: MIT
#include <zermelo/core/value/joined_entries.hpp>

#include <algorithm>
#include <iterator>
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
  if (!is_before_next || !is_after_last) throw contract_error("parts of a solution overlap");
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

void joined_entries::read(position first, std::span<position_value> entries) const {
  while (!entries.empty()) {
    const part* const here = part_of(first);
    const std::uint64_t end = here != nullptr ? here->first + here->size : first_after(first);
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(end - first, entries.size()));
    if (here != nullptr) {
      here->entries->read(first - here->first, entries.first(length));
    } else {
      std::fill_n(entries.begin(), length, position_value{});
    }
    first += length;
    entries = entries.subspan(length);
  }
}

index_range joined_entries::read_together(position p) const {
  const part* const here = part_of(p);
  if (here == nullptr) return {p, p + 1};
  const index_range inside = here->entries->read_together(p - here->first);
  return {here->first + inside.begin, here->first + inside.end};
}

resident_words joined_entries::resident(position p) const {
  position begin = 0;  // of what is not here, if p is not
  for (const part& one : m_parts) {
    const position end = one.first + one.size;
    if (p < one.first) return {{begin, one.first}, {}};
    if (p < end) return {{one.first, end}, one.words};
    begin = end;
  }
  return {{begin, m_size}, {}};
}

std::uint64_t joined_entries::bytes_in_memory() const {
  std::uint64_t bytes = 0;
  for (const part& p : m_parts) bytes += p.words.narrow.size_bytes() + p.words.wide.size_bytes();
  return bytes;
}

std::uint64_t joined_entries::first_after(position p) const {
  for (const part& one : m_parts) {
    if (one.first > p) return one.first;
  }
  return m_size;
}

}  // namespace zermelo
