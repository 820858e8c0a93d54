// SPDX-License-Identifier: MIT
// The distances of a product game while it is solved: what each wave decided, row by row, in the order in which it
// was found. A position is decided once and takes a byte or less (see bit_code in bit_kernels.hpp); a table of
// distances that is written at every wave would be fetched from memory many times over. Where waves decide a place or
// two of a row, as in a corridor, the log would be longer than a table, and gives way to one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The bits of one row that one wave decided.
struct wave_row {
  std::uint32_t distance_plies = 0;
  wave_kind kind = wave_kind::won_by_first;
  std::uint16_t row = 0;  ///< within its group
  std::span<const std::uint8_t> bits;
};

/// A pool of equal blocks of memory, which is returned to the system as a whole. Thread-safe.
class block_store {
 public:
  /// Precondition: a multiple of 8.
  explicit block_store(std::size_t block_bytes) : m_block_bytes(block_bytes) {}

  [[nodiscard]] std::size_t block_bytes() const noexcept { return m_block_bytes; }
  [[nodiscard]] std::uint8_t* take() {
    const std::lock_guard lock(m_guard);
    if (!m_free.empty()) {
      std::uint8_t* const block = m_free.back();
      m_free.pop_back();
      return block;
    }
    if (m_slabs.empty() || m_used + m_block_bytes > m_slabs.back().size()) {
      m_slabs.emplace_back(std::max(m_block_bytes, m_next_slab_bytes));
      m_next_slab_bytes = std::min(2 * m_next_slab_bytes, max_slab_bytes);
      m_used = 0;
    }
    std::uint8_t* const block = m_slabs.back().data() + m_used;
    m_used += m_block_bytes;
    return block;
  }
  void give_back(std::uint8_t* block) {
    const std::lock_guard lock(m_guard);
    m_free.push_back(block);
  }

 private:
  // Slabs double in size, so that a small game does not touch the pages of a large one.
  static constexpr std::size_t first_slab_bytes = std::size_t{1} << 16;
  static constexpr std::size_t max_slab_bytes = std::size_t{1} << 23;

  std::size_t m_block_bytes;
  std::mutex m_guard;
  std::vector<uninitialized_array<std::uint8_t>> m_slabs;
  std::vector<std::uint8_t*> m_free;
  std::size_t m_next_slab_bytes = first_slab_bytes;
  std::size_t m_used = 0;
};

/// The wave rows of one group of rows. One thread at a time may add to it.
class wave_rows {
 public:
  /// Bytes that a wave row takes beside its bits.
  static constexpr std::size_t header_bytes = 2 * sizeof(std::uint32_t);
  static constexpr std::uint32_t max_distance = packed_word<std::uint32_t>::max_low;
  static constexpr unsigned row_bits = 12;  ///< of a header word, beside the number of bytes
  static constexpr std::uint32_t max_rows = 1U << row_bits;
  static constexpr std::size_t max_bytes = std::size_t{1} << (32 - row_bits);

  /// Adds a wave row. Preconditions: the limits above hold, and a block of the store has room for the wave row.
  void add(block_store& store, const wave_row& what) {
    const std::size_t bytes = header_bytes + what.bits.size();
    if (m_blocks.empty() || m_blocks.back().used + bytes > store.block_bytes()) m_blocks.push_back({store.take(), 0});
    block& last = m_blocks.back();
    const std::array<std::uint32_t, 2> header{
        (what.distance_plies << kind_bits) | static_cast<std::uint32_t>(what.kind),
        (static_cast<std::uint32_t>(what.bits.size()) << row_bits) | what.row,
    };
    std::memcpy(last.bytes + last.used, header.data(), header_bytes);
    std::memcpy(last.bytes + last.used + header_bytes, what.bits.data(), what.bits.size());
    last.used += bytes;
    m_bytes += bytes;
    m_longest = std::max(m_longest, what.distance_plies);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
  /// The longest distance in it, in plies.
  [[nodiscard]] std::uint32_t longest() const noexcept { return m_longest; }
  /// Forgets everything.
  void release(block_store& store) {
    for (const block& b : m_blocks) store.give_back(b.bytes);
    m_blocks = {};
    m_bytes = 0;
    m_longest = 0;
  }

  /// Calls f(wave_row) in the order in which they were added.
  template <class Callback>
  void for_each(Callback&& f) const {
    for (const block& b : m_blocks) {
      for (std::size_t at = 0; at < b.used;) {
        std::array<std::uint32_t, 2> header{};
        std::memcpy(header.data(), b.bytes + at, header_bytes);
        const std::size_t size = header[1] >> row_bits;
        f(wave_row{header[0] >> kind_bits,
                   static_cast<wave_kind>(header[0] & ((1U << kind_bits) - 1)),
                   static_cast<std::uint16_t>(header[1] & (max_rows - 1)),
                   {b.bytes + at + header_bytes, size}});
        at += header_bytes + size;
      }
    }
  }

 private:
  static constexpr unsigned kind_bits = 2;  ///< of a header word, beside the distance

  struct block {
    std::uint8_t* bytes;
    std::size_t used;
  };
  std::vector<block> m_blocks;
  std::size_t m_bytes = 0;
  std::uint32_t m_longest = 0;
};

/// A table of words, in blocks.
template <class Word>
class word_blocks {
 public:
  word_blocks() = default;
  word_blocks(block_store& store, std::uint64_t size, Word value)
      : m_words_in_block(store.block_bytes() / sizeof(Word)) {
    m_blocks.resize((size + m_words_in_block - 1) / m_words_in_block);
    for (std::uint8_t*& block : m_blocks) block = store.take();
    for (std::uint64_t i = 0; i < size; ++i) set(i, value);
  }

