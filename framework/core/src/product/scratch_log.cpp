// SPDX-License-Identifier: MIT
#include <zermelo/core/product/scratch_log.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace zermelo::detail {
namespace {

[[nodiscard]] std::uint64_t aligned(std::uint64_t bytes) noexcept {
  return (bytes + scratch_space::alignment - 1) / scratch_space::alignment * scratch_space::alignment;
}

/// The number of groups whose logs make a read or write long enough for a disk.
[[nodiscard]] std::uint64_t choose_groups_in_stripe(std::uint64_t num_groups, std::uint64_t run_bytes) noexcept {
  constexpr std::uint64_t stripe_bytes = std::uint64_t{1} << 20;
  const std::uint64_t stripes = std::clamp<std::uint64_t>(run_bytes / stripe_bytes, 1, num_groups);
  return num_groups / stripes;
}

}  // namespace

scratch_log::scratch_log(std::shared_ptr<scratch_space> space, std::uint64_t num_groups, std::uint64_t run_bytes)
    : m_space(std::move(space)),
      m_num_groups(num_groups),
      m_groups_in_stripe(choose_groups_in_stripe(num_groups, run_bytes)),
      m_stripes((num_groups + m_groups_in_stripe - 1) / m_groups_in_stripe) {}

std::uint64_t scratch_log::size_of(const run& r, std::uint64_t number) const noexcept {
  return r.group_ends[std::min(m_num_groups, (number + 1) * m_groups_in_stripe) - 1];
}

void scratch_log::move(std::span<group_entries> groups, block_store& store, worker_arena& arena, unsigned threads) {
  m_last_of_thread.clear();
  run moved{std::vector<std::uint64_t>(m_stripes.size()), std::vector<std::uint32_t>(m_num_groups)};
  for (std::uint64_t group = 0; group < m_num_groups; ++group) {
    const std::uint64_t begin = begin_in_stripe(moved, group);
    moved.group_ends[group] = static_cast<std::uint32_t>(begin + groups[group].log().bytes());
  }
  for (std::uint64_t s = 0; s < m_stripes.size(); ++s) {
    moved.stripe_begins[s] = m_bytes;
    m_bytes += aligned(size_of(moved, s));
  }
  per_thread<scratch_buffer> buffers;
  for_each_index(arena, threads, m_stripes.size(), [&](std::uint64_t s) {
    scratch_buffer& buffer = buffers.local();
    const std::uint64_t size = size_of(moved, s);
    if (buffer.size() < size) buffer = scratch_buffer(size);
    const std::uint64_t first = s * m_groups_in_stripe;
    const std::uint64_t end = std::min(m_num_groups, first + m_groups_in_stripe);
    for (std::uint64_t group = first; group < end; ++group) {
      groups[group].log().copy_to(buffer.data() + begin_in_stripe(moved, group));
      groups[group].log().release(store);
    }
    m_space->write(moved.stripe_begins[s], buffer.span().first(aligned(size)));
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
