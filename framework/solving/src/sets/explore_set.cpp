// SPDX-License-Identifier: MIT
#include "explore_set.hpp"

#include <algorithm>
#include <utility>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/phase_clock.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "slice_keys.hpp"

namespace zermelo {
namespace {

/// An exploration of the slices of a game, with the keys found so far.
class set_exploration {
 public:
  set_exploration(const any_game& game, const std::filesystem::path& folder, const solve_options& options,
                  solve_visitor& visitor)
      : m_game(game),
        m_folder(folder),
        m_options(options),
        m_visitor(visitor),
        m_slices(game.slices()),
        m_order(slice_order(m_slices)),
        m_files(std::make_shared<storage::open_files>()),
        m_keys_of_slice(m_slices.size()) {
    for (std::uint32_t s = 0; s < m_slices.size(); ++s) {
      if (auto found = read_slice_keys(folder, game, m_slices[s].name, m_files, visitor))
        m_keys_of_slice[s] = std::move(*found);
    }
    const keys_in_slice start = start_in_slice(game);
    if (m_keys_of_slice.at(start.slice).keys == nullptr) m_keys_of_slice[start.slice].keys = start.keys;
  }

  void run(const std::function<void(const exploration_report&)>& send_report) {
    for (std::size_t g = m_order.size(); g-- > 0;) {
      const slice_group& group = m_order[g];
      const auto has_keys = [this](std::uint32_t s) { return m_keys_of_slice[s].keys != nullptr; };
      if (std::none_of(group.slices.begin(), group.slices.end(), has_keys)) continue;
      exploration_report report;
      report.name = name_of_group(m_slices, group);
      report.was_done = is_explored(group);
      if (!report.was_done) explore(group, report);
      for (const std::uint32_t s : group.slices) {
        if (has_keys(s)) report.positions += m_keys_of_slice[s].keys->size();
      }
      send_report(report);
    }
  }

  [[nodiscard]] std::vector<std::shared_ptr<const position_keys>> keys() const {
    std::vector<std::shared_ptr<const position_keys>> all;
    for (const slice_keys& found : m_keys_of_slice) all.push_back(found.keys);
    return all;
  }

 private:
  /// A group is explored if all of its slices with keys are explored: the files of a group are written one after the
  /// other.
  [[nodiscard]] bool is_explored(const slice_group& group) const {
    return std::all_of(group.slices.begin(), group.slices.end(), [this](std::uint32_t s) {
      return m_keys_of_slice[s].keys == nullptr || m_keys_of_slice[s].state == exploration_state::explored;
    });
  }

  void explore(const slice_group& group, exploration_report& report) {
    (void)restart_peak_bytes();
    phase_clock clock(m_visitor);
    std::vector<keys_in_slice> reachable;
    const auto add_keys = [&](const slice_group& some_group) {
      for (const std::uint32_t s : some_group.slices) {
        if (m_keys_of_slice[s].keys != nullptr) reachable.push_back({s, m_keys_of_slice[s].keys});
      }
    };
    add_keys(group);
    for (const std::uint32_t to : group.successor_groups) add_keys(m_order[to]);
    const explored_group found = explore_group(m_game, group, reachable, m_options, clock);
    // Slices are marked as `explored` only after all keys of this step are written, so that the step can be resumed.
    for (const keys_in_slice& slice : found.outside) write(slice, exploration_state::reachable, clock);
    for (std::size_t i = 1; i < found.inside.size(); ++i) write(found.inside[i], exploration_state::reachable, clock);
    for (const keys_in_slice& slice : found.inside) write(slice, exploration_state::explored, clock);
    report.moves = found.moves;
    report.seconds = clock.stop();
    report.peak_bytes = peak_bytes();
  }
  void write(const keys_in_slice& found, exploration_state state, work_monitor& monitor) {
    write_slice_keys(m_folder, m_game, m_slices[found.slice].name, state, *found.keys, monitor);
    if (state == exploration_state::reachable) {
      m_keys_of_slice[found.slice] = {state, found.keys};  // in memory: the next group probably needs them
      return;
    }
    m_keys_of_slice[found.slice] =
        read_slice_keys(m_folder, m_game, m_slices[found.slice].name, m_files, monitor).value();
  }

  const any_game& m_game;
  const std::filesystem::path& m_folder;
  const solve_options& m_options;
  solve_visitor& m_visitor;
  std::vector<slice> m_slices;
  std::vector<slice_group> m_order;
  std::shared_ptr<storage::open_files> m_files;  ///< files of keys
  std::vector<slice_keys> m_keys_of_slice;       ///< [slice]; null keys: not reached yet
};

}  // namespace

std::vector<std::shared_ptr<const position_keys>> explore_set(
    const any_game& game, const std::filesystem::path& folder, const solve_options& options, solve_visitor& visitor,
    const std::function<void(const exploration_report&)>& report) {
  set_exploration exploration(game, folder, options, visitor);
  exploration.run(report);
  return exploration.keys();
}

}  // namespace zermelo
