// SPDX-License-Identifier: MIT
#include "served_tables.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <sys/stat.h>

#include <fmt/core.h>

#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/sets/set_index.hpp>
#include <zermelo/storage/table/chunk_memory.hpp>
#include <zermelo/tables/report/report_game.hpp>

namespace zermelo::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_open_tables = 64;

/// The minimum time between checks of table files and folders.
constexpr std::chrono::seconds time_between_looks{1};

[[nodiscard]] std::optional<struct stat> status_of(const fs::path& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return status;
}

[[nodiscard]] std::int64_t changed_nanoseconds(const struct stat& status) {
  constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
  return status.st_mtim.tv_sec * nanoseconds_per_second + status.st_mtim.tv_nsec;
}

/// A description with the members that every table has; all except the name are null.
[[nodiscard]] json described(const std::string& name) {
  return {{"name", name},         {"game", nullptr},  {"params", nullptr},
          {"positions", nullptr}, {"start", nullptr}, {"error", nullptr}};
}

/// The files and folders in a folder that may be tables, sorted by name. @throws input_error if it cannot be read
[[nodiscard]] std::vector<fs::path> tables_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code failure;
  for (fs::directory_iterator i(folder, failure), end; !failure && i != end; i.increment(failure)) {
    std::error_code ignored;
    const fs::path& path = i->path();
    const bool is_set = fs::is_directory(path, ignored) && status_of(path / set_index_name).has_value();
    if (is_set || path.extension() == ".h5") found.push_back(path);
  }
  if (failure) throw input_error(fmt::format("cannot read the folder {}: {}", folder.string(), failure.message()));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::optional<file_identity> identity_of(const fs::path& table) {
  std::optional<struct stat> status = status_of(table);
  if (!status) return std::nullopt;
  std::int64_t folder_changed = 0;
  if (S_ISDIR(status->st_mode)) {
    folder_changed = changed_nanoseconds(*status);
    status = status_of(table / set_index_name);
    if (!status) return std::nullopt;
  }
  return file_identity{status->st_dev, status->st_ino, static_cast<std::uint64_t>(status->st_size),
                       changed_nanoseconds(*status), folder_changed};
}

void served_table::check_file() {
  const auto now = clock::now();
  const bool was_checked = m_last_check != clock::time_point{};
  if (was_checked && now - m_last_check < time_between_looks) return;
  m_last_check = now;
  const auto found = identity_of(m_file);
  if (was_checked && found == m_identity) return;
  m_identity = found;
  m_resident = nullptr;
  m_description = nullptr;
  m_error = found ? "" : fmt::format("{}: the table's file no longer exists", m_name);
}

std::shared_ptr<const cached_table> served_table::if_open() {
  const std::lock_guard lock(m_guard);
  check_file();
  m_last_use = clock::now();
  if (!m_error.empty()) throw table_error(m_error);
  return m_resident;
}

std::shared_ptr<const cached_table> served_table::open(const catalog& games,
                                                       const std::shared_ptr<storage::chunk_memory>& memory,
                                                       work_monitor& monitor) {
  const std::lock_guard opening(m_opening);
  while (true) {
    if (auto resident = if_open()) return resident;
    if (monitor.stop_requested()) throw interrupted(fmt::format("{}: opening was interrupted; try again", m_name));
    if (auto opened = open_now(games, memory, monitor)) return opened;
  }
}

std::shared_ptr<const cached_table> served_table::open_now(const catalog& games,
                                                           const std::shared_ptr<storage::chunk_memory>& memory,
                                                           work_monitor& monitor) {
  const auto identity = [this] {
    const std::lock_guard lock(m_guard);
    return m_identity;
  }();
  std::shared_ptr<const cached_table> opened;
  std::string failure;
  try {
    opened = std::make_shared<const cached_table>(m_name, m_file, games, memory, monitor);
  } catch (const input_error& rejected) {
    failure = rejected.what();
  } catch (const resource_error& rejected) {  // not stored as m_error, since memory may be available later
    throw table_error(without_path(rejected.what(), m_file, m_name));
  } catch (const contract_error& rejected) {
    failure = rejected.what();
  }
  const std::lock_guard lock(m_guard);
  if (m_identity != identity) return nullptr;  // the file may have been replaced after it was opened
  if (opened == nullptr) {
    m_error = error_line(without_path(failure, m_file, m_name));
    throw table_error(m_error);
  }
  m_description = described(m_name);
  const any_game& game = opened->game();
  m_description["game"] = game.name();
  m_description["params"] = parameters_json(opened->schema(), game.parameters());
  m_description["positions"] = game.num_positions();
  if (const auto start = game.start()) m_description["start"] = format(game, *start);
  m_resident = opened;
  return opened;
}

