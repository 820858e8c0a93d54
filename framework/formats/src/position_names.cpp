// SPDX-License-Identifier: MIT
#include <zermelo/formats/position_names.hpp>

#include <atomic>
#include <bit>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/base/word_access.hpp>

namespace zermelo {
namespace {

constexpr std::uint64_t marks_per_word = 64;

[[nodiscard]] std::uint64_t num_slots_for(std::uint64_t num_positions) noexcept {
  return std::bit_ceil(num_positions + num_positions / 4 + 1);
}

}  // namespace

position_names::position_names(uninitialized_array<char> bytes, uninitialized_array<std::uint64_t> indptr)
    : m_bytes(std::move(bytes)), m_indptr(std::move(indptr)) {}

void position_names::make_index(std::uint64_t seed, unsigned threads, work_monitor& monitor) {
  if (size() == 0) return;
  m_seed = seed;
  m_slots = zeroed_pages<std::uint32_t>(num_slots_for(size()));
  m_is_shared = zeroed_pages<std::uint64_t>(size() / marks_per_word + 1);
  monitor.phase("names", size());
  for_each_block(size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) add_to_index(v);
  });
}

std::size_t position_names::first_slot_of(std::string_view name) const {
  text_digest digest;
  for (const std::string_view text : {std::string_view(reinterpret_cast<const char*>(&m_seed), sizeof(m_seed)), name}) {
    digest.add(text);
  }
  return splitmix64_mix(digest.value()) & (m_slots.size() - 1);
}

/// Adds a position; called by several threads. The first position with a name occupies the slot of the name, and later
/// positions compare their names with it. Relaxed ordering suffices: names were written before.
void position_names::add_to_index(std::uint64_t v) {
  const std::string_view name = (*this)[v];
  if (name.empty()) return;
  for (std::size_t slot = first_slot_of(name);; slot = (slot + 1) & (m_slots.size() - 1)) {
    const std::atomic_ref taken(m_slots[slot]);
    std::uint32_t first = taken.load(std::memory_order_relaxed);
    const auto number = static_cast<std::uint32_t>(v + 1);
    if (first == 0 && taken.compare_exchange_strong(first, number, std::memory_order_relaxed)) return;
    if ((*this)[first - 1] != name) continue;
    share(first - 1);
    share(v);
    return;
  }
}

void position_names::share(std::uint64_t v) noexcept {
  std::uint64_t& word = m_is_shared[v / marks_per_word];
  const std::uint64_t bit = std::uint64_t{1} << v % marks_per_word;
  if ((shared_access::load(word) & bit) == 0) shared_access::fetch_or(word, bit);
}

bool position_names::is_own(std::uint64_t v) const noexcept {
  return !(*this)[v].empty() && (m_is_shared[v / marks_per_word] >> v % marks_per_word & 1) == 0;
}

std::optional<std::uint64_t> position_names::find(std::string_view name) const {
  if (size() == 0 || name.empty()) return std::nullopt;
  for (std::size_t slot = first_slot_of(name); m_slots[slot] != 0; slot = (slot + 1) & (m_slots.size() - 1)) {
    const std::uint64_t v = m_slots[slot] - 1;
    if ((*this)[v] == name) return is_own(v) ? std::optional(v) : std::nullopt;
  }
  return std::nullopt;
}

std::uint64_t position_names::memory_bytes(std::uint64_t num_positions, std::uint64_t text_bytes) noexcept {
  const std::uint64_t index_bytes = sizeof(std::uint32_t) * num_slots_for(num_positions) + num_positions / 8;
  return text_bytes + sizeof(std::uint64_t) * (num_positions + 1) + index_bytes;
}

}  // namespace zermelo
