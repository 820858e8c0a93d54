// SPDX-License-Identifier: MIT
#include "slice_keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/base/bounded_json.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/solving/plan/slicing.hpp>
#include <zermelo/solving/sets/table_set.hpp>
#include <zermelo/storage/checkpoint/saved_keys.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/file/output_file.hpp>

namespace zermelo {
namespace {

namespace fs = std::filesystem;
using ordered_json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "keys are little-endian in the file");

constexpr std::string_view format_name = "zermelo-keys";
constexpr int version = 1;
constexpr int max_depth = 4;  // of nested JSON values
constexpr std::uint64_t max_header_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t keys_per_run = std::uint64_t{1} << 15;

[[nodiscard]] ordered_json parameters_of(const any_game& game) {
  ordered_json all = ordered_json::array();
  for (const auto& [name, value] : stored_parameters(game)) all.push_back({{"name", name}, {"value", value}});
  return all;
}

/// Calls f(keys) for runs of up to `keys_per_run` keys.
template <class Function>
void for_each_run(const position_keys& keys, work_monitor& monitor, const Function& f) {
  std::vector<wide_key> run;
  for (position first = 0; first < keys.size(); first += run.size()) {
    monitor.check_stop();
    run.resize(std::min<std::uint64_t>(keys_per_run, keys.size() - first));
    keys.read(first, run);
    f(std::span<const wide_key>(run));
    monitor.advance(run.size());
  }
}

[[nodiscard]] storage::key_digest digest_of(const position_keys& keys, work_monitor& monitor) {
  storage::key_digest digest;
  for_each_run(keys, monitor, [&digest](std::span<const wide_key> run) { digest.add(run); });
  return digest;
}

/// The keys of an open file, starting at byte `begin`.
class keys_in_file final : public position_keys {
 public:
  keys_in_file(std::unique_ptr<const storage::random_access_file> file, std::uint64_t begin, std::uint64_t size,
               key_width width)
      : m_file(std::move(file)), m_begin(begin), m_size(size), m_width(width) {}

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] key_width width() const override { return m_width; }
  void read(position first, std::span<wide_key> keys) const override {
    if (m_width == key_width::bits_128) {
      read_bytes(first, std::as_writable_bytes(keys));
      for (wide_key& key : keys) key = {key.low, key.high};  // the lower half is first in the file
      return;
    }
    std::array<std::uint64_t, 1 << 12> numbers{};
    while (!keys.empty()) {
      const auto part = std::span(numbers).first(std::min(numbers.size(), keys.size()));
      read_bytes(first, std::as_writable_bytes(part));
      std::transform(part.begin(), part.end(), keys.begin(), [](std::uint64_t low) { return wide_key{0, low}; });
      first += part.size();
      keys = keys.subspan(part.size());
    }
  }

 private:
  void read_bytes(position first, std::span<std::byte> bytes) const {
    const auto num_read = m_file->read(m_begin + first * storage::key_bytes(m_width), bytes);
    if (num_read == bytes.size()) return;
    throw input_error(
        fmt::format("{}: cannot be read: {}", m_file->path().string(),
                    num_read ? "the file was truncated while it was open" : std::generic_category().message(errno)));
  }

  std::unique_ptr<const storage::random_access_file> m_file;
  std::uint64_t m_begin;
  std::uint64_t m_size;
  key_width m_width;
};

/// Returns the line of JSON before the keys, with its line end.
[[nodiscard]] std::string read_header(const storage::random_access_file& file) {
  std::string text(std::min(max_header_bytes, file.num_bytes()), '\0');
  const auto num_read = file.read(0, std::as_writable_bytes(std::span(text)));
  if (!num_read) throw input_error(std::generic_category().message(errno));
  text.resize(*num_read);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) throw input_error("invalid key file");
  return text.substr(0, end + 1);
}

