// SPDX-License-Identifier: MIT
#include <zermelo/storage/export/read_graph.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "../array/number_list.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/file_kind.hpp"
#include "../hdf5/hdf5.hpp"
#include "graph_format.hpp"

namespace zermelo::storage {
namespace {

constexpr auto graph_integers = {number_type::i64, number_type::u32, number_type::i32};
constexpr auto graph_bytes = {number_type::u8};
constexpr auto graph_distances = {number_type::u32, number_type::u16};

/// The description of a graph file: everything except the elements of its lists.
struct graph_description {
  number_list_description indptr{};
  number_list_description indices{};
  number_list_description to_move{};
  number_list_description terminal{};
  // Optional lists: each vector has at most one element.
  std::vector<number_list_description> distance{};
  std::vector<number_list_description> names{};
  std::vector<number_list_description> names_indptr{};
  bool is_solved = false;
  // Attributes; a string is empty if the attribute is missing.
  std::string infinite_play{};
  std::string seen_by{};
  std::string no_moves{};
  std::string first_player{};
  std::string second_player{};
  std::optional<std::uint64_t> start{};
  std::optional<std::uint64_t> positions{};
  std::optional<std::uint64_t> edges{};
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
  requires std::same_as<std::remove_const_t<Description>, graph_description>
void exchange(Archive& archive, Description& graph) {
  const auto exchange_one = [](Archive& lists, auto& list) { exchange_number_list(lists, list); };
  exchange_one(archive, graph.indptr);
  exchange_one(archive, graph.indices);
  exchange_one(archive, graph.to_move);
  exchange_one(archive, graph.terminal);
  archive.list(graph.distance, exchange_one);
  archive.list(graph.names, exchange_one);
  archive.list(graph.names_indptr, exchange_one);
  archive.value(graph.is_solved);
  for (auto* const text :
       {&graph.infinite_play, &graph.seen_by, &graph.no_moves, &graph.first_player, &graph.second_player}) {
    archive.value(*text);
  }
  archive.optional_count("start", graph.start);
  archive.optional_count("positions", graph.positions);
  archive.optional_count("edges", graph.edges);
}

/// Describes a graph file in the child process. @throws hdf5::failure
graph_description describe_graph(described_file& file) {
  graph_description graph;
  const auto list = [&file](const char* name, std::initializer_list<number_type> types) {
    return describe_number_list(file, name, types);
  };
  const auto optional_list = [&](const char* name, std::initializer_list<number_type> types) {
    std::vector<number_list_description> lists;
    if (hdf5::has_link(file, name)) lists.push_back(list(name, types));
    return lists;
  };
  const auto text = [&file](const char* name) {
    return hdf5::has_attribute(file, name) ? hdf5::read_any_text(file, name) : std::string();
  };
  graph.indptr = list("indptr", graph_integers);
  graph.indices = list("indices", graph_integers);
  graph.to_move = list("to_move", graph_bytes);
  graph.terminal = list("terminal", graph_bytes);
  graph.distance = optional_list("distance", graph_distances);
  graph.names = optional_list("names", graph_bytes);
  graph.names_indptr = optional_list("names_indptr", graph_integers);
  graph.is_solved = hdf5::has_link(file, "outcome");
  graph.infinite_play = text("infinite_play");
  graph.seen_by = text("seen_by");
  graph.no_moves = text("no_moves");
  graph.first_player = text("first_player");
  graph.second_player = text("second_player");
  attribute_reader numbers(file);
  numbers.optional_count("start", graph.start);
  numbers.optional_count("positions", graph.positions);
  numbers.optional_count("edges", graph.edges);
  return graph;
}

/// Returns the value of a keyword, or the first value of the vocabulary if the keyword is empty. @throws hdf5::failure
template <class Value, std::size_t N>
Value value_or_first(const char* attribute, const std::string& keyword, const vocabulary<Value, N>& keywords) {
  return keyword.empty() ? keywords.front().second : value_of(attribute, keyword, keywords);
}

/// Returns the players' names, or the defaults if the file has no names. @throws hdf5::failure for invalid names.
std::array<std::string, 2> players_of(const graph_description& graph) {
  if (graph.first_player.empty() && graph.second_player.empty()) return named_graph().players;
  const auto is_player = [](const std::string& name) {
    constexpr std::size_t max_length = 40;
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return !name.empty() && name.size() <= max_length && name.find_first_not_of(allowed) == std::string::npos;
  };
  for (const std::string& name : {graph.first_player, graph.second_player}) {
    if (is_player(name)) continue;
    throw hdf5::failure(
        fmt::format("invalid player name '{}'; expected 1 to 40 letters, digits, '_' or '-'", excerpt(name)));
  }
  if (graph.first_player == graph.second_player) {
    throw hdf5::failure(fmt::format("both players have the name '{}'; choose different names", graph.first_player));
  }
  return {graph.first_player, graph.second_player};
}

}  // namespace

bool is_hdf5_file(const std::filesystem::path& path, symbolic_links links) {
  std::array<unsigned char, hdf5_signature.size()> begin{};
  const random_access_file file(path, nullptr, links);
  return file.read_or_throw(0, std::as_writable_bytes(std::span(begin))) == begin.size() && begin == hdf5_signature;
}

class opened_graph::implementation {
 public:
  implementation(const std::filesystem::path& path, symbolic_links links)
      : implementation(path, std::make_shared<const existing_file>(path, graph_format::kind, nullptr, links)) {}

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