void served_table::close() {
  const std::lock_guard lock(m_guard);
  m_resident = nullptr;
}

bool served_table::is_open() const {
  const std::lock_guard lock(m_guard);
  return m_resident != nullptr;
}

std::chrono::steady_clock::time_point served_table::last_use() const {
  const std::lock_guard lock(m_guard);
  return m_last_use;
}

bool served_table::is_described() {
  const std::lock_guard lock(m_guard);
  check_file();
  return !m_error.empty() || !m_description.is_null();
}

json served_table::description() const {
  const std::lock_guard lock(m_guard);
  json object = m_error.empty() && !m_description.is_null() ? m_description : described(m_name);
  if (!m_error.empty()) object["error"] = m_error;
  return object;
}

served_tables::served_tables(const std::vector<std::string>& paths, const catalog& games, std::size_t cache_bytes)
    : m_games(games), m_memory(std::make_shared<storage::chunk_memory>(cache_bytes)) {
  for (const std::string& path : paths) {
    const auto status = status_of(path);
    if (!status) {
      throw input_error(fmt::format("{}: {}", path, std::generic_category().message(errno)));
    }
    if (!S_ISDIR(status->st_mode) || has_set_index(path)) {
      add(path);
      continue;
    }
    const std::vector<fs::path> inside = tables_in(path);
    if (inside.empty()) throw input_error(fmt::format("{}: the folder contains no tables; choose another", path));
    for (const fs::path& table : inside) add(table);
    m_folders.emplace_back(path);
    m_found.insert(inside.begin(), inside.end());
  }
}

void served_tables::add(const fs::path& path) {
  fs::path clean = path.has_filename() ? path : path.parent_path();
  if (clean.filename() == "." || clean.filename() == "..") clean = fs::canonical(clean);
  const bool is_file = clean.extension() == ".h5";
  const std::string name = escaped_text((is_file ? clean.stem() : clean.filename()).string());
  std::string unique_name = name;
  for (int number = 2; find_known(unique_name) != nullptr; ++number) unique_name = fmt::format("{}-{}", name, number);
  auto added = std::make_unique<served_table>(unique_name, clean.string());
  const std::lock_guard lock(m_guard);
  m_tables.push_back(std::move(added));
}

std::vector<served_table*> served_tables::known() const {
  const std::lock_guard lock(m_guard);
  std::vector<served_table*> tables;
  for (const auto& table : m_tables) tables.push_back(table.get());
  return tables;
}

served_table* served_tables::find_known(std::string_view name) const {
  const std::lock_guard lock(m_guard);
  for (const auto& table : m_tables) {
    if (table->name() == name) return table.get();
  }
  return nullptr;
}

void served_tables::scan_folders() {
  const std::unique_lock looking(m_looking, std::try_to_lock);
  const auto now = std::chrono::steady_clock::now();
  if (!looking.owns_lock() || now - m_last_check < time_between_looks) return;
  m_last_check = now;
  for (const fs::path& folder : m_folders) {
    try {
      for (const fs::path& table : tables_in(folder)) {
        if (m_found.insert(table).second) add(table);
      }
    } catch (const input_error&) {  // the folder no longer exists; its tables report the error
    }
  }
}

std::vector<served_table*> served_tables::all() {
  scan_folders();
  return known();
}

served_table* served_tables::find(std::string_view name) {
  if (served_table* const found = find_known(name)) return found;
  scan_folders();
  return find_known(name);
}

std::shared_ptr<const cached_table> served_tables::open(served_table& table, work_monitor& monitor) {
  auto resident = table.open(m_games, m_memory, monitor);
  close_unused(table);
  return resident;
}

void served_tables::close_unused(const served_table& opened) {
  std::vector<served_table*> open;
  for (served_table* const table : known()) {
    if (table != &opened && table->is_open()) open.push_back(table);
  }
  if (open.size() < max_open_tables) return;
  (*std::min_element(open.begin(), open.end(), [](const served_table* a, const served_table* b) {
    return a->last_use() < b->last_use();
  }))->close();
}

}  // namespace zermelo::serve
