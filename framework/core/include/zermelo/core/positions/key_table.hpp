// SPDX-License-Identifier: MIT
// The positions that an exploration has found: a hash table of keys, each with the number that it was given when it was
// found and with how many moves lead to it. Threads look up and insert at the same time.
//
// The table is many small ones, each behind a lock and growing alone: while it grows it takes hardly more than it has,
// and no thread waits for more than a small one. Linear probing in the order of the hash, so that growing is one sweep.
//
//   memory  16 bytes a slot (24 for keys of 128 bits), of which 64 to 83 % are in use: 19 to 25 bytes a position
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <oneapi/tbb/spin_mutex.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/packing.hpp>

namespace zermelo {

/// One found position. Numbers are from 0.
template <class Key>
struct found_position {
  Key key{};
  std::uint32_t number_plus_1 = 0;  ///< 0: the slot is free
  std::uint32_t num_arrivals = 0;   ///< moves that lead here
};

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class key_table {
 public:
  using slot = found_position<Key>;
  static constexpr std::size_t num_parts = 128;

  /// The bytes that so many positions take, at the most and but for some KiB.
  [[nodiscard]] static double most_bytes(double positions) {
    return positions * sizeof(slot) * growth / (static_cast<double>(load_numerator) / load_denominator);
  }

  /// Thread-safe.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_num_bytes.load(std::memory_order_relaxed); }

  /// Brings the slot's memory near. Thread-safe; only advice.
  void prefetch(std::uint64_t hash) const noexcept {
    const part& here = m_parts[part_of(hash)];
    const slot* const slots = here.shown_slots.load(std::memory_order_relaxed);
    const std::uint64_t capacity = here.shown_capacity.load(std::memory_order_relaxed);
    // Whoever grows the part meanwhile makes this an address of nothing, which does no harm.
    if (capacity != 0)
      __builtin_prefetch(reinterpret_cast<const char*>(slots) + place_of(hash, capacity) * sizeof(slot));
  }

  /// Counts a move to this key, and gives its number. A key that is new gets `number_of_new()`, called under a lock.
  /// @return the number, and whether it is new. @throws contract_error for more than 2^32 - 1 moves to one position.
  template <class NumberOfNew>
  std::pair<std::uint32_t, bool> arrive(const Key& key, std::uint64_t hash, const NumberOfNew& number_of_new) {
    part& here = m_parts[part_of(hash)];
    const tbb::spin_mutex::scoped_lock lock(here.guard);
    if ((here.size + 1) * load_denominator > here.slots.size() * load_numerator) grow(here);
    slot& at = slot_of(here.slots, key, hash);
    if (at.number_plus_1 != 0) {
      if (++at.num_arrivals == 0) throw contract_error("a position has more than 2^32 - 1 predecessors");
      return {at.number_plus_1 - 1, false};
    }
    at.key = key;
    at.num_arrivals = 1;
    at.number_plus_1 = number_of_new() + 1;
    ++here.size;
    return {at.number_plus_1 - 1, true};
  }

  // Not while others insert.

  /// A key to which no move is known yet; false if it is there already.
  template <class NumberOfNew>
  bool insert(const Key& key, std::uint64_t hash, const NumberOfNew& number_of_new) {
    if (!arrive(key, hash, number_of_new).second) return false;
    --slot_of(m_parts[part_of(hash)].slots, key, hash).num_arrivals;
    return true;
  }
  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t sum = 0;
    for (const part& one : m_parts) sum += one.size;
    return sum;
  }
  /// Calls f(slot) for every position found of a part.
  template <class Function>
  void for_each(std::size_t number, const Function& f) const {
    for (const slot& at : m_parts[number].slots.span()) {
      if (at.number_plus_1 != 0) f(at);
    }
  }
  /// Gives back the memory of a part, which has nothing then.
  void forget(std::size_t number) noexcept {
    m_parts[number].slots = {};
    m_parts[number].size = 0;
  }

 private:
  static constexpr std::uint64_t load_numerator = 5;  // of 6 slots, at the most
  static constexpr std::uint64_t load_denominator = 6;
  static constexpr double growth = 1.3;
  static constexpr std::uint64_t least_capacity = 16;
  static constexpr unsigned part_bits = 7;
  static_assert(num_parts == std::size_t{1} << part_bits);

  static constexpr std::size_t cache_line_bytes = 64;
  struct alignas(cache_line_bytes) part {
    tbb::spin_mutex guard;
    std::uint64_t size = 0;
    zeroed_pages<slot> slots;
    std::atomic<const slot*> shown_slots{nullptr};  ///< for `prefetch`
    std::atomic<std::uint64_t> shown_capacity{0};
  };

  [[nodiscard]] static std::size_t part_of(std::uint64_t hash) noexcept { return hash >> (64 - part_bits); }
  /// Ascends with the rest of the hash.
  [[nodiscard]] static std::uint64_t place_of(std::uint64_t hash, std::uint64_t capacity) noexcept {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(hash << part_bits) * capacity) >> 64);
  }

  /// Where the key is, or where it belongs.
  [[nodiscard]] static slot& slot_of(zeroed_pages<slot>& slots, const Key& key, std::uint64_t hash) noexcept {
    std::uint64_t at = place_of(hash, slots.size());
    while (slots[at].number_plus_1 != 0 && slots[at].key != key) {
      if (++at == slots.size()) at = 0;
    }
    return slots[at];
  }

  void grow(part& here) {
    const auto wanted = static_cast<std::uint64_t>(static_cast<double>(here.slots.size()) * growth);
    zeroed_pages<slot> more(std::max(least_capacity, wanted));
    for (const slot& old : here.slots.span()) {
      if (old.number_plus_1 != 0) slot_of(more, old.key, hash_of_key(old.key)) = old;
    }
    m_num_bytes.fetch_add((more.size() - here.slots.size()) * sizeof(slot), std::memory_order_relaxed);
    here.slots = std::move(more);
    here.shown_slots.store(here.slots.data(), std::memory_order_relaxed);
    here.shown_capacity.store(here.slots.size(), std::memory_order_relaxed);
  }

  std::atomic<std::uint64_t> m_num_bytes{0};
  std::vector<part> m_parts = std::vector<part>(num_parts);
};

}  // namespace zermelo
