// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/graph_reader.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/formats/parity_text.hpp>
#include <zermelo/storage/export/read_graph.hpp>
#include <zermelo/storage/file/random_access_file.hpp>

namespace zermelo {
namespace {

constexpr const char* file_parameter = "file";
constexpr const char* digest_parameter = "digest";

/// Returns the path of a table's graph. @throws input_error unless the file is a regular file in the table's folder.
std::filesystem::path file_in_table_folder(const std::string& name, const std::filesystem::path& folder) {
  const std::filesystem::path plain(name);
  if (!plain.has_filename() || plain.filename() != plain || name == "." || name == "..") {
    throw input_error(fmt::format("graph: expected the name of a file in the table's folder, got '{}'", excerpt(name)));
  }
  std::filesystem::path file = folder / plain;
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::symlink_status(file, failure);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw input_error(fmt::format("graph: '{}' is missing in the table's folder; copy the file there", excerpt(name)));
  }
  if (std::filesystem::is_symlink(status)) {
    throw input_error(
        fmt::format("graph: '{}' is a symbolic link; copy the file itself to the table's folder", excerpt(name)));
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw input_error(fmt::format("graph: expected a regular file, got '{}'", excerpt(name)));
  }
  return file;
}

/// Determines whether links are followed. The file named in a table has been checked not to be a link; rejecting links
/// when it is opened covers a file that has replaced it since.
storage::symbolic_links links_of(const build_conditions& conditions) {
  return conditions.folder ? storage::symbolic_links::rejected : storage::symbolic_links::followed;
}

std::filesystem::path file_of(const parameter_values& values, const build_conditions& conditions) {
  if (!values.has(file_parameter))
    throw input_error("parameter 'file' is missing; write file=NAME, the name of a graph file");
  const std::string& name = values.text(file_parameter);
  if (conditions.folder) return file_in_table_folder(name, *conditions.folder);
  if (name == "-") throw input_error("file=-: a graph cannot be read from standard input; name a file");
  return name;
}

/// Checks the size of a graph. @param bytes  the memory of the graph  @param extra_bytes  additional memory while
/// reading
game_size checked_size(std::uint64_t positions, std::uint64_t bytes, std::uint64_t extra_bytes,
                       const parameter_values& values, const build_conditions& conditions) {
  const game_size size{.positions = positions, .bytes = bytes, .bytes_to_build = bytes + extra_bytes};
  check_size(size, values, conditions);
  return size;
}

/// A graph with its size.
struct sized_graph {
  named_graph graph;
  game_size size{};
};

sized_graph read_graph_file(const std::filesystem::path& file, const parameter_values& values,
                            const build_conditions& conditions, work_monitor& monitor) {
  const storage::opened_graph opened(file, links_of(conditions));
  const std::uint64_t mark_bytes = opened.num_positions() / 8;  // needed for the check of csr_graph
  const game_size size = checked_size(opened.num_positions(), opened.num_bytes(), mark_bytes, values, conditions);
  return {opened.read(resolve_threads(conditions.threads), monitor), size};
}

/// Returns the reason why a file is not a game. For a known format, the message names a tool that converts it.
std::string error_of_form(const text_source& text) {
  constexpr std::uint64_t max_begin_bytes = 64;
  std::array<char, max_begin_bytes> bytes{};
  const std::uint64_t size = text.read(0, std::span(bytes).first(std::min(text.num_bytes, max_begin_bytes)));
  std::string_view begin = without_byte_order_mark({bytes.data(), static_cast<std::size_t>(size)});
  begin.remove_prefix(std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
  if (begin.starts_with("HOA:")) {
    return "the HOA format is not supported; convert the file to PGSolver with Spot: ltlsynt --from-pgame=FILE "
           "--print-pg";
  }
  if (begin.starts_with("des (") || begin.starts_with("des(")) {
    return "a transition system (.aut) has no owners and priorities; make a PGSolver file from it and a formula with "
           "mCRL2: lts2pbes, then pbes2bes --out=pgsolver";
  }
  return "expected a graph file (HDF5) or a parity game (text)";
}

sized_graph read_parity_game(const std::filesystem::path& file, const parameter_values& values,
                             const build_conditions& conditions, work_monitor& monitor) {
  const storage::random_access_file source(file, nullptr, links_of(conditions));
  const auto read = [&](std::uint64_t offset, std::span<char> bytes) {
    return source.read_or_throw(offset, std::as_writable_bytes(bytes));
  };
  text_source text{.location = file.string(), .num_bytes = source.num_bytes(), .read = read};
  if (!looks_like_parity_game(text)) {
    throw input_error(fmt::format("{}: {}", text.location, error_of_form(text)));
  }
  const std::uint64_t available_bytes =
      saturating_difference(limit_or_available_bytes(conditions.memory_limit_bytes), bytes_of_program);
  parity_text counted(std::move(text), available_bytes, conditions.threads, monitor);
  const game_size size =
      checked_size(counted.num_vertices(), counted.num_bytes(), counted.extra_bytes_to_build(), values, conditions);
  return {counted.build(conditions.threads, monitor), size};
}

}  // namespace

graph_instance read_graph_instance(const std::vector<parameter>& schema, const parameter_values& values,
                                   const build_conditions& conditions) {
  if (values.has(digest_parameter) && !parse_hex(values.text(digest_parameter))) {
    throw input_error(
        fmt::format("digest: expected 16 hexadecimal digits, got '{}'", excerpt(values.text(digest_parameter))));
  }
  const std::filesystem::path file = file_of(values, conditions);
  work_monitor silent;
  work_monitor& monitor = conditions.monitor != nullptr ? *conditions.monitor : silent;
  std::error_code ignored;
  if (!conditions.folder && std::filesystem::is_symlink(file, ignored)) {
    monitor.note(fmt::format("{}: tables do not follow this symbolic link; copy the graph to the folder of its tables",
                             file.string()));
  }
  sized_graph read = storage::is_hdf5_file(file, links_of(conditions))
                         ? read_graph_file(file, values, conditions, monitor)
                         : read_parity_game(file, values, conditions, monitor);
  graph_instance instance;
  at_place(file.string(), [&] {
    instance.graph = std::make_shared<const checked_graph>(std::move(read.graph), conditions.threads, monitor);
  });
  const std::string digest = hex_text(instance.graph->digest());
  if (values.has(digest_parameter) && values.text(digest_parameter) != digest) {
    throw input_error(fmt::format("{}: the graph has the digest {}, expected {}; choose another graph", file.string(),
                                  digest, excerpt(values.text(digest_parameter))));
  }
  const std::map<std::string, parameter_values::value> stored{
      {file_parameter, {file.filename().string(), file.string(), true}}, {digest_parameter, {digest, "", true}}};
  instance.parameters = parameter_values(schema, stored);
  instance.size = read.size;
  return instance;
}

}  // namespace zermelo
