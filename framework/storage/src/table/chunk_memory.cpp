// SPDX-License-Identifier: MIT
#include <zermelo/storage/table/chunk_memory.hpp>

#include <iterator>
#include <utility>

#include <zermelo/core/base/random.hpp>

namespace zermelo::storage {

std::size_t chunk_memory::hash_of_key::operator()(const key& k) const noexcept {
  return splitmix64_mix(k.number ^ splitmix64_mix(reinterpret_cast<std::uintptr_t>(k.cache)));
}

std::size_t chunk_memory::bytes() const {
  const std::lock_guard lock(m_guard);
  return m_bytes;
}

std::shared_ptr<const void> chunk_memory::find(const void* cache, std::uint64_t number) {
  const std::lock_guard lock(m_guard);
  const auto found = m_entry_of.find({cache, number});
  if (found == m_entry_of.end()) return nullptr;
  m_entries.splice(m_entries.begin(), m_entries, found->second);
  return found->second->chunk;
}

void chunk_memory::insert(const void* cache, std::uint64_t number, std::shared_ptr<const void> chunk,
                          std::size_t bytes) {
  entry_list dropped;  // destroyed after the lock is released
  const std::lock_guard lock(m_guard);
  if (m_entry_of.contains({cache, number})) return;
  while (m_bytes + bytes > m_max_bytes && !m_entries.empty() && m_entries.size() >= m_min_chunks) {
    m_bytes -= m_entries.back().bytes;
    m_entry_of.erase(m_entries.back().of);
    dropped.splice(dropped.begin(), m_entries, std::prev(m_entries.end()));
  }
  m_entries.push_front({{cache, number}, std::move(chunk), bytes});
  m_entry_of.emplace(m_entries.front().of, m_entries.begin());
  m_bytes += bytes;
}

void chunk_memory::remove(const void* cache) {
  entry_list dropped;
  const std::lock_guard lock(m_guard);
  for (auto at = m_entries.begin(); at != m_entries.end();) {
    const auto next = std::next(at);
    if (at->of.cache == cache) {
      m_bytes -= at->bytes;
      m_entry_of.erase(at->of);
      dropped.splice(dropped.begin(), m_entries, at);
    }
    at = next;
  }
}

}  // namespace zermelo::storage
