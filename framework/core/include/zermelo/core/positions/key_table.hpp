// SPDX-License-Identifier: MIT
// A hash table of the keys of the positions that an exploration has found, each with the number that was assigned to
// the position when it was found. Threads look up and insert at the same time.
//
// The table consists of parts, each a hash table with a separate lock. Each part grows separately, so that growing
// needs little extra memory, and a thread waits for at most one part. A thread inserts many keys per call, sorted by
// ranges of the table, since taking a lock from another processor costs more than finding a key, and so does a miss in
// the TLB. Linear probing follows the order of the hash, so that a part grows in one sweep.
//
//   memory  12 bytes per slot (20 for keys of 128 bits). 55 to 83 % of the slots are in use: 14 to 22 bytes per
//           position (24 to 36)
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/spin_mutex.h>

#include <zermelo/core/base/cache_line.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/rules/packing.hpp>

namespace zermelo {

/// A slot of the table: free, or a found position. Numbers start at 0.
template <class Key>
struct found_key {
  std::array<std::uint32_t, sizeof(Key) / sizeof(std::uint32_t)> key_words{};  ///< aligned so that slots are not padded
  std::uint32_t number_plus_1 = 0;                                             ///< 0 if the slot is free

  [[nodiscard]] Key key() const noexcept { return std::bit_cast<Key>(key_words); }
};

/// A key to look up, with its index in the caller's list.
template <class Key>
struct target_key {
  Key key{};
  std::uint32_t index = 0;
};

/// @tparam Key std::uint64_t or wide_key
template <class Key>
class key_table {
 public:
  using slot = found_key<Key>;

  /// Creates the least number of parts with which threads rarely collide, since large parts are in large pages, where
  /// finding a key takes half the time.
  explicit key_table(unsigned threads) : m_parts(num_parts_for(threads)) {}

  /// Thread-safe.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_num_bytes.load(std::memory_order_relaxed); }

  [[nodiscard]] std::size_t num_parts() const noexcept { return m_parts.size(); }
  /// The part of a key. @param hash  hash_of_key(key)
  [[nodiscard]] std::size_t part_of(std::uint64_t hash) const noexcept {
    return (hash >> (bits_of_hash - max_part_bits)) & (m_parts.size() - 1);
  }
  /// The number of ranges of equal size into which the slots of a part are divided.
  [[nodiscard]] static constexpr std::size_t num_ranges_of_part() noexcept { return std::size_t{1} << range_bits; }
  /// The range of a key; ranges of all parts are numbered consecutively. @param hash  hash_of_key(key)
  [[nodiscard]] std::size_t range_of(std::uint64_t hash) const noexcept {
    return part_of(hash) << range_bits | (hash << max_part_bits) >> (bits_of_hash - range_bits);
  }

  /// Sorts targets by their ranges. Returns the index in `sorted` where the targets of each part begin, followed by the
  /// number of targets. @param sorted  has the size of `targets`
  [[nodiscard]] std::vector<std::size_t> sort_by_range(std::span<const Key> targets,
                                                       std::span<target_key<Key>> sorted) const {
    std::vector<std::uint32_t> ends(num_parts() * num_ranges_of_part() + 1, 0);
    for (const Key& target : targets) ++ends[range_of(hash_of_key(target)) + 1];
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
    std::vector<std::size_t> starts(num_parts() + 1);
    for (std::size_t p = 0; p <= num_parts(); ++p) starts[p] = ends[p * num_ranges_of_part()];
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      sorted[ends[range_of(hash_of_key(targets[i]))]++] = {targets[i], i};
    }
    return starts;
  }

  /// What a thread does if another thread has locked a part.
  enum class when_locked : bool { give_up, wait };