  [[nodiscard]] bool empty() const noexcept { return m_blocks.empty(); }
  [[nodiscard]] Word operator[](std::uint64_t i) const noexcept {
    Word word{};
    std::memcpy(&word, at(i), sizeof word);
    return word;
  }
  void set(std::uint64_t i, Word word) noexcept { std::memcpy(at(i), &word, sizeof word); }
  void release(block_store& store) {
    for (std::uint8_t* const block : m_blocks) store.give_back(block);
    m_blocks = {};
  }

 private:
  [[nodiscard]] std::uint8_t* at(std::uint64_t i) const noexcept {
    return m_blocks[i / m_words_in_block] + i % m_words_in_block * sizeof(Word);
  }

  std::size_t m_words_in_block = 1;
  std::vector<std::uint8_t*> m_blocks;
};

/// Decodes the entries of a wave row.
struct wave_row_reader {
  std::span<const place_number> place_of_bit;
  std::size_t chunk_words = 1;
  std::uint64_t row_length = 1;

  /// Calls f(number within the group) for each entry.
  template <class Callback>
  void for_each_entry(const wave_row& what, Callback&& f) const {
    const std::uint64_t first = what.row * row_length;
    for_each_encoded_bit(what.bits, chunk_words, [&](std::size_t bit) { f(first + place_of_bit[bit]); });
  }
};

/// The decided entries of a group of rows in one turn: a log, or a table of packed words once the log would be longer.
/// In the table the player to move is always the first one, since the turn says who moves. One thread at a time may add
/// to it.
class group_entries {
 public:
  /// Bytes of an entry in a table with narrow words.
  static constexpr std::size_t table_entry_bytes = sizeof(std::uint16_t);

  [[nodiscard]] bool is_log() const noexcept { return m_narrow.empty() && m_wide.empty(); }
  [[nodiscard]] const wave_rows& log() const noexcept { return m_log; }
  /// Whether it is a table with wide words.
  [[nodiscard]] bool is_wide() const noexcept { return !m_wide.empty(); }
  /// @param size  the entries of the group.
  void add(block_store& store, const wave_row_reader& reader, player owner, const wave_row& what, std::uint64_t size) {
    if (is_log()) {
      if (m_log.bytes() + wave_rows::header_bytes + what.bits.size() <= table_entry_bytes * size) {
        m_log.add(store, what);
        return;
      }
      if (std::max(m_log.longest(), what.distance_plies) <= narrow::max_low) {
        m_narrow = {store, size, narrow::draw(player::first)};
      } else {
        m_wide = {store, size, wide::draw(player::first)};
      }
      m_log.for_each([&](const wave_row& logged) { write(reader, owner, logged); });
      m_log.release(store);
    } else if (what.distance_plies > narrow::max_low && m_wide.empty()) {
      widen(store, size);
    }
    write(reader, owner, what);
  }
  /// Precondition: !is_log().
  [[nodiscard]] position_value entry(std::uint64_t i) const noexcept {
    return m_wide.empty() ? narrow::value(m_narrow[i]) : wide::value(m_wide[i]);
  }

 private:
  using narrow = packed_word<std::uint16_t>;
  using wide = packed_word<std::uint32_t>;

  void widen(block_store& store, std::uint64_t size) {
    m_wide = {store, size, wide::draw(player::first)};
    for (std::uint64_t i = 0; i < size; ++i) {
      const position_value value = narrow::value(m_narrow[i]);
      if (value.distance_plies == no_distance) continue;
      m_wide.set(i, wide::decided(value.outcome, player::first, value.distance_plies));
    }
    m_narrow.release(store);
  }
  void write(const wave_row_reader& reader, player owner, const wave_row& what) {
    const outcome o = outcome_of(what.kind, owner);
    if (m_wide.empty()) {
      const auto word = narrow::decided(o, player::first, what.distance_plies);
      reader.for_each_entry(what, [&](std::uint64_t i) { m_narrow.set(i, word); });
    } else {
      const auto word = wide::decided(o, player::first, what.distance_plies);
      reader.for_each_entry(what, [&](std::uint64_t i) { m_wide.set(i, word); });
    }
  }

  wave_rows m_log;
  word_blocks<std::uint16_t> m_narrow;
  word_blocks<std::uint32_t> m_wide;
};

}  // namespace zermelo::detail
