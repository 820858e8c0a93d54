// SPDX-License-Identifier: MIT
// A directed graph whose rows repeat. Where the number of a position is made of digits, one for each piece, a move
// changes the number by the same difference wherever the other pieces stand: the 27 million rows of a pursuit on 64 x
// 64 cells have 30 thousand patterns, if every target is written as the row's vertex minus the target. So the graph is
// a dictionary of patterns, and for each vertex the number of its pattern, in 2 bytes.
//
// A dictionary has room for 65,535 patterns. Where it is full or larger than 64 MiB, the next block begins a new one.
//
//   memory   2 bytes a row that is not empty, a bit and a quarter an empty row (see row_references.hpp); 4 bytes (8
//            from 2^32 vertices on) a target of each pattern, 16 a pattern
//   walking  a row costs one cache miss; its pattern is in a cache
//
// Immutable and thread-safe once built.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/row_memory.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {

/// A hash table of the numbers of patterns.
class pattern_slots {
 public:
  pattern_slots() : m_slots(min_slots) {}

  /// The number of a pattern; `row_references::none` if the table lacks it.
  /// @param is_wanted  whether a number is of the pattern
  template <class Predicate>
  [[nodiscard]] std::uint16_t find(std::uint64_t hash, const Predicate& is_wanted) const {
    const auto tag = static_cast<std::uint16_t>(hash);
    for (std::size_t at = slot_of(hash); m_slots[at].number != row_references::none; at = behind(at)) {
      if (m_slots[at].tag == tag && is_wanted(m_slots[at].number)) return m_slots[at].number;
    }
    return row_references::none;
  }
  /// Inserts the number of a pattern. @param hash_of  hash_of(number) gives the hash of a pattern in the table
  template <class Hash>
  void insert(std::uint64_t hash, std::uint16_t number, const Hash& hash_of) {
    if (2 * ++m_taken > m_slots.size()) {
      const std::vector<slot> old_slots = std::exchange(m_slots, std::vector<slot>(2 * m_slots.size()));
      for (const slot& old : old_slots) {
        if (old.number != row_references::none) place(hash_of(old.number), old.number);
      }
    }
    place(hash, number);
  }

 private:
  struct slot {
    std::uint16_t tag = 0;
    std::uint16_t number = row_references::none;
  };
  static constexpr std::size_t min_slots = 1024;
  static constexpr unsigned bits_of_tag = 16;

  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const noexcept {
    return (hash >> bits_of_tag) & (m_slots.size() - 1);
  }
  [[nodiscard]] std::size_t behind(std::size_t at) const noexcept { return (at + 1) & (m_slots.size() - 1); }
  void place(std::uint64_t hash, std::uint16_t number) {
    std::size_t at = slot_of(hash);
    while (m_slots[at].number != row_references::none) at = behind(at);
    m_slots[at] = {static_cast<std::uint16_t>(hash), number};
  }

  std::vector<slot> m_slots;  ///< their number is a power of two, and at least half of them are empty
  std::size_t m_taken = 0;
};

/// A dictionary of patterns, which threads share. @tparam Difference  of 32 or 64 bits, as wide as a vertex
template <class Difference>
class row_patterns {
 public:
  using pattern = std::span<const Difference>;
  static constexpr std::size_t max_patterns = row_references::none;

  row_patterns() : m_patterns(max_patterns) {}

