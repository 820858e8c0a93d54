// SPDX-License-Identifier: MIT
// Solving slices one group after the other.
#include <zermelo/experiment/sliced_job.hpp>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/phase_clock.hpp>
#include <zermelo/experiment/set_index.hpp>
#include <zermelo/experiment/solve_job.hpp>
#include <zermelo/experiment/table_metadata.hpp>
#include <zermelo/experiment/version.hpp>
#include <zermelo/storage/checkpoint.hpp>
#include <zermelo/storage/endgame_table.hpp>

namespace zermelo::experiment {
namespace {

namespace fs = std::filesystem;

/// A window that keeps what it shows.
[[nodiscard]] std::shared_ptr<const solution_entries> shared_window(std::shared_ptr<const solution_entries> whole,
                                                                    position first, std::uint64_t size) {
  const auto window = std::make_shared<const std::pair<std::shared_ptr<const solution_entries>, entry_window>>(
      whole, entry_window(*whole, first, size));
  return {window, &window->second};
}

/// The sum over the same entries by the numbers that the game has for them.
struct slice_sums {
  solution_summary own;
  std::uint64_t share = 0;
};

/// Reads the entries of one slice.
[[nodiscard]] slice_sums sum_up(const any_game& game, const solution_entries& values, position first, unsigned threads,
                                work_monitor& monitor) {
  slice_sums sums;
  sums.own = summarize(
      values,
      [&](position p) {
        const owned_run run = game.run_at(first + p);
        return owned_run{run.to_move, run.end - first};
      },
      threads, monitor);
  std::atomic<std::uint64_t> share{0};
  tbb::enumerable_thread_specific<std::vector<position_value>> buffers;
  for_each_block(values.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    std::vector<position_value>& entries = buffers.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    std::uint64_t sum = 0;
    for (position p = begin; p != end; ++p) {
      if (entries[p - begin].outcome != outcome::illegal) sum += signature_term(first + p, entries[p - begin]);
    }
    share.fetch_add(sum, std::memory_order_relaxed);
  });
  sums.share = share.load();
  return sums;
}

/// The table of a slice that the index calls done. @throws input_error if it is not that.
[[nodiscard]] std::shared_ptr<const storage::endgame_table> open_slice(const fs::path& folder, const set_index& index,
                                                                       std::size_t number) {
  const set_slice& said = index.slices[number];
  const fs::path file = table_of_slice(folder, said.name);
  auto table = std::make_shared<storage::endgame_table>(storage::endgame_table::open(file));
  const storage::table_metadata& metadata = table->metadata();
  const auto demand = [&](bool agrees, std::string_view what) {
    if (!agrees) throw input_error(fmt::format("{}: {}, unlike {} says", file.string(), what, set_index_name));
  };
  demand(metadata.game == index.game && metadata.parameters == index.parameters, "it is of another game or instance");
  demand(metadata.slice == storage::table_slice{said.name, said.first},
         "it is of another slice");
  demand(table->size() == said.size, "it has another number of positions");
  demand(metadata.summary.signature == said.signature, "it has another signature");
  return table;
}

[[nodiscard]] std::uint64_t bytes_of_words(const solution_entries& entries) {
  const entry_words words = entries.words();
  return words.narrow.size_bytes() + words.wide.size_bytes();
}

}  // namespace

class sliced_job::folder {
 public:
  folder(const any_game& game, const sliced_job_options& options, const slice_plan& plan)
      : m_game(game), m_options(options) {
    m_index.game = game.name();
    m_index.parameters = stored_parameters(game);
    m_index.program_version = program_version();
    m_index.git_revision = git_revision();
    for (std::size_t i = 0; i < plan.slices.size(); ++i) {
      m_index.slices.push_back({plan.slices[i].name, plan.first[i], plan.slices[i].size, false, 0, 0});
    }
    m_tables.resize(plan.slices.size());
  }

