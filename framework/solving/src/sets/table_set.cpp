// SPDX-License-Identifier: MIT
#include <zermelo/solving/sets/table_set.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/rules/rules_digest.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "../plan/game_memory.hpp"
#include "slice_keys.hpp"

namespace zermelo {
namespace {

namespace fs = std::filesystem;

/// Returns the index of a set in which no slice is done.
[[nodiscard]] set_index new_index(const any_game& game) {
  set_index index;
  index.game = game.name();
  index.parameters = stored_parameters(game);
  index.program_version = program_version();
  index.git_revision = git_revision();
  index.metric = game.metric();
  position first = 0;
  for (const slice& s : game.slices()) {
    index.slices.push_back({s.name, first, s.size, false, 0, 0});
    first += s.size;
  }
  return index;
}

[[nodiscard]] bool is_present(const fs::path& file) {
  std::error_code failure;
  return fs::exists(fs::symlink_status(file, failure));
}

[[noreturn]] void reject(const fs::path& file, const std::string& why) {
  throw input_error(fmt::format("{}: {}", file.string(), why));
}

[[noreturn]] void reject_slices(const fs::path& folder, const any_game& game) {
  reject(folder / set_index_name, fmt::format("slices differ from {}; use another folder", game.name()));
}

void expect_instance(const any_game& game, const set_index& index, const fs::path& folder) {
  if (index.game == game.name() && index.parameters == stored_parameters(game)) return;
  reject(folder / set_index_name,
         fmt::format("the file belongs to another game or instance than this {}", game.name()));
}

/// Checks that an index belongs to this instance and lists its slices; that slices with only outcomes have no inner
/// moves and the game has no move limit; that no slice with distances leads to a slice with only outcomes; and that
/// slices which are solved together are all done or all not done. @throws input_error otherwise.
void expect_index_of(const any_game& game, const set_index& found, const fs::path& folder) {
  expect_instance(game, found, folder);
  const set_index expected = new_index(game);
  const auto reject_index = [&folder](const std::string& why) { reject(folder / set_index_name, why); };
  if (found.metric != expected.metric) {
    reject_index(fmt::format("distances count to the {0}, not to the {1}; use --metric {0}, or another folder",
                             to_string(found.metric), to_string(expected.metric)));
  }
  const auto is_same = [](const set_slice& a, const set_slice& b) {
    return a.name == b.name && a.first == b.first && a.size == b.size;
  };
  if (!std::equal(found.slices.begin(), found.slices.end(), expected.slices.begin(), expected.slices.end(), is_same)) {
    reject_slices(folder, game);
  }
  const std::vector<slice_group> order = slice_order(game.slices());
  for (const slice_group& group : order) {
    const auto& first = found.slices[group.slices.front()];
    for (const std::uint32_t s : group.slices) {
      if (found.slices[s].is_done && !found.slices[s].has_distances) {
        if (group.has_inner_moves) {
          reject_index(
              fmt::format("slice {} has no distances for inner moves; use another folder", found.slices[s].name));
        }
        if (game.result_rule().move_limit) {
          reject_index(
              fmt::format("slice {} has no distances for move limit; use another folder", found.slices[s].name));
        }
      }
      for (const std::uint32_t reachable : group.successor_groups) {
        const set_slice& target = found.slices[order[reachable].slices.front()];
        if (found.metric == metric::end && found.slices[s].is_done && found.slices[s].has_distances && target.is_done &&
            !target.has_distances) {
          reject_index(fmt::format("slice {} needs the distances of {}, which has only outcomes; use another folder",
                                   found.slices[s].name, target.name));
        }
      }
      if (found.slices[s].is_done == first.is_done) continue;
      reject_index(fmt::format("slices {} and {}: expected both done, got one; use another folder", first.name,
                               found.slices[s].name));
    }
  }
}

}  // namespace

/// A lock of a folder, for the lifetime of the object: one of the system, which excludes the processes of this machine,
/// and a file that names the owner, which excludes those of other machines. The file of a process that was killed
/// remains. It is replaced if that process was on this machine, where it would still have the other lock, or in the
/// same job, which a batch system has started again.
class folder_lock {
 public:
  explicit folder_lock(const fs::path& folder)
      : m_descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), m_file(folder / lock_name) {
    if (m_descriptor < 0)
      throw input_error(fmt::format("cannot read the folder {}: {}", folder.string(), system_reason()));
    try {
      if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        reject(folder, errno == EWOULDBLOCK ? "the folder is in use by another solve"
                                            : fmt::format("cannot be locked: {}", system_reason()));
      }
      create_file();
    } catch (...) {
      ::close(m_descriptor);
      throw;
    }
  }
  ~folder_lock() {
    ::unlink(m_file.c_str());
    ::close(m_descriptor);
  }
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

 private:
  static constexpr const char* lock_name = "set.lock";

  struct owner {
    std::string host;
    std::string job = "none";  ///< of a batch system
    [[nodiscard]] static owner this_process() {
      owner own;
      std::array<char, HOST_NAME_MAX + 1> name{};
      if (::gethostname(name.data(), name.size() - 1) == 0) own.host = name.data();
      for (const char* const variable : {"SLURM_JOB_ID", "PBS_JOBID", "JOB_ID"}) {
        if (const char* const job = std::getenv(variable)) own.job = job;
      }
      return own;
    }
  };

  void create_file() const {
    const owner own = owner::this_process();
    for (;;) {
      const int created = ::open(m_file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
      if (created >= 0) {
        const std::string text = fmt::format("{} {} {}\n", own.host, own.job, ::getpid());
        const bool is_written = ::write(created, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::close(created);
        if (is_written) return;
      }
      if (created >= 0 || errno != EEXIST) reject(m_file, fmt::format("cannot be written: {}", system_reason()));
      std::ifstream file(m_file);
      owner other;
      std::string process;
      file >> other.host >> other.job >> process;
      if (other.host != own.host && (other.job == "none" || other.job != own.job)) {
        reject(m_file, fmt::format("the folder is in use by process {} of job {} on {}; if it has ended, remove this "
                                   "file",
                                   excerpt(process), excerpt(other.job), excerpt(other.host)));
      }
      if (::unlink(m_file.c_str()) != 0 && errno != ENOENT) {
        reject(m_file, fmt::format("cannot be removed: {}", system_reason()));
      }
    }
  }
  [[nodiscard]] static std::string system_reason() { return std::generic_category().message(errno); }

  int m_descriptor;
  fs::path m_file;
};

void expect_no_tables(const fs::path& folder, const any_game& game) {
  for (const slice& s : game.slices()) {
    const fs::path file = table_of_slice(folder, s.name);
    if (!is_present(file)) continue;
    throw input_error(fmt::format("{} exists but {} is missing; choose another folder, or remove the file",
                                  file.string(), set_index_name));
  }
}

std::shared_ptr<const folder_lock> lock_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throw input_error(fmt::format("cannot make the folder {}: {}", folder.string(), failure.message()));
  return std::make_shared<const folder_lock>(folder);
}

