// SPDX-License-Identifier: MIT
// The positions that an exploration has found: a hash table of keys, each with the number that it was given when it was
// found and with how many moves lead to it. Threads look up and insert at the same time.
//
// The table is many small ones, its parts, each behind a lock and growing alone: while it grows it takes hardly more
// than it has, and no thread waits for more than a part. Threads come with many keys at once, sorted by part: to take a
// lock that another processor had costs more than to find a key. Linear probing in the order of the hash, so that
// growing is one sweep.
//
//   memory  16 bytes a slot (24 for keys of 128 bits), of which 64 to 83 % are in use: 19 to 25 bytes a position
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
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

  /// For so many threads: parts enough that they rarely meet, and no more, since large parts lie in large pages, where
  /// keys are found in half of the time.
  explicit key_table(unsigned threads) : m_parts(num_parts_for(threads)) {}

  /// The bytes that so many positions take, at the most and but for some KiB.
  [[nodiscard]] static double most_bytes(double positions) {
    return positions * sizeof(slot) * growth / (static_cast<double>(load_numerator) / load_denominator);
  }

  /// Thread-safe.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_num_bytes.load(std::memory_order_relaxed); }

  [[nodiscard]] std::size_t num_parts() const noexcept { return m_parts.size(); }
  [[nodiscard]] std::size_t part_of(std::uint64_t hash) const noexcept {
    return (hash >> (bits_of_hash - most_part_bits)) & (m_parts.size() - 1);
  }

  /// Whether to wait for a part that another thread has.
  enum class patience : bool { none, any };

  /// Counts a move to each of some keys of one part, and calls found(i, number, is_new) for each, in the order of
  /// `which`, whose elements number `keys` and `hashes`. A new key gets `number_of_new()`. Both are called under a
  /// lock. False, and nothing is done, if another thread has the part and that is not to be waited for.
  /// @throws contract_error for more than 2^32 - 1 moves to one position; what the functions throw; std::bad_alloc.
  template <class NumberOfNew, class Found>
  bool arrive(std::size_t number_of_part, std::span<const std::uint32_t> which, std::span<const Key> keys,
              std::span<const std::uint64_t> hashes, const NumberOfNew& number_of_new, const Found& found,
              patience waits = patience::any) {
    constexpr std::size_t ahead = 16;  // look-ups whose memory is on its way
    part& here = m_parts[number_of_part];
    tbb::spin_mutex::scoped_lock lock;
    if (waits == patience::any) {
      lock.acquire(here.guard);
    } else if (!lock.try_acquire(here.guard)) {
      return false;
    }
    make_room(here);
    const auto prefetch = [&](std::size_t i) {
      __builtin_prefetch(here.slots.data() + place_of(hashes[which[i]], here.slots.size()), 1);
    };
    for (std::size_t i = 0; i < std::min(ahead, which.size()); ++i) prefetch(i);
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (i + ahead < which.size()) prefetch(i + ahead);
      make_room(here);
      slot& at = slot_of(here.slots, keys[which[i]], hashes[which[i]]);
      const bool is_new = at.number_plus_1 == 0;
      if (is_new) {
        at.key = keys[which[i]];
        at.number_plus_1 = number_of_new() + 1;
        ++here.size;
      }
      if (++at.num_arrivals == 0) throw contract_error("a position has more than 2^32 - 1 predecessors");
      found(which[i], at.number_plus_1 - 1, is_new);
    }
    return true;
  }

  // Not while others insert.

  /// A key to which no move is known yet; false if it is there already.
  template <class NumberOfNew>
  bool insert(const Key& key, std::uint64_t hash, const NumberOfNew& number_of_new) {
    part& here = m_parts[part_of(hash)];
    make_room(here);
    slot& at = slot_of(here.slots, key, hash);
    if (at.number_plus_1 != 0) return false;
    at.key = key;
    at.number_plus_1 = number_of_new() + 1;
    ++here.size;
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
  static constexpr unsigned bits_of_hash = 64;
  static constexpr unsigned most_part_bits = 12;  ///< the highest of the hash tell the part, the others the place
  static constexpr std::size_t parts_per_thread = 4;

  [[nodiscard]] static std::size_t num_parts_for(unsigned threads) {
    constexpr std::size_t most = std::size_t{1} << most_part_bits;
    return std::min(most, std::bit_ceil(std::max<std::size_t>(2, threads) * parts_per_thread));
  }

  static constexpr std::size_t cache_line_bytes = 64;
  struct alignas(cache_line_bytes) part {
    tbb::spin_mutex guard;
    std::uint64_t size = 0;
    zeroed_pages<slot> slots;
  };

  /// Ascends with the rest of the hash.
  [[nodiscard]] static std::uint64_t place_of(std::uint64_t hash, std::uint64_t capacity) noexcept {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(hash << most_part_bits) * capacity) >> bits_of_hash);
  }

  /// Where the key is, or where it belongs.
  [[nodiscard]] static slot& slot_of(zeroed_pages<slot>& slots, const Key& key, std::uint64_t hash) noexcept {
    std::uint64_t at = place_of(hash, slots.size());
    while (slots[at].number_plus_1 != 0 && slots[at].key != key) {
      if (++at == slots.size()) at = 0;
    }
    return slots[at];
  }

  /// For one more key.
  void make_room(part& here) {
    if ((here.size + 1) * load_denominator <= here.slots.size() * load_numerator) return;
    const auto wanted = static_cast<std::uint64_t>(static_cast<double>(here.slots.size()) * growth);
    zeroed_pages<slot> more(std::max(least_capacity, wanted));
    for (const slot& old : here.slots.span()) {
      if (old.number_plus_1 != 0) slot_of(more, old.key, hash_of_key(old.key)) = old;
    }
    m_num_bytes.fetch_add((more.size() - here.slots.size()) * sizeof(slot), std::memory_order_relaxed);
    here.slots = std::move(more);
  }

  std::atomic<std::uint64_t> m_num_bytes{0};
  std::vector<part> m_parts;
};

}  // namespace zermelo