  /// [number]: the pattern in memory, the number of its differences and then the differences.
  [[nodiscard]] const Difference* const* all() const noexcept { return m_patterns.data(); }
  // One thread at a time may call the following members.
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_memory.size() + m_size * sizeof(Difference*); }
  /// Whether the next block must begin with a new dictionary.
  [[nodiscard]] bool is_large() const noexcept {
    constexpr std::uint64_t max_cached_bytes = std::uint64_t{1} << 26;  // larger dictionaries do not stay in a cache
    return m_size == max_patterns || m_memory.size() > max_cached_bytes;
  }
  /// The number of a pattern, which is added if it is new; `none` if the dictionary is full.
  /// @throws contract_error for a pattern that is too long
  [[nodiscard]] std::uint16_t number_of(pattern wanted, std::uint64_t hash) {
    const std::uint16_t found = m_slots.find(hash, [&](std::uint16_t number) { return has_number(number, wanted); });
    if (found != row_references::none || m_size == max_patterns) return found;
    if (wanted.size() >= std::numeric_limits<Difference>::max()) {
      throw contract_error("a position has more than 2^32 - 2 predecessors");
    }
    const auto number = static_cast<std::uint16_t>(m_size);
    m_row.assign(1, static_cast<Difference>(wanted.size()));
    m_row.insert(m_row.end(), wanted.begin(), wanted.end());
    m_patterns[m_size++] = m_memory.put(pattern(m_row));
    m_slots.insert(hash, number, [this](std::uint16_t other) { return hash_of((*this)[other]); });
    return number;
  }

  /// Frees the memory for look-ups. Precondition: no call of `number_of` follows.
  void finish() {
    m_slots = {};
    m_row = {};
  }

  // Threads may call the following members at any time, for the numbers that `number_of` has returned to them.
  [[nodiscard]] pattern operator[](std::uint16_t number) const noexcept {
    const Difference* const row = m_patterns[number];
    return {row + 1, static_cast<std::size_t>(row[0])};
  }
  [[nodiscard]] bool has_number(std::uint16_t number, pattern row) const noexcept {
    const pattern stored = (*this)[number];
    return std::equal(stored.begin(), stored.end(), row.begin(), row.end());
  }
  /// A sum of products, which a processor can compute in parallel.
  [[nodiscard]] static std::uint64_t hash_of(pattern row) noexcept {
    static constexpr std::array<std::uint64_t, 8> factors{
        splitmix64_mix(1) | 1, splitmix64_mix(2) | 1, splitmix64_mix(3) | 1, splitmix64_mix(4) | 1,
        splitmix64_mix(5) | 1, splitmix64_mix(6) | 1, splitmix64_mix(7) | 1, splitmix64_mix(8) | 1};
    std::uint64_t sum = row.size();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i % factors.size() == 0) sum = splitmix64_mix(sum);
      sum += row[i] * factors[i % factors.size()];
    }
    return splitmix64_mix(sum);
  }

 private:
  uninitialized_array<const Difference*> m_patterns;
  std::size_t m_size = 0;
  row_memory m_memory;
  pattern_slots m_slots;
  std::vector<Difference> m_row;
};

class repeated_rows {
 public:
  static constexpr bool has_near_rows = true;  ///< see HasNearRows

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_num_rows; }
  [[nodiscard]] std::uint64_t num_targets() const noexcept { return m_num_targets; }
  /// Memory of rows and patterns.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }
  /// The number of patterns in all dictionaries.
  [[nodiscard]] std::uint64_t num_patterns() const noexcept { return m_num_patterns; }

  /// Calls f(target) for the targets of a row, in the order in which they were added.
  template <class Callback>
  [[gnu::always_inline]] void for_each_target(std::uint64_t v, Callback&& f) const {
    const block& in = m_blocks[v / row_references::rows_per_block];
    const std::uint16_t number = row_references::find(in.numbers, v % row_references::rows_per_block);
    if (number == row_references::none) return;
    if (m_is_narrow) {
      const std::uint32_t* const pattern = static_cast<const std::uint32_t* const*>(in.patterns)[number];
      for (std::uint32_t i = 1; i <= pattern[0]; ++i) f(std::uint64_t{static_cast<std::uint32_t>(v) - pattern[i]});
    } else {
      const std::uint64_t* const pattern = static_cast<const std::uint64_t* const*>(in.patterns)[number];
      for (std::uint64_t i = 1; i <= pattern[0]; ++i) f(v - pattern[i]);
    }
  }

 private:
  friend class repeated_rows_builder;
  struct block {
    const std::uint16_t* numbers = nullptr;
    const void* patterns = nullptr;  ///< row_patterns<Difference>::all()
  };

  std::uint64_t m_num_rows = 0;
  std::uint64_t m_num_targets = 0;
  std::uint64_t m_num_patterns = 0;
  std::uint64_t m_bytes = 0;
  bool m_is_narrow = true;
  std::vector<block> m_blocks;
  std::vector<row_memory> m_references;
  std::vector<std::shared_ptr<const void>> m_dictionaries;
};

