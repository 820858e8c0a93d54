// SPDX-License-Identifier: MIT
// A directed graph whose rows repeat themselves. Where positions are numbered as a box of digits, a piece moves by the
// same differences of numbers wherever the others stand: of the 27 million rows of a pursuit on 64 x 64 cells, 30
// thousand are different once every target is written as its difference from the row's vertex. So rows are a
// dictionary of such patterns, and for each vertex the number of its own, in 2 bytes.
//
// A dictionary has room for 65,535 patterns, and is left at 64 MiB; where that is not enough, a new one is begun.
//
//   memory   2 bytes a row that is not empty, a bit and a quarter for one that is (see row_references.hpp); 4 bytes (8
//            from 2^32 vertices on) a target of each pattern, 16 a pattern
//   walking  a row costs one place in memory that no cache holds; its pattern is in one
//
// Models Boost.Graph's VertexListGraph, EdgeListGraph, IncidenceGraph and AdjacencyGraph, see row_graph.hpp. Immutable
// and thread-safe once built.
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
#include <zermelo/core/graph/row_graph.hpp>
#include <zermelo/core/graph/row_memory.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {

/// Finds numbers by the hash of what they stand for.
class pattern_slots {
 public:
  pattern_slots() : m_slots(least_slots) {}

  /// The number for which `is_meant` holds, or `none`.
  template <class Predicate>
  [[nodiscard]] std::uint16_t find(std::uint64_t hash, const Predicate& is_meant) const {
    const auto tag = static_cast<std::uint16_t>(hash);
    for (std::size_t at = place_of(hash); m_slots[at].number != row_references::none; at = behind(at)) {
      if (m_slots[at].tag == tag && is_meant(m_slots[at].number)) return m_slots[at].number;
    }
    return row_references::none;
  }
  /// @param hash_of  gives the hash of a number that is there
  template <class Hash>
  void insert(std::uint64_t hash, std::uint16_t number, const Hash& hash_of) {
    if (2 * ++m_taken > m_slots.size()) {
      const std::vector<slot> before = std::exchange(m_slots, std::vector<slot>(2 * m_slots.size()));
      for (const slot& each : before) {
        if (each.number != row_references::none) place(hash_of(each.number), each.number);
      }
    }
    place(hash, number);
  }

 private:
  struct slot {
    std::uint16_t tag = 0;
    std::uint16_t number = row_references::none;
  };
  static constexpr std::size_t least_slots = 1024;
  static constexpr unsigned bits_of_tag = 16;

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    return (hash >> bits_of_tag) & (m_slots.size() - 1);
  }
  [[nodiscard]] std::size_t behind(std::size_t at) const noexcept { return (at + 1) & (m_slots.size() - 1); }
  void place(std::uint64_t hash, std::uint16_t number) {
    std::size_t at = place_of(hash);
    while (m_slots[at].number != row_references::none) at = behind(at);
    m_slots[at] = {static_cast<std::uint16_t>(hash), number};
  }

  std::vector<slot> m_slots;  ///< a power of two, half of them empty
  std::size_t m_taken = 0;
};

/// Patterns by number, for all threads. `Difference` has 32 bits, and vertices are added modulo 2^32, or 64.
template <class Difference>
class row_patterns {
 public:
  using pattern = std::span<const Difference>;
  static constexpr std::size_t max_patterns = row_references::none;

  row_patterns() : m_patterns(max_patterns) {}

  /// The patterns in memory: each is the number of its differences, then the differences.
  [[nodiscard]] const Difference* const* all() const noexcept { return m_patterns.data(); }
  // What follows is for one thread at a time.
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_memory.size() + m_size * sizeof(Difference*); }
  /// Whether the next block shall begin with a new dictionary.
  [[nodiscard]] bool is_large() const noexcept {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;  // a larger dictionary no longer stays in a cache
    return m_size == max_patterns || m_memory.size() > most_bytes;
  }
  /// The number of a pattern, which is added if it is new; `none` if there is no room for it.
  [[nodiscard]] std::uint16_t number_of(pattern wanted, std::uint64_t hash) {
    const std::uint16_t found = m_slots.find(hash, [&](std::uint16_t number) { return is(number, wanted); });
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

  /// Frees the memory for looking patterns up, which are complete now.
  void finish() {
    m_slots = {};
    m_row = {};
  }

  // The following members are thread-safe for patterns whose numbers the thread knows.
  [[nodiscard]] pattern operator[](std::uint16_t number) const noexcept {
    const Difference* const row = m_patterns[number];
    return {row + 1, static_cast<std::size_t>(row[0])};
  }
  [[nodiscard]] bool is(std::uint16_t number, pattern other) const noexcept {
    const pattern own = (*this)[number];
    return std::equal(own.begin(), own.end(), other.begin(), other.end());
  }
  /// A sum of products, which the processor computes independently of one another.
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

class repeated_rows : public row_graph<repeated_rows> {
 public:
  /// See HasNearRows.
  static constexpr bool has_near_rows = true;

  [[nodiscard]] std::uint64_t num_rows() const noexcept { return m_num_rows; }
  [[nodiscard]] std::uint64_t num_targets() const noexcept { return m_num_targets; }
  /// Memory of rows and patterns.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }
  /// The number of patterns in all dictionaries.
  [[nodiscard]] std::uint64_t num_patterns() const noexcept { return m_num_patterns; }

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

/// Thrown where patterns take more memory than allowed, since rows repeat less than expected.
class too_many_patterns : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "rows have more patterns than expected"; }
};

