// SPDX-License-Identifier: MIT
// Reads memory limits and memory use from Linux's /proc and cgroup files.
#include <zermelo/catalog/base/memory.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t bytes_per_kib = 1024;

/// Returns the number after `key` in a file whose lines consist of a key and a number, or nothing if no line has the
/// key.
std::optional<std::uint64_t> read_number_of(std::string_view key, const fs::path& file) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name;
    std::uint64_t number = 0;
    if (fields >> name >> number && name == key) return number;
  }
  return std::nullopt;
}

/// Returns the number in a file that contains one number, or nothing if the file is missing or contains "max".
std::optional<std::uint64_t> read_number(const fs::path& file) {
  std::ifstream text(file);
  std::uint64_t number = 0;
  if (text >> number) return number;
  return std::nullopt;
}

struct cgroup_files {
  std::string_view limit;
  std::string_view usage;
  std::array<std::string_view, 2> reclaimable_keys;  ///< in memory.stat: page cache that the kernel frees on demand
};
constexpr cgroup_files version_1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};
constexpr cgroup_files version_2{"memory.max", "memory.current", {"inactive_file", "active_file"}};

/// Returns the bytes that the limit of a cgroup leaves.
std::uint64_t left_in_cgroup(const fs::path& folder, const cgroup_files& files) {
  const auto limit = read_number(folder / files.limit);
  const auto usage = read_number(folder / files.usage);
  if (!limit || !usage) return unlimited;
  std::uint64_t cache = 0;
  std::ifstream statistics(folder / "memory.stat");  // lines with a key and a number
  std::string key;
  for (std::uint64_t number = 0; statistics >> key >> number;) {
    if (std::ranges::find(files.reclaimable_keys, key) != files.reclaimable_keys.end()) cache += number;
  }
  return saturating_difference(*limit, saturating_difference(*usage, cache));
}

/// Returns the minimum of the bytes that the cgroups from `group` up to the mount point leave.
std::uint64_t left_in_cgroups(const fs::path& mount, fs::path group, const cgroup_files& files) {
  std::uint64_t left = left_in_cgroup(mount, files);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
    left = std::min(left, left_in_cgroup(mount / group, files));
  }
  return left;
}

/// Returns the minimum of the bytes that the cgroups of this process leave.
std::uint64_t left_in_own_cgroups(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  std::uint64_t left = unlimited;
  std::ifstream lines(root / "proc/self/cgroup");  // "number:controllers:path", without controllers in version 2
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) left = std::min(left, left_in_cgroups(mount, group, version_2));
    if (controllers == "memory") left = std::min(left, left_in_cgroups(mount / "memory", group, version_1));
  }
  return left;
}

/// Returns the number of a line "key: number kB" in a file below /proc, in bytes, or 0 if the line is missing.
std::uint64_t proc_bytes(const char* file, std::string_view key) {
  return bytes_per_kib * read_number_of(key, file).value_or(0);
}

std::uint64_t left_in_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  return saturating_difference(limit.rlim_cur, proc_bytes("/proc/self/status", "VmSize:"));
}

}  // namespace

std::uint64_t available_memory_bytes(const fs::path& root) {
  const auto available_kib = read_number_of("MemAvailable:", root / "proc/meminfo");
  return std::min(available_kib ? *available_kib * bytes_per_kib : unlimited, left_in_own_cgroups(root));
}

std::uint64_t available_memory_bytes() { return std::min(available_memory_bytes("/"), left_in_address_space()); }

std::uint64_t limit_or_available_bytes(std::uint64_t limit_bytes) {
  return limit_bytes != 0 ? limit_bytes : available_memory_bytes();
}

void expect_available(std::string_view need, std::uint64_t bytes) {
  const std::uint64_t available = available_memory_bytes();
  if (bytes <= available) return;
  throw resource_error(fmt::format("{} {}, but {} is available", need, format_bytes(bytes), format_bytes(available)));
}

std::uint64_t machine_memory_bytes() { return proc_bytes("/proc/meminfo", "MemTotal:"); }

std::uint64_t peak_bytes() {
  // getrusage is not suitable, since its maximum is inherited from the parent process.
  return proc_bytes("/proc/self/status", "VmHWM:");
}

void give_back_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

bool restart_peak_bytes() {
  give_back_memory();
  std::ofstream reset("/proc/self/clear_refs");
  reset << "5" << std::flush;  // resets VmHWM, see proc(5)
  return reset.good();
}

std::uint64_t resident_bytes() {
  // This function is called often during a solve. The first two numbers of this file suffice.
  std::ifstream pages("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  return pages >> size >> resident ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t parse_bytes(std::string_view text) {
  const auto reject = [&] {
    throw input_error(fmt::format("'{}' is not a size in bytes; write one such as 512M, 1.5G or 4GiB", excerpt(text)));
  };
  const std::size_t number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = parse_number<double>(text.substr(0, number_end));
  std::string unit(text.substr(number_end));
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  constexpr std::array<std::array<std::string_view, 3>, 5> units{
      {{"", "B", "B"}, {"K", "KB", "KIB"}, {"M", "MB", "MIB"}, {"G", "GB", "GIB"}, {"T", "TB", "TIB"}}};
  const auto found = std::find_if(units.begin(), units.end(), [&](const auto& spellings) {
    return std::find(spellings.begin(), spellings.end(), unit) != spellings.end();
  });
  if (!number || found == units.end()) reject();
  const double bytes = std::floor(std::ldexp(*number, static_cast<int>(10 * (found - units.begin()))));
  if (bytes < 1 || bytes >= std::ldexp(1.0, 64)) {
    throw input_error(
        fmt::format("'{}' is not a size from 1 to {} bytes", excerpt(text), std::numeric_limits<std::uint64_t>::max()));
  }
  return static_cast<std::uint64_t>(bytes);
}

std::string sufficient_limit_text(std::uint64_t bytes) {
  constexpr std::uint64_t mebibyte = bytes_per_kib * bytes_per_kib;
  const bool is_small = bytes < mebibyte;
  const std::uint64_t unit = is_small ? bytes_per_kib : mebibyte;
  return fmt::format("{}{}", bytes / unit + (bytes % unit > 0 ? 1 : 0), is_small ? "K" : "M");
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < bytes_per_kib) return fmt::format("{} bytes", bytes);
  auto size = static_cast<double>(bytes) / bytes_per_kib;
  std::size_t unit = 0;
  while (size >= bytes_per_kib && unit + 1 < units.size()) {
    size /= bytes_per_kib;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, units[unit]);
}

}  // namespace zermelo