void number_by_set(const fs::path& folder, const set_index& index, any_game& game, work_monitor& monitor,
                   const std::shared_ptr<storage::chunk_memory>& memory) {
  if (game.is_numbered()) return;
  expect_instance(game, index, folder);
  const std::vector<slice> slices = game.slices();
  for (const slice& s : slices) {
    const auto is_listed = [&s](const set_slice& listed) { return listed.name == s.name; };
    if (std::any_of(index.slices.begin(), index.slices.end(), is_listed)) continue;
    for (const fs::path& file : {table_of_slice(folder, s.name), key_file_of_slice(folder, s.name)}) {
      if (!is_present(file)) continue;
      reject(folder / set_index_name, fmt::format("slice {} is missing, but {} exists", s.name, file.string()));
    }
  }
  std::vector<std::shared_ptr<const position_keys>> keys(slices.size());
  const auto files = std::make_shared<storage::open_files>();
  for (const set_slice& listed : index.slices) {
    const auto named =
        std::find_if(slices.begin(), slices.end(), [&listed](const slice& s) { return s.name == listed.name; });
    if (named == slices.end()) reject_slices(folder, game);
    auto& found = keys[static_cast<std::size_t>(named - slices.begin())];
    const fs::path file = listed.is_done ? table_of_slice(folder, listed.name) : key_file_of_slice(folder, listed.name);
    if (listed.is_done) {
      found = storage::endgame_table::open(file, cache_bytes_per_table(index.slices.size()), files, memory).keys();
      if (found == nullptr) reject(file, fmt::format("keys are missing, which {} needs; solve it again", game.name()));
    } else {
      const auto read = read_slice_keys(folder, game, listed.name, files, monitor);
      if (!read)
        reject(file, fmt::format("the file with the keys of slice {} is missing; repeat the solve", listed.name));
      if (read->state != exploration_state::explored) reject(file, "the slice is not explored yet; repeat the solve");
      found = read->keys;
    }
    if (found->size() != listed.size) {
      reject(file, fmt::format("expected {} keys as in {}, got {}", listed.size, set_index_name, found->size()));
    }
  }
  try {
    number_by_slices(game, keys);
  } catch (const input_error& wrong) {
    reject(folder, wrong.what());
  }
}