  /// Takes up what the folder has, or makes it.
  void open() {
    std::error_code failure;
    if (!fs::exists(m_options.folder / set_index_name, failure)) {
      fs::create_directories(m_options.folder, failure);
      if (failure) {
        throw input_error(fmt::format("cannot make {}: {}", m_options.folder.string(), failure.message()));
      }
      write_set_index(m_options.folder, m_index);
      return;
    }
    const set_index found = read_set_index(m_options.folder);
    const auto refuse = [this](const std::string& why) {
      throw input_error(fmt::format("{}: {}", m_options.folder.string(), why));
    };
    if (found.game != m_index.game || found.parameters != m_index.parameters) {
      refuse("it is a table set of another game or instance");
    }
    const auto is_same = [](const set_slice& one, const set_slice& other) {
      return one.name == other.name && one.first == other.first && one.size == other.size;
    };
    if (!std::equal(found.slices.begin(), found.slices.end(), m_index.slices.begin(), m_index.slices.end(), is_same)) {
      refuse(fmt::format("its slices are not those of the game {}", m_game.name()));
    }
    m_index.slices = found.slices;
    for (std::size_t i = 0; i < m_index.slices.size(); ++i) {
      if (m_index.slices[i].is_done) m_tables[i] = open_slice(m_options.folder, m_index, i);
    }
  }

  [[nodiscard]] bool is_done(std::uint32_t slice) const { return m_index.slices[slice].is_done; }
  /// Precondition: done.
  [[nodiscard]] const storage::endgame_table& table(std::uint32_t slice) const { return *m_tables[slice]; }
  [[nodiscard]] std::shared_ptr<const storage::endgame_table> shared_table(std::uint32_t slice) const {
    return m_tables[slice];
  }
  [[nodiscard]] fs::path file_of(std::uint32_t slice) const {
    return table_of_slice(m_options.folder, m_index.slices[slice].name);
  }

  /// Writes the table of a slice; it counts once `commit` is called.
  void write(std::uint32_t slice, const solution_entries& values, const slice_sums& sums, const solve_report& report,
             solve_visitor& visitor) {
    set_slice& said = m_index.slices[slice];
    storage::table_metadata metadata = table_metadata_of(m_game, report, m_options.program);
    metadata.axes = {axis{"position", said.size, {}, {}}};
    metadata.start.reset();
    metadata.start_text.clear();
    metadata.summary = sums.own;
    metadata.slice = {said.name, said.first};
    visitor.phase("write", 0);
    storage::write_endgame_table(file_of(slice), metadata, values, visitor, m_options.solve.threads);
    m_tables[slice] = std::make_shared<storage::endgame_table>(storage::endgame_table::open(file_of(slice)));
    said.is_done = true;
    said.signature = sums.own.signature;
    said.share = sums.share;
  }
  void commit() const { write_set_index(m_options.folder, m_index); }

 private:
  const any_game& m_game;
  const sliced_job_options& m_options;
  set_index m_index;
  std::vector<std::shared_ptr<const storage::endgame_table>> m_tables;  ///< of slices that are done
};

sliced_job::sliced_job(any_game& game, sliced_job_options options, warning_callback warn)
    : m_game(game),
      m_options(std::move(options)),
      m_warn(std::move(warn)),
      m_plan(plan_slices(game, m_options.solve, m_options.choice)) {
  m_options.solve.threads = resolve_threads(m_options.solve.threads);
  for (const planned_group& one : m_plan.groups) {
    if (one.chosen) continue;
    throw resource_error(fmt::format("slice {}: {} positions need about {}, the memory limit is {}", one.name,
                                     one.group.size, format_bytes(one.solving_bytes), format_bytes(m_plan.limit_bytes)));
  }
  m_folder = std::make_unique<folder>(m_game, m_options, m_plan);
  if (!m_options.folder.empty()) m_folder->open();
}

sliced_job::~sliced_job() = default;

bool sliced_job::is_done(const planned_group& planned) const {
  return std::all_of(planned.group.slices.begin(), planned.group.slices.end(),
                     [this](std::uint32_t slice) { return m_folder->is_done(slice); });
}

void sliced_job::solve(solve_visitor& visitor, const std::function<void(const group_report&)>& done) {
  // What is still to come needs these.
  std::vector<std::uint32_t> last_use(m_plan.slices.size(), 0);
  const std::vector<slice_group> order = slice_order(m_plan.slices);
  for (std::size_t g = 0; g < m_plan.groups.size(); ++g) {
    if (is_done(m_plan.groups[g])) continue;
    for (const std::uint32_t entered : m_plan.groups[g].group.enters) {
      for (const std::uint32_t slice : order[entered].slices) last_use[slice] = static_cast<std::uint32_t>(g + 1);
    }
  }
  finished_parts parts;
  for (std::size_t g = 0; g < m_plan.groups.size(); ++g) {
    const planned_group& planned = m_plan.groups[g];
    if (is_done(planned)) {
      done(report_of_done(planned));
      continue;
    }
    std::erase_if(parts, [&](const auto& part) { return last_use[part.first] < g + 1; });
    const group_report report = solve_group(planned, order, parts, visitor);
    done(report);
    if (!report.is_accepted()) return;
  }
}

