// SPDX-License-Identifier: MIT
#include "explore_set.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/phase_clock.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/slices/slice_plan.hpp>
#include <zermelo/experiment/slices/slicing.hpp>

#include "slice_keys.hpp"

namespace zermelo::experiment {
namespace {

/// The slices that are met so far, and how far exploring has come with each.
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
        m_met(m_slices.size()) {
    for (std::uint32_t s = 0; s < m_slices.size(); ++s) {
      if (auto found = read_slice_keys(folder, game, m_slices[s].name, m_files, visitor)) m_met[s] = std::move(*found);
    }
    const keys_in_slice start = start_in_slice(game);
    if (m_met.at(start.slice).keys == nullptr) m_met[start.slice].keys = start.keys;
  }

  void run(const std::function<void(const exploration_report&)>& done) {
    for (std::size_t g = m_order.size(); g-- > 0;) {
      const slice_group& group = m_order[g];
      const auto is_met = [this](std::uint32_t s) { return m_met[s].keys != nullptr; };
      if (std::none_of(group.slices.begin(), group.slices.end(), is_met)) continue;
      exploration_report report;
      report.name = name_of_group(m_slices, group);
      report.was_done = is_explored(group);
      if (!report.was_done) explore(group, report);
      for (const std::uint32_t s : group.slices) {
        if (is_met(s)) report.positions += m_met[s].keys->size();
      }
      done(report);
    }
  }

  [[nodiscard]] std::vector<std::shared_ptr<const position_keys>> keys() const {
    std::vector<std::shared_ptr<const position_keys>> all;
    for (const slice_keys& one : m_met) all.push_back(one.keys);
    return all;
  }

 private:
  /// Slices of a group are written one after the other: it is explored when all are that are met.
  [[nodiscard]] bool is_explored(const slice_group& group) const {
    return std::all_of(group.slices.begin(), group.slices.end(), [this](std::uint32_t s) {
      return m_met[s].keys == nullptr || m_met[s].state == slice_is::explored;
    });
  }

  void explore(const slice_group& group, exploration_report& report) {
    (void)restart_peak_bytes();
    phase_clock clock(m_visitor);
    std::vector<keys_in_slice> entered;
    const auto take = [&](const slice_group& of) {
      for (const std::uint32_t s : of.slices) {
        if (m_met[s].keys != nullptr) entered.push_back({s, m_met[s].keys});
      }
    };
    take(group);
    for (const std::uint32_t to : group.entered_groups) take(m_order[to]);
    const explored_group found = explore_group(m_game, group, entered, m_options, clock);
    // What is written first is entered for whoever goes on, until all that belongs to the group is there.
    for (const keys_in_slice& one : found.outside) write(one, slice_is::entered, clock);
    for (std::size_t i = 1; i < found.inside.size(); ++i) write(found.inside[i], slice_is::entered, clock);
    for (const keys_in_slice& one : found.inside) write(one, slice_is::explored, clock);
    report.moves = found.moves;
    report.seconds = clock.stop();
    report.peak_bytes = peak_bytes();
  }
  void write(const keys_in_slice& one, slice_is state, work_monitor& monitor) {
    write_slice_keys(m_folder, m_game, m_slices[one.slice].name, state, *one.keys, monitor);
    if (state == slice_is::entered) {
      m_met[one.slice] = {state, one.keys};  // the next group's, mostly
      return;
    }
    m_met[one.slice] = read_slice_keys(m_folder, m_game, m_slices[one.slice].name, m_files, monitor).value();
  }

  const any_game& m_game;
  const std::filesystem::path& m_folder;
  const solve_options& m_options;
  solve_visitor& m_visitor;
  std::vector<slice> m_slices;
  std::vector<slice_group> m_order;
  std::shared_ptr<storage::open_files> m_files;  ///< of keys
  std::vector<slice_keys> m_met;                 ///< by slice; without keys: none yet
};

}  // namespace

std::vector<std::shared_ptr<const position_keys>> explore_set(
    const any_game& game, const std::filesystem::path& folder, const solve_options& options, solve_visitor& visitor,
    const std::function<void(const exploration_report&)>& done) {
  set_exploration exploration(game, folder, options, visitor);
  exploration.run(done);
  return exploration.keys();
}

}  // namespace zermelo::experiment