table_set table_set::open(const fs::path& folder, set_index index, const any_game& game,
                          std::shared_ptr<storage::chunk_memory> memory) {
  expect_index_of(game, index, folder);
  return {folder, game, std::move(index), std::move(memory)};
}

table_set table_set::open_to_add(const fs::path& folder, const any_game& game) {
  auto lock = std::make_shared<const folder_lock>(folder);
  table_set opened = open(folder, read_set_index(folder), game);
  opened.m_lock = std::move(lock);
  return opened;
}

table_set table_set::make(const fs::path& folder, const any_game& game) {
  auto lock = lock_folder(folder);
  const bool is_new = !has_set_index(folder);  // another process may have created the set before the lock
  if (is_new) expect_no_tables(folder, game);
  table_set made =
      is_new ? table_set(folder, game, new_index(game), nullptr) : open(folder, read_set_index(folder), game);
  made.m_lock = std::move(lock);
  if (is_new) write_set_index(folder, made.m_index);
  return made;
}

table_set table_set::follow(const fs::path& folder, const any_game& game) {
  return {folder, game, new_index(game), nullptr};
}

table_set::table_set(fs::path folder, const any_game& game, set_index index,
                     std::shared_ptr<storage::chunk_memory> memory)
    : m_folder(std::move(folder)),
      m_index(std::move(index)),
      m_memory(std::move(memory)),
      m_files(std::make_shared<storage::open_files>()),
      m_tables(m_index.slices.size()),
      m_entries(game.num_positions()),
      m_game(game),
      m_metadata(table_metadata_of(game, solve_report(), "", nullptr)) {
  m_metadata.engine.clear();
  m_metadata.program_version = m_index.program_version;
  m_metadata.git_revision = m_index.git_revision;
  m_metadata.metric = m_index.metric;
  m_metadata.summary.positions = game.num_positions();
  for (const slice& one : game.slices()) m_max_margins.push_back(max_margin_of_slice(game, one));
  for (std::size_t i = 0; i < m_tables.size(); ++i) {
    if (is_done(i)) include(i, open_table(i));
  }
}

void table_set::add(std::size_t slice, std::uint64_t share) {
  set_slice& listed = m_index.slices[slice];
  if (listed.is_done) throw contract_error("the slice is already done");
  auto table = open_table(slice);
  listed.signature = table->metadata().summary.signature;
  listed.share = share;
  listed.has_distances = table->metadata().has_distances;
  include(slice, std::move(table));
  listed.is_done = true;
}

std::shared_ptr<const storage::endgame_table> table_set::open_table(std::size_t slice) const {
  return std::make_shared<const storage::endgame_table>(
      storage::endgame_table::open(file_of(slice), cache_bytes_per_table(m_index.slices.size()), m_files, m_memory));
}

