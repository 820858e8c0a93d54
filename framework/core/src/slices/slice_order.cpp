// SPDX-License-Identifier: MIT
#include <zermelo/core/slices/slice_order.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

std::vector<slice_group> slice_order(std::span<const slice> slices) {
  using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  graph slice_graph(slices.size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!is_slice_name(slices[i].name)) throw contract_error("invalid slice name '" + slices[i].name + "'");
    if (!names.insert(slices[i].name).second) {
      throw contract_error("duplicate slice '" + slices[i].name + "'");
    }
    for (const std::uint32_t to : slices[i].leads_to) {
      if (to >= slices.size()) {
        throw contract_error("slice '" + slices[i].name + "': leads_to: expected slice numbers less than " +
                             std::to_string(slices.size()) + ", got " + std::to_string(to));
      }
      boost::add_edge(i, to, slice_graph);
    }
  }
  std::vector<std::uint32_t> group_of(slices.size());
  const auto index = boost::get(boost::vertex_index, slice_graph);
  const auto num_groups = slices.empty() ? 0
                                         : boost::strong_components(
                                               slice_graph, boost::make_iterator_property_map(group_of.begin(), index));

  std::vector<slice_group> groups(static_cast<std::size_t>(num_groups));
  for (std::uint32_t i = 0; i < slices.size(); ++i) {
    slice_group& group = groups[group_of[i]];
    group.slices.push_back(i);
    group.size += slices[i].size;
    for (const std::uint32_t to : slices[i].leads_to) {
      if (group_of[to] == group_of[i]) {
        group.has_inner_moves = true;
      } else {
        group.successor_groups.push_back(group_of[to]);
      }
    }
  }
  for (std::uint32_t rank = 0; slice_group & group : groups) {
    group.rank = rank++;
    std::vector<std::uint32_t>& reachable = group.successor_groups;
    std::sort(reachable.begin(), reachable.end());
    reachable.erase(std::unique(reachable.begin(), reachable.end()), reachable.end());
  }
  return groups;
}

std::string name_of_group(std::span<const slice> slices, const slice_group& group) {
  std::string name;
  for (const std::uint32_t member : group.slices) name += (name.empty() ? "" : "+") + slices[member].name;
  return name;
}

slice_lookup::slice_lookup(std::span<const slice> slices) : m_ranks(slices.size()) {
  position end = 0;
  for (const slice& one : slices) {
    m_ends.push_back(end += one.size);
    m_max_margins.push_back(one.max_margin);
  }
  const std::vector<slice_group> order = slice_order(slices);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    for (const std::uint32_t member : order[rank].slices) m_ranks[member] = rank;
  }
}

slice_lookup::slice_entry slice_lookup::slice_of(position p) const noexcept {
  const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), p);
  const auto number = static_cast<std::size_t>(end - m_ends.begin());
  return {number == 0 ? 0 : m_ends[number - 1], *end, m_ranks[number], m_max_margins[number]};
}

std::vector<std::uint32_t> slices_needed_by(const std::vector<slice_group>& order, const slice_group& group) {
  std::vector<std::uint32_t> slices = group.slices;
  for (const std::uint32_t reachable : group.successor_groups) {
    slices.insert(slices.end(), order[reachable].slices.begin(), order[reachable].slices.end());
  }
  return slices;
}

}  // namespace zermelo
