// SPDX-License-Identifier: MIT
// The part of a log of waves that was moved from memory to a scratch space. Each move appends a run, which contains the
// logs of all groups, in order. The logs of some consecutive groups, a stripe, are read together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/group_entries.hpp>
#include <zermelo/core/product/wave_rows.hpp>

namespace zermelo::detail {

/// The moved logs of the groups of a solution.
class scratch_log {
 public:
  /// About the size of a stripe of one run. A thread keeps some stripes of all runs in memory.
  static constexpr std::uint64_t default_stripe_bytes = std::uint64_t{1} << 17;

  /// @param run_bytes  about the size of a run
  scratch_log(std::shared_ptr<scratch_space> space, std::uint64_t num_groups, std::uint64_t run_bytes,
              std::uint64_t stripe_bytes = default_stripe_bytes);

  /// Moves the logs of all groups to the scratch space. No other thread may use this object or the groups. If it
  /// throws, the logs are lost. @throws interrupted; what scratch_space::write throws.
  void move(std::span<group_entries> groups, block_store& store, worker_arena& arena, unsigned threads,
            const work_monitor& monitor);
  /// The number of bytes that were moved, and padding.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }

  /// Calls f(wave_row) for all wave rows of a group that were moved, in the order in which they were added.
  /// Thread-safe. Fast for ascending groups. @throws what scratch_space::read throws.
  template <class Callback>
  void for_each(std::uint64_t group, Callback&& f) const {
    if (m_runs.empty()) return;
    const std::shared_ptr<const stripe> logs = stripe_at(group / m_groups_in_stripe);
    for (std::size_t r = 0; r < m_runs.size(); ++r) {
      const std::uint64_t begin = begin_in_stripe(m_runs[r], group);
      wave_rows::for_each_in({logs->runs[r].data() + begin, m_runs[r].group_ends[group] - begin}, f);
    }
  }

 private:
  struct run {
    std::vector<std::uint64_t> stripe_begins;  ///< [stripe]: its offset in the scratch space
    std::vector<std::uint32_t> group_ends;     ///< [group]: the end of its log, an offset in its stripe
  };
  struct stripe {
    std::uint64_t number = 0;
    std::vector<scratch_buffer> runs;  ///< [run]
  };

  [[nodiscard]] std::uint64_t begin_in_stripe(const run& r, std::uint64_t group) const noexcept {
    return group % m_groups_in_stripe == 0 ? 0 : r.group_ends[group - 1];
  }
  /// The stripes that a thread has read last, beginning with the last one. A thread usually reads the turns of a game
  /// side by side.
  using last_stripes = std::array<std::shared_ptr<const stripe>, 4>;

  /// The size of a stripe of a run.
  [[nodiscard]] std::uint64_t size_of(const run& r, std::uint64_t number) const noexcept;
  /// A stripe of all runs, which other threads may share.
  [[nodiscard]] std::shared_ptr<const stripe> stripe_at(std::uint64_t number) const;
  /// Reads a stripe of all runs.
  [[nodiscard]] std::shared_ptr<const stripe> read(std::uint64_t number) const;

  std::shared_ptr<scratch_space> m_space;
  std::uint64_t m_num_groups;
  std::uint64_t m_groups_in_stripe;
  std::vector<run> m_runs;
  std::uint64_t m_bytes = 0;
  mutable std::vector<std::weak_ptr<const stripe>> m_stripes;  ///< [stripe]
  mutable std::array<std::mutex, 64> m_guards;                 ///< [stripe modulo size]
  mutable per_thread<last_stripes> m_last_of_thread;
};

}  // namespace zermelo::detail