  [[nodiscard]] std::uint64_t num_positions() const noexcept { return m_terminal.size(); }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept {
    return sizeof(std::uint64_t) * m_indptr.size() + sizeof(std::uint32_t) * m_indices.size() + m_to_move.size() +
           m_terminal.size() + sizeof(std::uint32_t) * (m_distance ? m_distance->size() : 0) +
           (m_names ? position_names::memory_bytes(num_positions(), m_names->size()) : 0);
  }

  [[nodiscard]] named_graph read(unsigned threads, work_monitor& monitor) const {
    named_graph graph;
    monitor.phase("read", m_indptr.size() + m_indices.size() + m_to_move.size() + m_terminal.size() +
                              (m_distance ? m_distance->size() : 0) +
                              (m_names ? m_names->size() + m_names_indptr->size() : 0));
    const auto read_into = [&](auto& array, const number_list& list) {
      array = std::remove_reference_t<decltype(array)>(list.size());
      list.read(array.span(), threads, monitor);
    };
    graph_arrays& moves = graph.moves;
    moves.conventions = m_conventions;
    read_into(moves.indptr, m_indptr);
    read_into(moves.indices, m_indices);
    read_into(moves.to_move, m_to_move);
    read_into(moves.terminal, m_terminal);
    if (m_distance) {
      read_into(moves.distance, *m_distance);
      if (m_is_solved) keep_distances_of_ends(moves);
    }
    if (m_names) graph.names = read_names(threads, monitor);
    graph.start = m_start;
    graph.players = m_players;
    return graph;
  }

 private:
  implementation(const std::filesystem::path& path, const std::shared_ptr<const existing_file>& file)
      : implementation(path, file, file->described<graph_description>(describe_graph)) {}
  implementation(std::filesystem::path path, const std::shared_ptr<const existing_file>& file,
                 const graph_description& graph)
      : m_path(std::move(path)),
        m_file(file),
        m_indptr(file, "indptr", graph_integers, graph.indptr),
        m_indices(file, "indices", graph_integers, graph.indices),
        m_to_move(file, "to_move", graph_bytes, graph.to_move),
        m_terminal(file, "terminal", graph_bytes, graph.terminal),
        m_distance(optional_list(file, "distance", graph_distances, graph.distance)),
        m_names(optional_list(file, "names", graph_bytes, graph.names)),
        m_names_indptr(optional_list(file, "names_indptr", graph_integers, graph.names_indptr)),
        m_is_solved(graph.is_solved),
        m_conventions{value_or_first("no_moves", graph.no_moves, graph_format::no_moves_keywords),
                      value_or_first("infinite_play", graph.infinite_play, graph_format::infinite_play_keywords),
                      value_or_first("seen_by", graph.seen_by, graph_format::seen_by_keywords)},
        m_players(players_of(graph)),
        m_start(graph.start) {
    expect_size("indptr", m_indptr.size(), num_positions() + 1);
    expect_size("to_move", m_to_move.size(), num_positions());
    if (m_distance) expect_size("distance", m_distance->size(), num_positions());
    if (m_names.has_value() != m_names_indptr.has_value()) {
      throw hdf5::failure("only one of the datasets 'names' and 'names_indptr' exists; write both");
    }
    if (m_names_indptr) expect_size("names_indptr", m_names_indptr->size(), num_positions() + 1);
    expect_count("positions", graph.positions, num_positions());
    expect_count("edges", graph.edges, m_indices.size());
    if (num_positions() == 0) throw hdf5::failure("the graph has no positions");
    if (num_positions() > csr_graph::max_vertices) {
      throw hdf5::failure(fmt::format("the graph has {} positions; at most {} are supported", num_positions(),
                                      csr_graph::max_vertices));
    }
    if (m_start && *m_start >= num_positions()) {
      throw hdf5::failure(fmt::format("attribute 'start': expected 0 to {1}, got {0}", *m_start, num_positions() - 1));
    }
  }

