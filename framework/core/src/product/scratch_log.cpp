// SPDX-License-Identifier: MIT
#include <zermelo/core/product/scratch_log.hpp>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>
#include <utility>

namespace zermelo::detail {
namespace {

[[nodiscard]] std::uint64_t choose_groups_in_stripe(std::uint64_t num_groups, std::uint64_t run_bytes,
                                                    std::uint64_t stripe_bytes) noexcept {
  return num_groups / std::clamp<std::uint64_t>(run_bytes / stripe_bytes, 1, num_groups);
}

}  // namespace

scratch_log::scratch_log(std::shared_ptr<scratch_space> space, std::uint64_t num_groups, std::uint64_t run_bytes,
                         std::uint64_t stripe_bytes)
    : m_space(std::move(space)),
      m_num_groups(num_groups),
      m_groups_in_stripe(choose_groups_in_stripe(num_groups, run_bytes, stripe_bytes)),
      m_stripes((num_groups + m_groups_in_stripe - 1) / m_groups_in_stripe) {}

std::uint64_t scratch_log::size_of(const run& r, std::uint64_t number) const noexcept {
  return r.group_ends[std::min(m_num_groups, (number + 1) * m_groups_in_stripe) - 1];
}

void scratch_log::move(std::span<group_entries> groups, block_store& store, worker_arena& arena, unsigned threads,
                       const work_monitor& monitor) {
  m_last_of_thread.clear();
  run moved{std::vector<std::uint64_t>(m_stripes.size()), std::vector<std::uint32_t>(m_num_groups)};
  for (std::uint64_t group = 0; group < m_num_groups; ++group) {
    const std::uint64_t end = begin_in_stripe(moved, group) + groups[group].log().bytes();
    assert(end <= std::numeric_limits<std::uint32_t>::max());
    moved.group_ends[group] = static_cast<std::uint32_t>(end);
  }
  for (std::uint64_t s = 0; s < m_stripes.size(); ++s) {
    moved.stripe_begins[s] = m_bytes;
    m_bytes += scratch_space::aligned(size_of(moved, s));
  }
  constexpr std::uint64_t stripes_in_task = 8;  // adjacent stripes are written together
  per_thread<scratch_buffer> buffers;
  for_each_index(arena, threads, (m_stripes.size() + stripes_in_task - 1) / stripes_in_task, [&](std::uint64_t task) {
    monitor.check_stop();
    const std::uint64_t first = task * stripes_in_task;
    const std::uint64_t last = std::min<std::uint64_t>(m_stripes.size(), first + stripes_in_task) - 1;
    const std::uint64_t begin = moved.stripe_begins[first];
    const std::uint64_t size = moved.stripe_begins[last] + scratch_space::aligned(size_of(moved, last)) - begin;
    scratch_buffer& buffer = buffers.local();
    if (buffer.size() < size) buffer = scratch_buffer(size);
    const std::uint64_t end_of_groups = std::min(m_num_groups, (last + 1) * m_groups_in_stripe);
    for (std::uint64_t group = first * m_groups_in_stripe; group < end_of_groups; ++group) {
      const std::uint64_t stripe_begin = moved.stripe_begins[group / m_groups_in_stripe] - begin;
      groups[group].log().copy_to(buffer.data() + stripe_begin + begin_in_stripe(moved, group));
      groups[group].release_log(store);
    }
    m_space->write(begin, buffer.span().first(size));
  });
  m_runs.push_back(std::move(moved));
}

std::shared_ptr<const scratch_log::stripe> scratch_log::stripe_at(std::uint64_t number) const {
  last_stripes& last = m_last_of_thread.local();
  auto found = std::find_if(last.begin(), last.end(), [number](const auto& s) { return s && s->number == number; });
  if (found == last.end()) {
    found = std::prev(last.end());
    found->reset();
    const std::lock_guard lock(m_guards[number % m_guards.size()]);
    *found = m_stripes[number].lock();
    if (*found == nullptr) m_stripes[number] = *found = read(number);
  }
  std::rotate(last.begin(), found, std::next(found));
  return last.front();
}

std::shared_ptr<const scratch_log::stripe> scratch_log::read(std::uint64_t number) const {
  auto logs = std::make_shared<stripe>();
  logs->number = number;
  for (const run& r : m_runs) {
    logs->runs.emplace_back(size_of(r, number));
    m_space->read(r.stripe_begins[number], logs->runs.back().span());
  }
  return logs;
}

}  // namespace zermelo::detail
