// SPDX-License-Identifier: MIT
#include "resident_outcomes.hpp"

#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {

outcomes_by_slice resident_outcomes::entered_by(const slice_group& group, const std::vector<slice_group>& order,
                                                work_monitor& monitor) {
  outcomes_by_slice found;
  found.by_slice.resize(m_set.index().slices.size());
  for (const std::uint32_t entered : group.entered_groups) {
    for (const std::uint32_t slice : order[entered].slices) {
      std::shared_ptr<const outcome_bits>& outcomes = m_slices[slice];
      if (!outcomes) {
        outcomes = std::make_shared<const outcome_bits>(m_set.table(slice)->load_outcomes(monitor, m_threads));
      }
      found.by_slice[slice] = outcomes.get();
      found.owners.push_back(outcomes);
    }
  }
  return found;
}

std::uint64_t resident_outcomes::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [slice, outcomes] : m_slices) bytes += outcomes->bytes();
  return bytes;
}

std::uint64_t resident_outcomes::missing_bytes(const slice_group& group, const std::vector<slice_group>& order) const {
  std::uint64_t bytes = 0;
  for (const std::uint32_t entered : group.entered_groups) {
    for (const std::uint32_t slice : order[entered].slices) {
      if (!m_slices.contains(slice)) bytes += outcome_bits::bytes_of(m_set.index().slices[slice].size);
    }
  }
  return bytes;
}

}  // namespace zermelo::experiment
