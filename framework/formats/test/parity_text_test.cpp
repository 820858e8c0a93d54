// SPDX-License-Identifier: MIT
// Tests parity games as text: their content, for any order of lines and any number of threads, and errors.
#include <zermelo/formats/parity_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/stop_after.hpp>

namespace zermelo::parity_text_test {
namespace {

using testkit::matches_pattern;

/// A source that reads a text, which must outlive it.
text_source source_of(const std::string& text) {
  const auto read = [&text](std::uint64_t offset, std::span<char> bytes) {
    const std::size_t size = std::min<std::size_t>(bytes.size(), text.size() - offset);
    std::copy_n(text.data() + offset, size, bytes.data());
    return size;
  };
  return {.location = "a.pg", .num_bytes = text.size(), .read = read};
}

constexpr std::uint64_t much_memory = std::uint64_t{1} << 40;

named_graph read(const std::string& text, unsigned threads = 1) {
  work_monitor silent;
  return parity_text(source_of(text), much_memory, threads, silent).build(threads, silent);
}

/// The error message for a text.
std::string rejection(const std::string& text) {
  return testkit::error_of([&] { (void)read(text, 2); });
}

/// @param strings  texts, each with the pattern of its error after the name of the file
void expect_errors(const std::vector<std::pair<std::string, std::string>>& strings) {
  for (const auto& [text, pattern] : strings) {
    EXPECT_PRED_FORMAT2(matches_pattern, "a.pg: " + pattern, rejection(text)) << text;
  }
}

/// One vertex of a graph.
struct vertex_text {
  std::vector<std::uint32_t> moves{};
  int to_move = 0;
  graph_end end = graph_end::none;
  std::string name{};
  friend bool operator==(const vertex_text&, const vertex_text&) = default;
};
vertex_text at(const named_graph& graph, std::size_t v) {
  const graph_arrays& arrays = graph.moves;
  return {{arrays.indices.data() + arrays.indptr[v], arrays.indices.data() + arrays.indptr[v + 1]},
          arrays.to_move[v],
          static_cast<graph_end>(arrays.terminal[v]),
          std::string(graph.names[v])};
}

constexpr const char* town =
    "parity 4;\n"
    "start 2;\n"
    "0 2 0 1,3 \"the gate\";\n"
    "1 1 1 1 \"a; b,c\";\n"
    "2 2 1 0,0,2;\n"
    "3 0 0 3 \"harbour\";\n"
    "4 2 0 2;\n";

TEST(parity_text, reads_terminals_from_sinks_and_infinite_play_from_priority) {
  const named_graph graph = read(town);
  ASSERT_EQ(graph.moves.terminal.size(), 5U);
  EXPECT_EQ(at(graph, 0), (vertex_text{{1, 3}, 0, graph_end::none, "the gate"}));
  EXPECT_EQ(at(graph, 1), (vertex_text{{}, 1, graph_end::second_has_won, "a; b,c"}));
  EXPECT_EQ(at(graph, 2), (vertex_text{{0, 0, 2}, 1, graph_end::none, ""}));
  EXPECT_EQ(at(graph, 3), (vertex_text{{}, 0, graph_end::first_has_won, "harbour"}));
  EXPECT_EQ(at(graph, 4), (vertex_text{{2}, 0, graph_end::none, ""}));
  EXPECT_EQ(graph.moves.conventions.infinite_play, player::first);
  EXPECT_EQ(graph.start, 2U);
  EXPECT_EQ(graph.players, (std::array<std::string, 2>{"even", "odd"}));
}

TEST(parity_text, accepts_missing_headers_and_names_and_any_blanks) {
  const named_graph graph = read("\xef\xbb\xbf\r\n0 7 1 1 , 0;\r\n\n  1\t7 0  1,0 \"x\" ; \r\n");
  EXPECT_EQ(at(graph, 0), (vertex_text{{1, 0}, 1, graph_end::none, ""}));
  EXPECT_EQ(at(graph, 1), (vertex_text{{1, 0}, 0, graph_end::none, "x"}));
  EXPECT_EQ(graph.moves.conventions.infinite_play, player::second);
  EXPECT_FALSE(graph.start);
  EXPECT_EQ(read("0 0 0 0;").names.size(), 0U) << "without names and a last line end";
  EXPECT_FALSE(read("0 5 0 0;").moves.conventions.infinite_play) << "only a sink";
}

TEST(parity_text, stores_loop_of_vertex_with_other_successors) {
  const named_graph graph = read("0 0 0 0,1;\n1 1 0 1;\n");
  EXPECT_EQ(at(graph, 0).moves, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(graph.moves.conventions.infinite_play, player::first);
}

/// A game whose text has several blocks of the reader, and the same text with shuffled lines.
struct long_game {
  std::vector<vertex_text> vertices{};
  std::string text{};
  std::string shuffled{};
};
long_game make_long_game(std::uint64_t size) {
  random_generator random(3);
  long_game game;
  std::vector<std::string> lines;
  for (std::uint64_t v = 0; v < size; ++v) {
    vertex_text vertex{{}, static_cast<int>(random.below(2)), graph_end::none, ""};
    if (random.chance(0.3)) vertex.name = fmt::format("n{}", random.below(50));
    std::string successors = std::to_string(v);
    std::uint64_t priority = 4;
    if (random.chance(0.1)) {
      priority = random.below(2);
      vertex.end = priority == 0 ? graph_end::first_has_won : graph_end::second_has_won;
    } else {
      // Some rows are longer than a block.
      const std::uint64_t count = v == size / 2 ? 60'000 : 1 + random.below(5);
      successors.clear();
      for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t to = random.below(size);
        if (count == 1 && to == v) to = (v + 1) % size;
        vertex.moves.push_back(static_cast<std::uint32_t>(to));
        successors += fmt::format("{}{}", i == 0 ? "" : ",", to);
      }
    }
    const std::string name = vertex.name.empty() ? "" : fmt::format(" \"{}\"", vertex.name);
    lines.push_back(fmt::format("{} {} {} {}{};\n", v, priority, vertex.to_move, successors, name));
    game.vertices.push_back(std::move(vertex));
  }
  for (const std::string& line : lines) game.text += line;
  for (std::size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[random.below(i)]);
  for (const std::string& line : lines) game.shuffled += line;
  return game;
}

TEST(parity_text, builds_same_graph_for_any_threads_and_line_order) {
  const long_game game = make_long_game(40'000);
  ASSERT_GT(game.text.size(), std::size_t{1} << 20);
  work_monitor silent;
  std::optional<std::uint64_t> digest;
  for (const std::string& text : {game.text, game.shuffled, "parity 39999;\n" + game.shuffled}) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      named_graph graph = read(text, threads);
      for (std::size_t v = 0; v < game.vertices.size(); ++v) ASSERT_EQ(at(graph, v), game.vertices[v]) << v;
      const checked_graph checked(std::move(graph), threads, silent);
      const std::uint64_t found = checked.digest();
      EXPECT_EQ(digest.value_or(found), found);
      digest = found;
    }
  }
}

TEST(parity_text, reports_size_before_building_graph) {
  work_monitor silent;
  const std::string text = town;
  const parity_text counted(source_of(text), much_memory, 1, silent);
  EXPECT_EQ(counted.num_vertices(), 5U);
  // 10 bytes per vertex, 4 bytes per move, and the names with their index.
  EXPECT_EQ(counted.num_bytes(), 5U * 10 + 6U * 4 + position_names::memory_bytes(5, 21));
  // 8 bytes per vertex, since the text has names, and the bytes of the lines.
  EXPECT_EQ(counted.extra_bytes_to_build(), 5U * 8 + text.find("4 2 0 2") + 9 - text.find("\n0 2 0"));
}

TEST(parity_text, rejects_too_large_text_before_allocating) {
  const auto error_within = [](std::uint64_t available_bytes, const std::string& text) {
    work_monitor silent;
    return testkit::error_of<resource_error>([&] { (void)parity_text(source_of(text), available_bytes, 2, silent); });
  };
  std::string long_line = "0 0 0 0;\n1 0 0 0";
  while (long_line.size() < 1'000'000) long_line += ",0";
  long_line += ";\n2 0 0 2;\n";
  EXPECT_EQ(error_within(2'000'100, long_line), "accepted") << "enough memory for such a line on each of two threads";
  EXPECT_PRED_FORMAT2(matches_pattern, "a.pg: ... line at byte 9 ... 500000 bytes ...",
                      error_within(1'000'000, long_line));

  std::string many_vertices;
  for (int v = 0; v < 1000; ++v) many_vertices += fmt::format("{} 0 0 0;\n", v);
  EXPECT_EQ(error_within(10'000, many_vertices), "accepted") << "10 bytes per vertex";
  const std::string rejection = error_within(9'990, many_vertices);
  EXPECT_PRED_FORMAT2(matches_pattern, "a.pg: ... vertex 999 ... 9990 bytes ...", rejection);
  EXPECT_EQ(error_within(9'990, "parity 999;\n" + many_vertices), rejection);
}

TEST(parity_text, digest_changes_with_every_part_of_the_parity_game) {
  work_monitor silent;
  const std::string text = town;
  const auto digest = [&](const std::string& changed) { return checked_graph(read(changed), 1, silent).digest(); };
  const auto with = [&](const std::string& old_text, const std::string& new_text) {
    std::string changed = text;
    changed.replace(changed.find(old_text), old_text.size(), new_text);
    return changed;
  };
  for (const auto& [old_text, new_text] : std::vector<std::pair<std::string, std::string>>{
           {"start 2", "start 3"},
           {"0 2 0 1,3", "0 2 1 1,3"},
           {"0 2 0 1,3", "0 2 0 3,1"},
           {"1 1 1 1", "1 0 1 1"},
           {"harbour", "harvour"},
           {"4 2 0 2", "4 2 0 3"},
       }) {
    EXPECT_NE(digest(with(old_text, new_text)), digest(text)) << new_text;
  }
  EXPECT_EQ(digest(with("1 1 1 1", "1 3 1 1")), digest(text)) << "only the parity of a sink's priority matters";
}

TEST(parity_text, rejects_invalid_lines_with_line_number) {
  EXPECT_EQ(rejection(town), "accepted");
  expect_errors({{"", "... no vertices"},
                 {"parity 2;\n0 0 0 1;\nx 0 0 0;\n", "line 3: ... a vertex, got 'x 0 0 0;'"},
                 {"0 -1 0 0;", "line 1: expected a priority, got '-1 0 0;'"},
                 {"0 0 2 0;", "line 1: vertex 0: ... owner 0 or 1, got 2"},
                 {"0 0 0;", "line 1: ... successor, got ';'"},
                 {"0 0 0 0,;", "line 1: ... successor, got ';'"},
                 {"0 0 0 0", "line 1: expected ';', ... end..."},
                 {"0 0 0 0 \"x;\n", "line 1: ...'\"' ... name..."},
                 {"0 0 0 0; x", "line 1: ... a vertex, got 'x'"},
                 {"0 0 0 1;\n\n1 0 0 5;\n", "line 3: ... successor from 0 to 1, got 5"},
                 {"0 0 0 18446744073709551617;", "line 1: ... successor from 0 to 0, got 18446744073709551615"}});
}

TEST(parity_text, rejects_invalid_headers) {
  expect_errors({{"parity x;\n", "line 1: ... 'parity', got 'x;'"},
                 {"parity 0\n0 0 0 0;", "line 1: expected ';', ... end..."},
                 {"parity 0;\nparity 0;\n0 0 0 0;", "line 2: duplicate 'parity'"},
                 {"parity 4000000000;\n0 0 0 0;", "'parity 4000000000': ... below 9, ..."},
                 {"parity 0;\nstart 1;\n0 0 0 0;", "start: ... 0 to 0, got 1"},
                 {"parity 1;\nstart 1;\n0 0 0 0;", "start... 1 ..."},
                 {"0 0 0 0;\nparity 0;\n", "line 2: ... a vertex, got 'parity 0;'"}});
}

TEST(parity_text, rejects_duplicate_vertex) {
  expect_errors({{"1 0 0 1;\n0 0 0 0;\n1 0 0 0;\n", "line 3: duplicate vertex 1"},
                 {"1 0 0 1;\n0 0 0 0; 1 0 0 0;\n", "line 2: duplicate vertex 1"},
                 {"parity 1;\n0 0 0 0;\n1 0 0 0;\n2 0 0 0;\n", "line 4: vertex 2: expected 0 to 1, ... header"}});
}

TEST(parity_text, marks_missing_vertex_numbers_illegal) {
  for (const char* text :
       {"parity 5;\nstart 2;\n4 1 0 4,2 \"mill\";\n2 0 1 2;\n", "start 2;\n4 1 0 4,2 \"mill\"; 2 0 1 2;\n5 1 1 5;\n"}) {
    for (const unsigned threads : {1U, 3U}) {
      const named_graph graph = read(text, threads);
      ASSERT_EQ(graph.moves.terminal.size(), 6U);
      for (const std::size_t v : {0U, 1U, 3U}) EXPECT_EQ(at(graph, v), (vertex_text{{}, 0, graph_end::illegal, ""}));
      EXPECT_EQ(at(graph, 2), (vertex_text{{}, 1, graph_end::first_has_won, ""}));
      EXPECT_EQ(at(graph, 4), (vertex_text{{4, 2}, 0, graph_end::none, "mill"}));
      EXPECT_EQ(graph.start, 2U);
    }
  }
  expect_errors({{"0 0 0 0,1;\n2 0 0 0;\n", "line 1: successor 1 ..."},
                 // Otherwise a short text would need much memory.
                 {"0 0 0 0;\n4000000000 0 0 0;\n", "line 2: vertex 4000000000: expected 0 to 26, ..."}});
}

TEST(parity_text, accepts_several_vertices_per_line) {
  const named_graph graph = read("parity 2; 0 3 0 1,2; 1 3 1 0 \"x\";2 3 0 2;");
  EXPECT_EQ(at(graph, 0), (vertex_text{{1, 2}, 0, graph_end::none, ""}));
  EXPECT_EQ(at(graph, 1), (vertex_text{{0}, 1, graph_end::none, "x"}));
  EXPECT_EQ(at(graph, 2), (vertex_text{{}, 0, graph_end::second_has_won, ""}));
}

TEST(parity_text, rejects_file_that_changes_between_passes) {
  // The first pass finds two lines of vertex 1, the second pass finds one.
  const std::string before = "parity 1;\n0 0 0 0;\n1 0 0 0;\n1 0 0 0;\n";
  const std::string after = "parity 1;\n0 0 0 0;\n1 0 0 0;\n        \n";
  int num_looks = 0;  // the header, the lines, and the lines again
  text_source source = source_of(before);
  source.read = [&, first = source_of(before).read, second = source_of(after).read](std::uint64_t offset,
                                                                                    std::span<char> bytes) {
    return (++num_looks <= 2 ? first : second)(offset, bytes);
  };
  work_monitor silent;
  EXPECT_PRED_FORMAT2(matches_pattern, "a.pg: ... changed ...",
                      testkit::error_of([&] { (void)parity_text(std::move(source), much_memory, 1, silent); }));
}

TEST(parity_text, rejects_unsupported_parity_games_with_vertex) {
  // A Büchi game with priorities 1 and 2.
  expect_errors({{"0 1 0 1;\n1 2 1 0;\n2 0 0 2;\n", "line 2: vertex 1 has priority 2, ... 1; ... Oink ..."}});
  std::string text;
  constexpr int size = 40'000;
  for (int v = 0; v < size; ++v) text += fmt::format("{} {} 0 {};\n", v, v < 35'000 ? 2 : 3, (v + 1) % size);
  EXPECT_PRED_FORMAT2(matches_pattern, "a.pg: line 35001: vertex 35000 has priority 3,...", rejection(text));
}

TEST(parity_text, recognizes_parity_games) {
  const auto looks = [](const std::string& text) { return looks_like_parity_game(source_of(text)); };
  EXPECT_TRUE(looks("parity 3;"));
  EXPECT_TRUE(looks("\n start 3;"));
  EXPECT_TRUE(looks("0 0 0 0;"));
  EXPECT_FALSE(looks(""));
  EXPECT_FALSE(looks("[[1],[0]]"));
  EXPECT_FALSE(looks("graph {"));
}

TEST(parity_text, reading_stops_on_request) {
  testkit::stop_after monitor(0);
  const std::string text = town;
  EXPECT_THROW(parity_text(source_of(text), much_memory, 1, monitor), interrupted);
}

}  // namespace
}  // namespace zermelo::parity_text_test