/// Thrown if patterns take more memory than allowed: rows repeat less than expected.
class too_many_patterns : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "rows have more patterns than expected"; }
};

/// Stores rows, block by block; see encode_rows.hpp. Threads share a dictionary. Each thread remembers the patterns
/// that it has looked up, so that it rarely waits for the other threads.
class repeated_rows_builder {
 public:
  using rows = repeated_rows;

  explicit repeated_rows_builder(const rows_to_store& sizes) : m_max_pattern_bytes(sizes.max_pattern_bytes) {
    m_rows.m_num_rows = sizes.num_rows;
    m_rows.m_is_narrow = sizes.is_narrow;
    m_rows.m_blocks.resize(row_references::num_blocks(sizes.num_rows));
  }

 private:
  template <class Difference>
  using dictionary = std::shared_ptr<row_patterns<Difference>>;

  template <class Difference>
  struct dictionaries {
    std::vector<dictionary<Difference>> all;
    dictionary<Difference> shared;  ///< with which threads begin their blocks

    [[nodiscard]] const dictionary<Difference>& add() {
      return all.emplace_back(std::make_shared<row_patterns<Difference>>());
    }
  };

  /// Finds or adds the patterns of one thread's rows in the dictionary of its current block.
  template <class Difference>
  class pattern_encoder {
   public:
    explicit pattern_encoder(repeated_rows_builder& all) : m_all(all) {}

    [[nodiscard]] const row_patterns<Difference>& patterns() const { return *m_patterns; }

    /// Opens a dictionary for a block. An unused one has room for all rows of a block. @throws too_many_patterns.
    void open(dictionaries<Difference>& known, dictionary_choice choice) {
      const std::lock_guard lock(m_all.m_guard);
      if (m_all.m_pattern_bytes > m_all.m_max_pattern_bytes) throw too_many_patterns();
      if (choice == dictionary_choice::unused) {
        use(known.add());
        return;
      }
      if (!known.shared || known.shared->is_large()) {
        const bool has_own = m_patterns && m_patterns != known.shared && !m_patterns->is_large();
        known.shared = has_own ? m_patterns : known.add();
      }
      if (m_patterns != known.shared) use(known.shared);
    }
    /// The number of a row's pattern, which is added if it is new; `none` if the dictionary is full.
    [[nodiscard]] std::uint16_t number_of(std::uint64_t v, std::span<const std::uint64_t> targets) {
      const std::uint16_t previous = m_last;
      if (previous != row_references::none) {
        // A pattern is often followed by the pattern that followed it the last time, or by itself.
        const std::uint16_t guess = m_followed_by[previous];
        if (guess != row_references::none && is_pattern(v, targets, guess)) return m_last = guess;
        if (is_pattern(v, targets, previous)) return previous;
      }
      m_last = look_up(v, targets);
      if (previous != row_references::none) m_followed_by[previous] = m_last;
      return m_last;
    }

   private:
    void use(dictionary<Difference> patterns) {
      m_patterns = std::move(patterns);
      m_known = {};
      m_followed_by.assign(row_patterns<Difference>::max_patterns, row_references::none);
      m_last = row_references::none;
    }
    /// Compares all targets without stopping at the first difference: rows are short, and branches take longer.
    [[nodiscard]] bool is_pattern(std::uint64_t v, std::span<const std::uint64_t> targets,
                                  std::uint16_t number) const noexcept {
      const auto pattern = (*m_patterns)[number];
      if (targets.size() != pattern.size()) return false;
      Difference different_bits = 0;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        different_bits |= static_cast<Difference>(v - targets[i]) ^ pattern[i];
      }
      return different_bits == 0;
    }
    [[nodiscard]] std::uint16_t look_up(std::uint64_t v, std::span<const std::uint64_t> targets) {
      m_row.resize(targets.size());
      for (std::size_t i = 0; i < targets.size(); ++i) m_row[i] = static_cast<Difference>(v - targets[i]);
      const std::uint64_t hash = row_patterns<Difference>::hash_of(m_row);
      std::uint16_t number =
          m_known.find(hash, [this](std::uint16_t other) { return m_patterns->has_number(other, m_row); });
      if (number != row_references::none) return number;
      {
        const std::lock_guard lock(m_all.m_guard);
        const std::uint64_t old_bytes = m_patterns->bytes();
        number = m_patterns->number_of(m_row, hash);
        m_all.m_pattern_bytes += m_patterns->bytes() - old_bytes;
      }
      if (number == row_references::none) return number;
      m_known.insert(hash, number,
                     [this](std::uint16_t other) { return row_patterns<Difference>::hash_of((*m_patterns)[other]); });
      return number;
    }