/// Stores rows, block by block; see encode_rows.hpp. Threads share a dictionary. Each thread remembers the patterns
/// that it has looked up, so that it rarely waits for the other threads.
class repeated_rows_builder {
 public:
  using rows = repeated_rows;

  explicit repeated_rows_builder(const rows_to_store& what) : m_max_pattern_bytes(what.max_pattern_bytes) {
    m_rows.m_num_rows = what.num_rows;
    m_rows.m_is_narrow = what.is_narrow;
    m_rows.m_blocks.resize(row_references::num_blocks(what.num_rows));
  }

 private:
  template <class Difference>
  using dictionary = std::shared_ptr<row_patterns<Difference>>;

  template <class Difference>
  struct dictionaries {
    std::vector<dictionary<Difference>> all;
    dictionary<Difference> shared;  ///< which blocks begin with

    [[nodiscard]] const dictionary<Difference>& begin_another() {
      return all.emplace_back(std::make_shared<row_patterns<Difference>>());
    }
  };

  /// The access of one thread to its present dictionary.
  template <class Difference>
  class reader {
   public:
    explicit reader(repeated_rows_builder& all) : m_all(all) {}

    [[nodiscard]] const row_patterns<Difference>& patterns() const { return *m_patterns; }

    /// Opens the shared dictionary; or, if the block is begun again since the shared one is full, a new one of this
    /// thread, which has room for all rows of a block. @throws too_many_patterns.
    void open(dictionaries<Difference>& known, bool is_again) {
      const std::lock_guard lock(m_all.m_guard);
      if (m_all.m_pattern_bytes > m_all.m_max_pattern_bytes) throw too_many_patterns();
      if (is_again) {
        use(known.begin_another());
        return;
      }
      if (!known.shared || known.shared->is_large()) {
        const bool has_own = m_patterns && m_patterns != known.shared && !m_patterns->is_large();
        known.shared = has_own ? m_patterns : known.begin_another();
      }
      if (m_patterns != known.shared) use(known.shared);
    }
    /// The number of the pattern of a row; `none` if there is no room for it.
    [[nodiscard]] std::uint16_t number_of(std::uint64_t v, std::span<const std::uint64_t> targets) {
      const std::uint16_t before = m_last;
      if (before != row_references::none) {
        // The pattern after a row is often the one that followed the same pattern before, or the same pattern again.
        const std::uint16_t guess = m_followed_by[before];
        if (guess != row_references::none && is_pattern(v, targets, guess)) return m_last = guess;
        if (is_pattern(v, targets, before)) return before;
      }
      m_last = look_up(v, targets);
      if (before != row_references::none) m_followed_by[before] = m_last;
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
      Difference other = 0;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        other |= static_cast<Difference>(v - targets[i]) ^ pattern[i];
      }
      return other == 0;
    }
    [[nodiscard]] std::uint16_t look_up(std::uint64_t v, std::span<const std::uint64_t> targets) {
      m_row.resize(targets.size());
      for (std::size_t i = 0; i < targets.size(); ++i) m_row[i] = static_cast<Difference>(v - targets[i]);
      const std::uint64_t hash = row_patterns<Difference>::hash_of(m_row);
      std::uint16_t number = m_known.find(hash, [this](std::uint16_t other) { return m_patterns->is(other, m_row); });
      if (number != row_references::none) return number;
      {
        const std::lock_guard lock(m_all.m_guard);
        const std::uint64_t before = m_patterns->bytes();
        number = m_patterns->number_of(m_row, hash);
        m_all.m_pattern_bytes += m_patterns->bytes() - before;
      }
      if (number == row_references::none) return number;
      m_known.insert(hash, number,
                     [this](std::uint16_t other) { return row_patterns<Difference>::hash_of((*m_patterns)[other]); });
      return number;
    }

    repeated_rows_builder& m_all;
    dictionary<Difference> m_patterns;
    pattern_slots m_known;
    std::vector<Difference> m_row;
    std::vector<std::uint16_t> m_followed_by;  ///< by pattern
    std::uint16_t m_last = row_references::none;
  };

 public:
  /// What one thread stores.
  class part {
   public:
    explicit part(repeated_rows_builder& all) : m_all(all), m_narrow(all), m_wide(all) {}

    /// @param is_again  the block is begun again, since there was no room
    void begin_block(bool is_again) {
      m_numbers.clear();
      m_num_targets_of_block = 0;
      if (m_all.m_rows.m_is_narrow) {
        m_narrow.open(m_all.m_narrow, is_again);
      } else {
        m_wide.open(m_all.m_wide, is_again);
      }
    }
    /// Adds a row. Returns false if there is no room: then the block has to be begun again.
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
    reader<std::uint32_t> m_narrow;
    reader<std::uint64_t> m_wide;
    std::vector<std::uint16_t> m_numbers;
    std::vector<std::uint16_t> m_encoded;
    std::uint64_t m_num_targets = 0;
    std::uint64_t m_num_targets_of_block = 0;
  };

  [[nodiscard]] repeated_rows finish() && {
    for (const auto& each : m_narrow.all) keep(each);
    for (const auto& each : m_wide.all) keep(each);
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
  std::mutex m_guard;                 ///< of what follows
  std::uint64_t m_pattern_bytes = 0;  ///< of all dictionaries
  dictionaries<std::uint32_t> m_narrow;
  dictionaries<std::uint64_t> m_wide;
  repeated_rows m_rows;
};

}  // namespace zermelo
