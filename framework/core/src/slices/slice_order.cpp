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
  graph entered(slices.size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!is_slice_name(slices[i].name)) throw contract_error("'" + slices[i].name + "' is no name of a slice");
    if (!names.insert(slices[i].name).second) {
      throw contract_error("two slices have the name '" + slices[i].name + "'");
    }
    for (const std::uint32_t to : slices[i].enters) {
      if (to >= slices.size()) {
        throw contract_error("slice '" + slices[i].name + "' enters slice " + std::to_string(to) + ", of " +
                             std::to_string(slices.size()));
      }
      boost::add_edge(i, to, entered);
    }
  }
  std::vector<std::uint32_t> group_of(slices.size());
  const auto index = boost::get(boost::vertex_index, entered);
  const auto num_groups =
      slices.empty() ? 0
                     : boost::strong_components(entered, boost::make_iterator_property_map(group_of.begin(), index));

  std::vector<slice_group> groups(static_cast<std::size_t>(num_groups));
  for (std::uint32_t i = 0; i < slices.size(); ++i) {
    slice_group& group = groups[group_of[i]];
    group.slices.push_back(i);
    group.size += slices[i].size;
    for (const std::uint32_t to : slices[i].enters) {
      if (group_of[to] == group_of[i]) {
        group.has_inner_moves = true;
      } else {
        group.enters.push_back(group_of[to]);
      }
    }
  }
  for (slice_group& group : groups) {
    std::sort(group.enters.begin(), group.enters.end());
    group.enters.erase(std::unique(group.enters.begin(), group.enters.end()), group.enters.end());
  }
  return groups;
}

std::vector<std::uint32_t> slices_needed_by(const std::vector<slice_group>& order, const slice_group& group) {
  std::vector<std::uint32_t> slices = group.slices;
  for (const std::uint32_t entered : group.enters) {
    slices.insert(slices.end(), order[entered].slices.begin(), order[entered].slices.end());
  }
  return slices;
}

bool is_slice_name(std::string_view name) {
  constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t longest = 100;
  return !name.empty() && name.size() <= longest && name.find_first_not_of(characters) == std::string_view::npos;
}

}  // namespace zermelo