    repeated_rows_builder& m_all;
    dictionary<Difference> m_patterns;
    pattern_slots m_known;  ///< the patterns of the dictionary that this thread has looked up
    std::vector<Difference> m_row;
    std::vector<std::uint16_t> m_followed_by;     ///< [pattern]: the pattern of the next row, the last time
    std::uint16_t m_last = row_references::none;  ///< the pattern of the last row
  };

 public:
  /// The rows that one thread stores.
  class part {
   public:
    explicit part(repeated_rows_builder& all) : m_all(all), m_narrow(all), m_wide(all) {}

    void begin_block(dictionary_choice dictionary) {
      m_numbers.clear();
      m_num_targets_of_block = 0;
      if (m_all.m_rows.m_is_narrow) {
        m_narrow.open(m_all.m_narrow, dictionary);
      } else {
        m_wide.open(m_all.m_wide, dictionary);
      }
    }
    /// Adds a row. Returns false if the dictionary is full: then the block must begin anew.
    [[nodiscard]] bool add(std::uint64_t v, std::span<std::uint64_t> targets) {
      m_num_targets_of_block += targets.size();
      if (targets.empty()) {
        m_numbers.push_back(row_references::none);
        return true;
      }
      const std::uint16_t number =
          m_all.m_rows.m_is_narrow ? m_narrow.number_of(v, targets) : m_wide.number_of(v, targets);
      m_numbers.push_back(number);
      return number != row_references::none;
    }
    void end_block(std::uint64_t number) {
      m_num_targets += m_num_targets_of_block;
      row_references::encode(m_numbers, m_encoded);
      m_all.m_rows.m_blocks[number] = {m_references.put(std::span<const std::uint16_t>(m_encoded)),
                                       m_all.m_rows.m_is_narrow ? static_cast<const void*>(m_narrow.patterns().all())
                                                                : static_cast<const void*>(m_wide.patterns().all())};
    }
    void finish() {
      m_all.m_rows.m_num_targets += m_num_targets;
      m_all.m_rows.m_bytes += m_references.size();
      m_all.m_rows.m_references.push_back(std::move(m_references));
    }

   private:
    repeated_rows_builder& m_all;
    row_memory m_references;
    pattern_encoder<std::uint32_t> m_narrow;
    pattern_encoder<std::uint64_t> m_wide;
    std::vector<std::uint16_t> m_numbers;
    std::vector<std::uint16_t> m_encoded;
    std::uint64_t m_num_targets = 0;
    std::uint64_t m_num_targets_of_block = 0;
  };

  [[nodiscard]] repeated_rows finish() && {
    for (const auto& narrow : m_narrow.all) keep(narrow);
    for (const auto& wide : m_wide.all) keep(wide);
    return std::move(m_rows);
  }

 private:
  template <class Difference>
  void keep(const dictionary<Difference>& finished) {
    finished->finish();
    m_rows.m_bytes += finished->bytes();
    m_rows.m_num_patterns += finished->size();
    m_rows.m_dictionaries.push_back(finished);
  }

  std::uint64_t m_max_pattern_bytes;
  repeated_rows m_rows;               ///< one thread encodes each block; the sums are made when all threads are done
  std::mutex m_guard;                 ///< of the following members, and of patterns that are added
  std::uint64_t m_pattern_bytes = 0;  ///< of all dictionaries
  dictionaries<std::uint32_t> m_narrow;
  dictionaries<std::uint64_t> m_wide;
};

}  // namespace zermelo
