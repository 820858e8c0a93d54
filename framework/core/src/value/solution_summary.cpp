// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solution_summary.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {
namespace {

/// Builds the summary of a table's words. Counts positions with equal words together. For one thread.
template <class Word>
class word_summary {
  using packed = packed_word<Word>;

 public:
  explicit word_summary(unsigned margin_bits) : m_layout(margin_bits) {}

  void add(position p, Word word) {
    ++m_num_positions;
    if (word == packed::illegal) return;
    equal_words& equal = m_equal[std::uint32_t{word} * multiplier >> (bits_of_hash - index_bits)];
    if (equal.word != word) [[unlikely]] {
      count(equal);
      equal = {word, 0, signature_word(m_layout.value(word))};
    }
    ++equal.amount;
    m_signature.add(p, equal.signature_word);
  }
  [[nodiscard]] solution_summary summary() {
    for (equal_words& equal : m_equal) count(equal);
    m_summary.positions = m_num_positions;
    m_summary.signature = m_signature.value();
    return m_summary;
  }

 private:
  struct equal_words {
    Word word = packed::illegal;
    std::uint64_t amount = 0;  ///< positions that are not yet counted in m_summary
    std::uint64_t signature_word = 0;
  };
  static constexpr unsigned bits_of_hash = 32;
  static constexpr unsigned index_bits = 9;
  static constexpr std::uint32_t multiplier = 0x9e37'79b9;  ///< 2^32 / the golden ratio (Knuth): scatters neighbours

  void count(equal_words& equal) {
    const std::uint64_t amount = std::exchange(equal.amount, 0);
    if (amount > 0) m_summary.count(m_layout.value(equal.word), packed::to_move(equal.word), amount);
  }

  word_layout<Word> m_layout;
  std::uint64_t m_num_positions = 0;
  solution_summary m_summary;
  signature_sum m_signature;
  std::array<equal_words, std::size_t{1} << index_bits> m_equal;  ///< [hash of the word]
};

}  // namespace

solution_summary summarize(const value_table& values, const position_lookup& positions_at, unsigned threads) {
  constexpr std::uint64_t entries_per_call = 256;  // enough to make the cost of a call negligible
  work_monitor silent;
  const auto summarize_words = [&]<class Word>(std::span<const Word> words, unsigned margin_bits) {
    per_thread<word_summary<Word>> found([=] { return word_summary<Word>(margin_bits); });
    for_each_block(words.size(), resolve_threads(threads), silent, [&](std::uint64_t begin, std::uint64_t end) {
      word_summary<Word>& sum = found.local();
      std::array<position, entries_per_call> positions;
      for (std::uint64_t first = begin; first < end; first += entries_per_call) {
        const std::uint64_t count = std::min(entries_per_call, end - first);
        positions_at(first, std::span(positions).first(count));
        for (std::uint64_t i = 0; i < count; ++i) sum.add(positions[i], words[first + i]);
      }
    });
    solution_summary whole;
    for (word_summary<Word>& part : found) whole += part.summary();
    return whole;
  };
  const entry_words words = values.words();
  return words.wide.empty() ? summarize_words(words.narrow, words.margin_bits)
                            : summarize_words(words.wide, words.margin_bits);
}

solution_summary summarize(const value_table& values, unsigned threads) {
  const auto all = [](std::uint64_t begin, std::span<position> positions) {
    std::iota(positions.begin(), positions.end(), begin);
  };
  return summarize(values, all, threads);
}

struct summarizing_entries::sums {
  per_thread<summary_builder> of_threads;
};

summarizing_entries::summarizing_entries(const solution_entries& entries, run_lookup run_at)
    : m_entries(entries), m_run_at(std::move(run_at)), m_sums(std::make_unique<sums>()) {}

summarizing_entries::~summarizing_entries() = default;

void summarizing_entries::read(position first, std::span<position_value> entries) const {
  m_entries.read(first, entries);
  summary_builder& sum = m_sums->of_threads.local();
  to_move_run run;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const position p = first + i;
    if (p >= run.end) run = m_run_at(p);
    sum.add(p, entries[i], run.to_move);
  }
}

solution_summary summarizing_entries::summary() const {
  solution_summary whole;
  for (const summary_builder& sum : m_sums->of_threads) whole += sum.summary();
  return whole;
}

solution_summary summarize(const solution_entries& values, const run_lookup& run_at, unsigned threads,
                           work_monitor& monitor) {
  const summarizing_entries summed(values, run_at);
  per_thread<std::vector<position_value>> buffers;
  const std::vector<index_range> ranges = values.local_ranges();
  monitor.phase("summarize", total_size(ranges));
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB per thread
  for (const index_range resident : ranges) {
    const auto read_block = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<position_value>& buffer = buffers.local();
      buffer.resize(end - begin);
      summed.read(resident.begin + begin, buffer);
    };
    for_each_block(resident.end - resident.begin, resolve_threads(threads), monitor, read_block, block_size);
  }
  return summed.summary();
}

}  // namespace zermelo
