// SPDX-License-Identifier: MIT
// Divides work into ranges for several threads. Contains the decisions of each thread, its messages to other blocks,
// and the remaining ranges, since ranges wait while the outboxes are full.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo::detail {

/// The output of one thread: the vertices of its block that it has decided (none if edges are only sent), and its
/// messages to other blocks, which are vertices or the words of edges.
template <class Outbox>
struct thread_output {
  found_vertices decided;
  [[no_unique_address]] Outbox sent;
  std::vector<std::uint64_t> postponed;  ///< numbers of ranges that did not fit the outboxes
};

/// The outputs of all threads, and whether the outboxes have space for more.
template <class Outbox>
class thread_outputs {
 public:
  using output = thread_output<Outbox>;

  /// @param outbox_capacity  the total size of all outboxes, in their own units, at which ranges are postponed
  explicit thread_outputs(std::uint64_t outbox_capacity) : m_outbox_capacity(outbox_capacity) {}

  /// The output of the only thread, or of the calling thread if there are several.
  [[nodiscard]] output& of(plain_access) { return m_single; }
  [[nodiscard]] output& of(shared_access) { return m_shared.local(); }
  /// Calls f(output of this thread) for range `number`, or postpones the range if the outboxes are full.
  template <class Access, class Function>
  void take_range(Access access, std::uint64_t number, const Function& f) {
    output& own = of(access);
    if constexpr (std::is_same_v<Outbox, no_outbox>) {
      f(own);
    } else {
      if (m_num_sent.load(std::memory_order_relaxed) >= m_outbox_capacity) {
        own.postponed.push_back(number);
        return;
      }
      const std::uint64_t before = own.sent.size();
      f(own);
      if (own.sent.size() != before) m_num_sent.fetch_add(own.sent.size() - before, std::memory_order_relaxed);
    }
  }

  // The following members must not be called while threads are working.

  /// Returns the filled outboxes of all threads, and replaces them with empty outboxes.
  [[nodiscard]] std::vector<Outbox> take_outboxes() {
    std::vector<Outbox> all;
    for_each([&all](output& own) {
      if (own.sent.size() > 0) all.push_back(std::exchange(own.sent, {}));
    });
    m_num_sent.store(0, std::memory_order_relaxed);
    return all;
  }
  /// Returns the numbers of the postponed ranges in ascending order, and removes them.
  [[nodiscard]] std::vector<std::uint64_t> take_postponed() {
    std::vector<std::uint64_t> all;
    for_each([&all](output& own) {
      all.insert(all.end(), own.postponed.begin(), own.postponed.end());
      own.postponed.clear();
    });
    std::sort(all.begin(), all.end());
    return all;
  }
  /// Calls f(output) for each thread.
  template <class Function>
  void for_each(const Function& f) {
    f(m_single);
    for (output& own : m_shared) f(own);
  }

 private:
  std::uint64_t m_outbox_capacity;
  std::atomic<std::uint64_t> m_num_sent{0};  // relaxed: a hint, which guards no other data
  output m_single;
  per_thread<output> m_shared;
};

/// The numbers of the remaining ranges: first all ranges, later the postponed ranges.
class remaining_ranges {
 public:
  explicit remaining_ranges(std::uint64_t count) : m_count(count) {}

  /// Calls f(number) for each remaining range. @param threads  see `for_each_index`
  void for_each(unsigned threads, const std::function<void(std::uint64_t)>& f) const {
    for_each_index(threads, m_count, [&](std::uint64_t i) { f(m_are_all ? i : m_numbers[i]); });
  }
  /// Sets the remaining ranges.
  void keep(std::vector<std::uint64_t> numbers) {
    m_are_all = false;
    m_count = numbers.size();
    m_numbers = std::move(numbers);
  }
  [[nodiscard]] bool empty() const noexcept { return m_count == 0; }

 private:
  std::uint64_t m_count;
  bool m_are_all = true;
  std::vector<std::uint64_t> m_numbers;
};

}  // namespace zermelo::detail