  [[nodiscard]] static std::optional<number_list> optional_list(const std::shared_ptr<const existing_file>& file,
                                                                const char* name,
                                                                std::initializer_list<number_type> types,
                                                                const std::vector<number_list_description>& lists) {
    if (lists.empty()) return std::nullopt;
    return number_list(file, name, types, lists.front());
  }
  void expect_size(const char* name, std::uint64_t size, std::uint64_t expected) const {
    if (size == expected) return;
    throw hdf5::failure(fmt::format("dataset '{0}': expected {2} elements for the {3} of 'terminal', got {1}", name,
                                    size, expected, num_positions()));
  }
  static void expect_count(const char* name, const std::optional<std::uint64_t>& count, std::uint64_t expected) {
    if (!count || *count == expected) return;
    throw hdf5::failure(fmt::format("attribute '{0}': expected {2} as in the lists, got {1}", name, *count, expected));
  }

  static void keep_distances_of_ends(graph_arrays& moves) {
    const auto has_distance = [](std::uint8_t code) {
      const auto end = static_cast<graph_end>(code);
      return end == graph_end::first_has_won || end == graph_end::second_has_won || end == graph_end::tie;
    };
    bool is_needed = false;
    for (std::size_t v = 0; v < moves.distance.size(); ++v) {
      if (!has_distance(moves.terminal[v])) moves.distance[v] = 0;
      is_needed |= moves.distance[v] != 0;
    }
    if (!is_needed) moves.distance = uninitialized_array<std::uint32_t>();
  }

  [[nodiscard]] position_names read_names(unsigned threads, work_monitor& monitor) const {
    uninitialized_array<char> text(m_names->size());
    m_names->read(text.span(), threads, monitor);
    uninitialized_array<std::uint64_t> indptr(m_names_indptr->size());
    m_names_indptr->read(indptr.span(), threads, monitor);
    const auto* const begin = indptr.data();
    const auto* const end = begin + indptr.size();
    if (*begin != 0 || *(end - 1) != text.size() || !std::is_sorted(begin, end)) {
      throw hdf5::failure(
          fmt::format("dataset 'names_indptr' must ascend from 0 to the {} bytes of 'names'", text.size()));
    }
    return {std::move(text), std::move(indptr)};
  }

  std::filesystem::path m_path;
  std::shared_ptr<const existing_file> m_file;  ///< the source of the lists
  number_list m_indptr;
  number_list m_indices;
  number_list m_to_move;
  number_list m_terminal;
  std::optional<number_list> m_distance;
  std::optional<number_list> m_names;
  std::optional<number_list> m_names_indptr;
  bool m_is_solved;
  graph_conventions m_conventions;
  std::array<std::string, 2> m_players;
  std::optional<std::uint64_t> m_start;
};

opened_graph::opened_graph(const std::filesystem::path& path, symbolic_links links)
    : m_graph(reading(path, [&] { return std::make_unique<const implementation>(path, links); })) {}
opened_graph::opened_graph(opened_graph&&) noexcept = default;
opened_graph::~opened_graph() = default;

std::uint64_t opened_graph::num_positions() const noexcept { return m_graph->num_positions(); }
std::uint64_t opened_graph::num_bytes() const noexcept { return m_graph->num_bytes(); }

named_graph opened_graph::read(unsigned threads, work_monitor& monitor) const {
  return reading(m_graph->path(), [&] { return m_graph->read(threads, monitor); });
}

}  // namespace zermelo::storage