group_report sliced_job::report_of_done(const planned_group& planned) const {
  group_report report;
  report.name = planned.name;
  for (const std::uint32_t slice : planned.group.slices) {
    const storage::table_metadata& metadata = m_folder->table(slice).metadata();
    report.slices.push_back({m_plan.slices[slice], true, metadata.summary});
    report.edges += metadata.edges;
    report.table_bytes += fs::file_size(m_folder->file_of(slice));
  }
  return report;
}

std::shared_ptr<const joined_entries> sliced_job::inputs_of(const planned_group& planned,
                                                            const std::vector<slice_group>& order,
                                                            finished_parts& parts, solve_visitor& visitor) const {
  auto inputs = std::make_shared<joined_entries>(m_game.num_positions());
  std::uint64_t held = 0;
  for (const auto& [slice, entries] : parts) held += bytes_of_words(*entries);
  for (const std::uint32_t entered : planned.group.enters) {
    for (const std::uint32_t slice : order[entered].slices) {
      const position first = m_plan.first[slice];
      auto part = parts.find(slice);
      if (part == parts.end()) {
        const auto table = m_folder->shared_table(slice);
        const std::uint64_t bytes = table->size() * (table->distance_bound() <= packed_word<std::uint16_t>::max_low
                                                         ? sizeof(std::uint16_t)
                                                         : sizeof(std::uint32_t));
        if (planned.solving_bytes + held + bytes > m_plan.limit_bytes) {
          inputs->add(first, table);  // read from its file, chunk by chunk
          continue;
        }
        held += bytes;
        const auto run_at = [&](position p) {
          const owned_run run = m_game.run_at(first + p);
          return owned_run{run.to_move, run.end - first};
        };
        part = parts.emplace(slice, std::make_shared<value_table>(table->load(run_at, visitor, m_options.solve.threads)))
                   .first;
      }
      inputs->add(first, part->second);
    }
  }
  return inputs;
}

group_report sliced_job::solve_group(const planned_group& planned, const std::vector<slice_group>& order,
                                     finished_parts& parts, solve_visitor& visitor) {
  (void)restart_peak_bytes();
  phase_clock clock(visitor);
  const auto inputs = inputs_of(planned, order, parts, clock);
  group_report report;
  report.name = planned.name;
  report.input_bytes = inputs->bytes_in_memory();

  const std::unique_ptr<any_game> part = m_game.game_of_group(planned.group, inputs);
  solve_job_options options;
  options.solve = m_options.solve;
  options.solve.engine = m_options.solve.engine ? m_options.solve.engine : planned.chosen;
  options.solve.memory_limit_bytes = 0;  // it has been held against the limit, inputs and all
  options.solve.saves = m_options.schedule.is_set();
  options.verify = m_options.verify;
  solve_job job(*part, options, m_warn);
  const fs::path checkpoint = m_options.folder / (planned.name + ".checkpoint");
  if (m_options.schedule.is_set()) job.save(checkpoint, m_options.schedule);
  std::error_code none;
  if (fs::exists(checkpoint, none)) (void)job.resume(checkpoint);
  solve_job_result solved = job.finish(job.solve(clock), clock);
  report.engine = solved.solved.report.engine;
  report.edges = solved.solved.report.edges;
  report.verified = std::move(solved.verified);
  if (report.is_accepted()) {
    const std::shared_ptr<const solution_entries> values = std::move(solved.solved.values);
    position own = 0;
    for (const std::uint32_t slice : planned.group.slices) {
      const std::uint64_t size = m_plan.slices[slice].size;
      auto window = shared_window(values, own, size);
      const slice_sums sums = sum_up(m_game, *window, m_plan.first[slice], m_options.solve.threads, clock);
      // Of slices that are solved together the moves are counted together.
      solved.solved.report.edges = own == 0 ? report.edges : 0;
      m_folder->write(slice, *window, sums, solved.solved.report, clock);
      report.slices.push_back({m_plan.slices[slice], false, sums.own});
      report.table_bytes += fs::file_size(m_folder->file_of(slice));
      if (window->is_in_memory()) parts.emplace(slice, std::move(window));
      own += size;
    }
    m_folder->commit();
    job.remove_checkpoint();
  }
  report.seconds = clock.stop();
  report.peak_bytes = peak_bytes();
  return report;
}

}  // namespace zermelo::experiment