void table_set::include(std::size_t slice, std::shared_ptr<const storage::endgame_table> table) {
  const set_slice& listed = m_index.slices[slice];
  const fs::path file = file_of(slice);
  const storage::table_metadata& stored = table->metadata();
  const auto demand = [&](bool agrees, std::string_view difference) {
    if (!agrees) reject(file, fmt::format("the {} differs from that in {}", difference, set_index_name));
  };
  demand(stored.game == m_index.game && stored.parameters == m_index.parameters, "game or instance");
  demand(stored.slice == storage::table_slice{listed.name, listed.first}, "slice");
  demand(table->size() == listed.size, "number of positions");
  demand(stored.summary.signature == listed.signature, "signature");
  if (stored.has_distances != listed.has_distances) {
    reject(file, fmt::format("the table has {}, which contradicts {}",
                             stored.has_distances ? "distances" : "only outcomes", set_index_name));
  }
  demand(stored.metric == (stored.has_distances ? m_index.metric : metric::end), "metric");
  if (stored.keys != nullptr) {
    demand(stored.sampled_keys.size() == positions_to_digest(listed.size).size(), "sample of keys");
    if (rules_digest(m_game, stored.sampled_keys) != stored.rules_digest) {
      reject(file, fmt::format("the table was solved with other rules of the game {}; solve it again", m_index.game));
    }
  }
  if (stored.player_names != m_metadata.player_names || stored.infinite_play != m_metadata.infinite_play ||
      stored.move_limit != m_metadata.move_limit) {
    reject(file, fmt::format("players or rules differ from those of {}; solve again", m_index.game));
  }
  try {
    expect_max_margin(stored, m_game, m_max_margins[slice]);
  } catch (const input_error& difference) {
    reject(file, difference.what());
  }

  solution_summary summary = stored.summary;
  summary.positions = 0;  // m_metadata counts all positions of the game from the start
  summary.signature = listed.share;
  m_metadata.summary += summary;
  m_metadata.has_distances = m_metadata.has_distances && stored.has_distances;
  const bool is_first = m_metadata.engine.empty();
  if (is_first) m_metadata.counts_repeated_moves = stored.counts_repeated_moves;
  if (m_metadata.edges) {
    const bool is_counted_equally = stored.counts_repeated_moves == m_metadata.counts_repeated_moves;
    m_metadata.edges = stored.edges && is_counted_equally
                           ? std::optional(saturating_sum(*m_metadata.edges, *stored.edges))
                           : std::nullopt;
  }
  m_metadata.threads = std::max(m_metadata.threads, stored.threads);
  if (m_metadata.engine.find(stored.engine) == std::string::npos) {
    m_metadata.engine += (m_metadata.engine.empty() ? "" : ", ") + stored.engine;
  }
  for (const auto& [phase, seconds] : stored.seconds) m_metadata.seconds[phase] += seconds;
  m_entries.add(listed.first, table);
  m_tables[slice] = std::move(table);
}

std::uint64_t table_set::num_positions_done() const {
  std::uint64_t done = 0;
  for (const set_slice& listed : m_index.slices) done += listed.is_done ? listed.size : 0;
  return done;
}

std::vector<std::string> table_set::slices_to_do() const {
  std::vector<std::string> names;
  for (const set_slice& listed : m_index.slices) {
    if (!listed.is_done) names.push_back(listed.name);
  }
  return names;
}

void table_set::expect_readable(position p) const {
  if (m_entries.has(p)) return;
  for (const set_slice& listed : m_index.slices) {
    if (p - listed.first >= listed.size) continue;  // wraps around
    reject(m_folder, fmt::format("slice {} is not done; solve it first", listed.name));
  }
  throw std::out_of_range("table_set: position out of range");
}

position_value table_set::probe(position p) const {
  expect_readable(p);
  return m_entries.at(p);
}

void table_set::look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
                        const work_monitor& monitor) const {
  struct slice_query {
    std::vector<position> positions;   ///< numbers in the slice
    std::vector<std::size_t> indices;  ///< indices in the whole list
  };
  const auto is_before = [](position p, const set_slice& slice) { return p < slice.first; };
  std::vector<slice_query> queries(m_index.slices.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i % sweep_block_size == 0) monitor.check_stop();
    expect_readable(positions[i]);
    const auto after = std::upper_bound(m_index.slices.begin(), m_index.slices.end(), positions[i], is_before);
    const auto slice = static_cast<std::size_t>(after - m_index.slices.begin() - 1);
    queries[slice].positions.push_back(positions[i] - m_index.slices[slice].first);
    queries[slice].indices.push_back(i);
  }
  std::vector<position_value> found;
  for (std::size_t slice = 0; slice < queries.size(); ++slice) {
    if (queries[slice].indices.empty()) continue;
    found.resize(queries[slice].indices.size());
    m_tables[slice]->look_up(queries[slice].positions, found, threads, monitor);
    for (std::size_t i = 0; i < found.size(); ++i) entries[queries[slice].indices[i]] = found[i];
  }
}

}  // namespace zermelo