  /// Inserts the new keys among `keys`, and calls found(target key, its number in the table, whether it is new) for
  /// each key. A new key gets the number `number_of_new()`. Both functions are called under a lock. Returns false, and
  /// does nothing, if another thread has locked the part and `policy` is `when_locked::give_up`.
  /// @param keys  keys of this part; the call is fastest if they are in the order of their ranges
  /// @throws what the functions throw; std::bad_alloc.
  template <class NumberOfNew, class Found>
  bool insert_all(std::size_t part_number, std::span<const target_key<Key>> keys, const NumberOfNew& number_of_new,
                  const Found& found, when_locked policy = when_locked::wait) {
    constexpr std::size_t prefetch_distance = 16;  // keys
    constexpr std::size_t prefetched_slots = 4;    // most look-ups probe at most this many
    part& here = m_parts[part_number];
    tbb::spin_mutex::scoped_lock lock;
    if (policy == when_locked::wait) {
      lock.acquire(here.guard);
    } else if (!lock.try_acquire(here.guard)) {
      return false;
    }
    make_space(here);
    const auto home_of = [&](std::size_t i) {
      return here.slots.data() + home_slot(hash_of_key(keys[i].key), here.slots.size());
    };
    // Not a separate function: gcc 12 removes calls of a function that only prefetches.
    for (std::size_t i = 0; i < std::min(prefetch_distance, keys.size()); ++i) __builtin_prefetch(home_of(i), 1);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + prefetch_distance < keys.size()) {
        const slot* const home = home_of(i + prefetch_distance);
        __builtin_prefetch(home, 1);
        __builtin_prefetch(home + prefetched_slots - 1, 1);
      }
      const auto [number, is_new] = insert(here, keys[i].key, hash_of_key(keys[i].key), number_of_new);
      found(keys[i], number, is_new);
    }
    return true;
  }

  // The following functions must not run while another thread inserts.

  /// Makes space for about `positions` positions. Required before keys are inserted in the order of another table,
  /// since the first of these keys would all hash to the first slots of a smaller table.
  void reserve(std::uint64_t positions) {
    constexpr double num_deviations = 4;  // standard deviations of a part's size, which is random
    const double mean = static_cast<double>(positions) / static_cast<double>(m_parts.size());
    const double part_size = mean + num_deviations * std::sqrt(mean);
    const auto capacity = static_cast<std::uint64_t>(part_size * load_denominator / max_load_numerator);
    for (part& here : m_parts) {
      if (capacity > here.slots.size()) enlarge(here, capacity);
    }
  }
  /// Inserts a key; returns false if the table already has the key. @param hash  hash_of_key(key)
  template <class NumberOfNew>
  bool insert(const Key& key, std::uint64_t hash, const NumberOfNew& number_of_new) {
    return insert(m_parts[part_of(hash)], key, hash, number_of_new).second;
  }

  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t sum = 0;
    for (const part& one : m_parts) sum += one.size;
    return sum;
  }
  /// The slots of a part, in the order of the hash.
  [[nodiscard]] std::span<const slot> slots(std::size_t part_number) const noexcept {
    return m_parts[part_number].slots.span();
  }
  /// Empties a part, and returns its slots.
  [[nodiscard]] zeroed_pages<slot> take_part(std::size_t part_number) noexcept {
    m_parts[part_number].size = 0;
    return std::move(m_parts[part_number].slots);
  }

 private:
  static constexpr std::uint64_t max_load_numerator = 5;  ///< at most 5 of 6 slots are in use
  static constexpr std::uint64_t load_denominator = 6;
  static constexpr double growth_factor = 1.5;
  static constexpr std::uint64_t min_capacity = 16;
  static constexpr unsigned bits_of_hash = 64;
  static constexpr unsigned max_part_bits = 12;  ///< the highest bits of a hash select the part, the others the slot
  static constexpr std::size_t parts_per_thread = 4;
  static constexpr unsigned range_bits = 6;

  [[nodiscard]] static std::size_t num_parts_for(unsigned threads) {
    constexpr std::size_t max_parts = std::size_t{1} << max_part_bits;
    return std::min(max_parts, std::bit_ceil(std::max<std::size_t>(2, threads) * parts_per_thread));
  }

  struct alignas(cache_line_bytes) part {
    tbb::spin_mutex guard;
    std::uint64_t size = 0;
    zeroed_pages<slot> slots;
  };

  /// The home slot of a key, which ascends with the hash without its part bits.
  [[nodiscard]] static std::uint64_t home_slot(std::uint64_t hash, std::uint64_t capacity) noexcept {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(hash << max_part_bits) * capacity) >> bits_of_hash);
  }

  /// The slot of the key, or the free slot where it belongs.
  [[nodiscard]] static slot& slot_of(zeroed_pages<slot>& slots, const Key& key, std::uint64_t hash) noexcept {
    std::uint64_t at = home_slot(hash, slots.size());
    while (slots[at].number_plus_1 != 0 && slots[at].key() != key) {
      if (++at == slots.size()) at = 0;
    }
    return slots[at];
  }

  /// Returns the number of the key, and whether it is new.
  template <class NumberOfNew>
  [[gnu::always_inline]] std::pair<std::uint32_t, bool> insert(part& here, const Key& key, std::uint64_t hash,
                                                               const NumberOfNew& number_of_new) {
    make_space(here);
    slot& at = slot_of(here.slots, key, hash);
    const bool is_new = at.number_plus_1 == 0;
    if (is_new) {
      at = {std::bit_cast<decltype(at.key_words)>(key), number_of_new() + 1};
      ++here.size;
    }
    return {at.number_plus_1 - 1, is_new};
  }

  /// Makes space for one key.
  void make_space(part& here) {
    if ((here.size + 1) * load_denominator <= here.slots.size() * max_load_numerator) [[likely]]
      return;
    // A part of several huge pages fills whole ones, since the rest of a page would be divided into small ones.
    constexpr std::uint64_t min_huge_pages = 4;
    constexpr std::uint64_t slots_of_huge_page = (std::uint64_t{1} << 21) / sizeof(slot);
    const auto capacity = static_cast<std::uint64_t>(static_cast<double>(here.slots.size()) * growth_factor);
    const std::uint64_t huge_pages = (capacity + slots_of_huge_page / 2) / slots_of_huge_page;
    enlarge(here, huge_pages >= min_huge_pages ? huge_pages * slots_of_huge_page : capacity);
  }
  [[gnu::noinline]] void enlarge(part& here, std::uint64_t capacity) {
    const std::uint64_t size = here.slots.size();
    here.slots.grow(std::max(min_capacity, capacity));
    m_num_bytes.fetch_add((here.slots.size() - size) * sizeof(slot), std::memory_order_relaxed);
    rehash(here.slots, size);
  }

  /// Moves the keys of the first `size` slots to their new slots after the table has grown. Starts at the last slot,
  /// since a home slot can only move up. Keys that probing had moved past the last slot are inserted at the end.
  static void rehash(zeroed_pages<slot>& slots, std::uint64_t size) {
    std::vector<slot> wrapped;
    for (std::uint64_t i = size; i-- > 0;) {
      if (slots[i].number_plus_1 == 0) continue;
      const slot moved = std::exchange(slots[i], slot{});
      std::uint64_t at = home_slot(hash_of_key(moved.key()), slots.size());
      const bool belongs_above = at >= i;
      if (belongs_above) {
        while (at < slots.size() && slots[at].number_plus_1 != 0) ++at;
      }
      if (belongs_above && at < slots.size()) {
        slots[at] = moved;
      } else {
        wrapped.push_back(moved);
      }
    }
    for (const slot& moved : wrapped) slot_of(slots, moved.key(), hash_of_key(moved.key())) = moved;
  }

  std::atomic<std::uint64_t> m_num_bytes{0};
  std::vector<part> m_parts;
};

}  // namespace zermelo