[[nodiscard]] slice_keys read_file(std::unique_ptr<const storage::random_access_file> file, const any_game& game,
                                   const std::string& slice, work_monitor& monitor) {
  const std::string header = read_header(*file);
  const auto head = parse_bounded_json(header, max_depth);
  const auto is = [&head](const char* name, const ordered_json& value) {
    const auto found = head->find(name);
    return found != head->end() && *found == value;
  };
  if (!head || !head->is_object() || !is("format", format_name)) throw input_error("invalid key file");
  if (!is("format_version", version))
    throw input_error(fmt::format("invalid key file: expected format version {}", version));
  if (!is("game", game.name()) || !is("parameters", parameters_of(game))) {
    throw input_error(fmt::format("the file belongs to another game or instance than this {}", game.name()));
  }
  if (!is("slice", slice)) throw input_error("the file belongs to another slice");
  slice_keys read;
  read.state = is("explored", true) ? exploration_state::explored : exploration_state::reachable;
  const key_width width = is("bits", 128) ? key_width::bits_128 : key_width::bits_64;
  const std::uint64_t bytes = file->num_bytes() - header.size();
  const std::uint64_t size = bytes / storage::key_bytes(width);
  if (size == 0 || bytes % storage::key_bytes(width) != 0 || !is("keys", size))
    throw input_error("invalid key file: truncated");
  auto keys = std::make_shared<const keys_in_file>(std::move(file), header.size(), size, width);
  monitor.phase("read", size);
  const storage::key_digest digest = digest_of(*keys, monitor);
  if (!is("digest", hex_text(digest.value()))) {
    throw input_error("invalid key file: its keys do not match its digest");
  }
  if (digest.first_out_of_order()) throw input_error("invalid key file: its keys are not in ascending order");
  read.keys = std::move(keys);
  return read;
}

}  // namespace

fs::path key_file_of_slice(const fs::path& folder, const std::string& slice) { return folder / (slice + ".keys"); }

void write_slice_keys(const fs::path& folder, const any_game& game, const std::string& slice, exploration_state state,
                      const position_keys& keys, work_monitor& monitor) {
  monitor.phase("write", 2 * keys.size());
  const storage::key_digest digest = digest_of(keys, monitor);
  const ordered_json header = {{"format", format_name},
                               {"format_version", version},
                               {"game", game.name()},
                               {"parameters", parameters_of(game)},
                               {"slice", slice},
                               {"explored", state == exploration_state::explored},
                               {"bits", static_cast<int>(keys.width())},
                               {"keys", keys.size()},
                               {"digest", hex_text(digest.value())}};
  storage::output_file file(key_file_of_slice(folder, slice));
  file.write(header.dump() + '\n');
  std::vector<std::uint64_t> numbers;
  for_each_run(keys, monitor, [&](std::span<const wide_key> run) {
    numbers.clear();
    for (const wide_key& key : run) {
      numbers.push_back(key.low);
      if (keys.width() == key_width::bits_128) numbers.push_back(key.high);
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span<const std::uint64_t>(numbers));
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
  file.commit();
}

std::optional<slice_keys> read_slice_keys(const fs::path& folder, const any_game& game, const std::string& slice,
                                          std::shared_ptr<storage::open_files> among, work_monitor& monitor) {
  const fs::path path = key_file_of_slice(folder, slice);
  std::error_code failure;
  if (fs::status(path, failure).type() == fs::file_type::not_found) return std::nullopt;
  try {
    return read_file(std::make_unique<const storage::random_access_file>(path, std::move(among)), game, slice, monitor);
  } catch (const input_error& wrong) {
    const std::string what = wrong.what();
    throw input_error(what.starts_with(path.string()) ? what : fmt::format("{}: {}", path.string(), what));
  }
}

void remove_slice_keys(const std::filesystem::path& folder, const any_game& game, const table_set& set,
                       std::uint32_t slice, const warning_callback& warn) {
  if (keys_of_slice(game, slice) == nullptr) return;
  replace_keys(game, slice, set.table(slice)->keys());
  const std::filesystem::path file = key_file_of_slice(folder, set.index().slices[slice].name);
  std::error_code problem;
  storage::remove_linked_file(file, problem);
  if (problem) warn(fmt::format("cannot remove {}, which is no longer needed: {}", file.string(), problem.message()));
}

}  // namespace zermelo
