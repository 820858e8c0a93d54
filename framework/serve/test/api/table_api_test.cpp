// SPDX-License-Identifier: MIT
// Tests the answers of the interface, without sockets.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/text.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "api_test.hpp"

namespace zermelo::serve::table_api_test {
namespace {

using ::testing::IsNotSubstring;
using ::testing::IsSubstring;

class table_api_test : public api_test {
 protected:
  table_api_test() : api_test(chase_catalog(), {{"a", "chase"}}) {}
  /// The status of an answer that must not open or scan a table.
  [[nodiscard]] static unsigned status_without_work(const prepared_answer& prepared) {
    struct : work_monitor {
      [[nodiscard]] bool stop_requested() const override { return true; }
    } stopping;
    return prepared.respond(stopping).status;
  }
  [[nodiscard]] static std::string header_of(const http_response& response, const std::string& name) {
    const auto found = std::find_if(response.headers.begin(), response.headers.end(),
                                    [&](const http_header& header) { return header.name == name; });
    return found == response.headers.end() ? "" : found->value;
  }
};

TEST_F(table_api_test, lists_tables) {
  EXPECT_EQ(kind_of("/api/tables"), work_kind::task);
  const json object = answer_to("/api/tables");
  ASSERT_EQ(object["tables"].size(), 1U);
  EXPECT_EQ(object["tables"][0], (json{{"name", "a"},
                                       {"game", "chase"},
                                       {"params", {{"exit", 0}}},
                                       {"positions", 162},
                                       {"start", "cop=0 robber=8 turn=robber"},
                                       {"error", nullptr}}));
  EXPECT_EQ(kind_of("/api/tables"), work_kind::probe);
}

TEST_F(table_api_test, describes_table_without_its_path) {
  const http_response response = response_to("/api/tables/a");
  EXPECT_PRED_FORMAT2(IsNotSubstring, m_folder.path().string(), response.body);
  const json object = json::parse(response.body);
  EXPECT_EQ(kind_of("/api/tables/a"), work_kind::probe);
  EXPECT_EQ(object["players"], (json{"cop", "robber"}));
  EXPECT_EQ(object["seen_by"], "players");
  EXPECT_EQ(object["axes"][1]["name"], "cop");
  EXPECT_EQ(object["axes"][1]["coordinates"]["row"], (json{0, 0, 0, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(object["axes"][0]["labels"], (json{"cop", "robber"}));
  EXPECT_EQ(
      object["counts"]["win"].get<int>() + object["counts"]["loss"].get<int>() + object["counts"]["draw"].get<int>(),
      162);
}

TEST_F(table_api_test, probes_position_by_its_fields) {
  const json start = answer_to("/api/tables/a/position");
  EXPECT_EQ(start["state"], "cop=0 robber=8 turn=robber");
  EXPECT_EQ(start["moves"].size(), 3U);
  const json named = answer_to("/api/tables/a/position?state=cop=4+robber=5+turn=cop");
  EXPECT_EQ(named["winner"], "cop");
  EXPECT_EQ(named["plies"], 1);
  EXPECT_EQ(named["moves"].size(), 5U);
  EXPECT_EQ(answer_to("/api/tables/a/position?state=cop%3D4%20robber%3D5+turn=cop"), named);
  EXPECT_EQ(answer_to("/api/tables/a/position?state=cop=4+robber=5+turn=cop+plies_played=7")["plies_played"], 7);
  EXPECT_EQ(answer_to("/api/tables/a/position?state=moves=1&plies_played=7")["plies_played"], 7);
}

TEST_F(table_api_test, rejects_invalid_position_with_message_of_command_line) {
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "position: '9' ... cell",
                      error_of("/api/tables/a/position?state=cop=9+robber=5+turn=cop", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "plies_played", error_of("/api/tables/a/position?plies_played=x", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "'to_move=nobody': ", error_of("/api/tables/a/position?to_move=nobody", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "robber", error_of("/api/tables/a/position?to_move=cop", 400));
  EXPECT_EQ(error_of("/api/tables/a/position?state=&state=", 400), "duplicate parameter 'state'");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "unknown parameter 'stat'; ... 'state'...",
                      error_of("/api/tables/a/position?stat=", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "unknown parameter 'a'", error_of("/api/tables?a", 400));
}

TEST_F(table_api_test, finds_all_positions_page_by_page) {
  for (const std::string order : {"", "&longest", "&sort=-plies,position"}) {
    const json all = answer_to("/api/tables/a/find?where=plies>=0&limit=1000" + order);
    EXPECT_EQ(all["next"], nullptr);
    json pages = json::array();
    std::string after;
    while (true) {
      const json page = answer_to("/api/tables/a/find?where=plies>=0&limit=7" + order + after);
      pages.insert(pages.end(), page["positions"].begin(), page["positions"].end());
      if (page["next"].is_null()) break;
      after = "&after=" + page["next"].dump();
    }
    EXPECT_EQ(pages, all["positions"]) << order;
  }
}

TEST_F(table_api_test, find_applies_several_conditions) {
  const json both = answer_to("/api/tables/a/find?where=turn=cop+plies=1&where=cop=1,1");
  ASSERT_EQ(both["positions"].size(), 4U);
  for (const json& one : both["positions"]) {
    EXPECT_EQ(one["winner"], "cop");
    EXPECT_EQ(one["plies"], 1);
  }
  EXPECT_EQ(answer_to("/api/tables/a/count?where=turn=cop+plies=1&where=cop=1,1")["count"], 4);
  EXPECT_PRED_FORMAT2(IsSubstring, "from 1 to 1000", error_of("/api/tables/a/find?limit=1001", 400));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "longest ... sort...",
                      error_of("/api/tables/a/find?longest&sort=plies", 400));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "longest: ... got 'yes'...",
                      error_of("/api/tables/a/find?longest=yes", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "kop", error_of("/api/tables/a/find?where=kop=1", 400));
}

TEST_F(table_api_test, caches_counts_and_statistics) {
  EXPECT_EQ(kind_of("/api/tables/a/stats"), work_kind::scan);
  const json stats = answer_to("/api/tables/a/stats");
  EXPECT_EQ(stats["table"], "a");
  EXPECT_EQ(stats["turns"].size(), 2U);
  EXPECT_EQ(kind_of("/api/tables/a/stats"), work_kind::probe);
  EXPECT_EQ(answer_to("/api/tables/a/stats"), stats);
  const json by = answer_to("/api/tables/a/count?by=winner");
  EXPECT_EQ(by["count"], 162);
  EXPECT_EQ(kind_of("/api/tables/a/count?by=winner"), work_kind::probe);
  EXPECT_EQ(kind_of("/api/tables/a/count?by=winner,turn"), work_kind::scan);
  EXPECT_EQ(answer_to("/api/tables/a/histogram"), stats["histogram"]);
}

TEST_F(table_api_test, prepared_answers_use_table_open_at_request_time) {
  (void)answer_to("/api/tables/a/stats");
  const prepared_answer probe = prepare("/api/tables/a/position");
  const prepared_answer cached_answer = prepare("/api/tables/a/stats");
  const prepared_answer stopped = prepare("/api/tables/a/count");
  const prepared_answer scan = prepare("/api/tables/a/count");
  const prepared_answer same_scan = prepare("/api/tables/a/count");
  tables().find("a")->close();
  EXPECT_EQ(status_without_work(prepare("/api/tables/a/position")), 503U) << "this table is not open yet";
  EXPECT_EQ(status_without_work(probe), 200U);
  EXPECT_EQ(status_without_work(cached_answer), 200U);
  EXPECT_EQ(status_without_work(stopped), 503U);
  work_monitor silent;
  EXPECT_EQ(scan.respond(silent).status, 200U);
  EXPECT_EQ(status_without_work(same_scan), 200U) << "the answer is cached";
}

TEST_F(table_api_test, cache_distinguishes_queries_with_equal_joined_text) {
  (void)answer_to("/api/tables/a/count?where=turn=cop&where=cop=1,1");
  EXPECT_EQ(kind_of("/api/tables/a/count?where=turn=cop&where=cop=1,1"), work_kind::probe);
  for (const char* joined : {"%0Awhere=", "%204%20where=", "+5+where=7+"}) {
    const std::string other = fmt::format("/api/tables/a/count?where=turn=cop{}cop=1,1", joined);
    EXPECT_EQ(kind_of(other), work_kind::scan);
    EXPECT_EQ(response_to(other).status, 400U);
  }
}

TEST_F(table_api_test, cache_keeps_latest_answers_within_memory_limit) {
  work_monitor silent;
  const cached_table table("a", file_of("a"), chase_catalog(), nullptr, silent);
  const auto cache = [&](const std::string& query, std::size_t bytes) {
    table.cache(query, std::make_shared<const std::string>(bytes, 'a'));
  };
  cache("too large", cached_table::max_cached_bytes);
  EXPECT_EQ(table.cached_answer("too large"), nullptr);
  for (const char* query : {"b", "a", "c"}) cache(query, cached_table::max_cached_bytes / 2 - 100);
  EXPECT_EQ(table.cached_answer("b"), nullptr);
  EXPECT_NE(table.cached_answer("a"), nullptr);
  EXPECT_NE(table.cached_answer("c"), nullptr);
}

TEST_F(table_api_test, distinguishes_errors_of_the_table_from_errors_of_the_query) {
  const std::string file = file_of("a");
  EXPECT_PRED_FORMAT2(IsSubstring, excerpt(file), error_of("/api/tables/a/position?state=" + file, 400));
  EXPECT_PRED_FORMAT2(IsSubstring, excerpt(file), error_of("/api/tables/a/find?where=" + file + "=1", 400));
  EXPECT_TRUE(is_about_table("t.h5: it is damaged", "t.h5"));
  EXPECT_TRUE(is_about_table("set/a.h5: it is damaged", "set"));
  EXPECT_FALSE(is_about_table("settle=1: no field", "set"));
  EXPECT_FALSE(is_about_table("position: 't.h5': invalid", "t.h5"));
  const std::string absolute = std::filesystem::absolute("x/t.h5").string();
  EXPECT_EQ(without_path(absolute + " is not x/t.h5", "x/t.h5", "t"), "t is not t");
}

TEST_F(table_api_test, draws_random_positions_by_seed) {
  const json drawn = answer_to("/api/tables/a/random?seed=5");
  EXPECT_EQ(answer_to("/api/tables/a/random?seed=5"), drawn);
  std::vector<bool> is_drawn(162);
  for (int seed = 0; seed < 400; ++seed) {
    const json one = answer_to("/api/tables/a/random?where=turn=cop+plies=1&seed=" + std::to_string(seed));
    EXPECT_EQ(one["plies"], 1);
    is_drawn[one["position"].get<std::size_t>()] = true;
  }
  EXPECT_EQ(std::count(is_drawn.begin(), is_drawn.end(), true),
            answer_to("/api/tables/a/count?where=turn=cop+plies=1")["count"].get<int>());
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "no position ...",
                      error_of("/api/tables/a/random?where=plies=99", 404));
}

TEST_F(table_api_test, slice_values_equal_probed_values) {
  for (const std::string rest : {"axis=robber&turn=cop&cop=1,1", "axis=cop&turn=robber&robber=8"}) {
    const json slice = answer_to("/api/tables/a/slice?" + rest);
    ASSERT_EQ(slice["plies"].size(), 9U);
    for (std::size_t index = 0; index < 9; ++index) {
      const std::string state = rest.starts_with("axis=robber")
                                    ? "cop=4+robber=" + std::to_string(index) + "+turn=cop"
                                    : "cop=" + std::to_string(index) + "+robber=8+turn=robber";
      const json probed = answer_to("/api/tables/a/position?state=" + state);
      for (const char* member : {"outcome", "winner", "plies"}) EXPECT_EQ(slice[member][index], probed[member]);
    }
  }
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "parameter 'cop' is missing; ...",
                      error_of("/api/tables/a/slice?axis=robber&turn=cop", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "unknown axis 'dog'", error_of("/api/tables/a/slice?axis=dog", 400));
  EXPECT_PRED_FORMAT2(IsSubstring, "unknown axis ''", error_of("/api/tables/a/slice", 400));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "cop: ... a label ... 0,0...",
                      error_of("/api/tables/a/slice?axis=robber&turn=cop&cop=9,9", 400));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "cop cannot ... axis=cop",
                      error_of("/api/tables/a/slice?axis=cop&turn=cop&cop=1&robber=1", 400));
}

TEST_F(table_api_test, answers_posted_positions_line_by_line_with_errors_on_their_lines) {
  const http_response response =
      response_to("/api/tables/a/positions", http_method::post,
                  "\ncop=4 robber=5 turn=cop\r\nnonsense\ncop=4 robber=5 turn=cop plies_played=3");
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.content_type, "application/x-ndjson");
  std::istringstream lines(response.body);
  std::vector<json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["state"], "cop=0 robber=8 turn=robber");
  EXPECT_EQ(answers[1]["plies"], 1);
  EXPECT_FALSE(answers[1].contains("moves"));
  EXPECT_PRED_FORMAT2(IsSubstring, "nonsense", answers[2].value("error", ""));
  EXPECT_EQ(answers[3]["plies_played"], 3);
  const http_response with_moves = response_to("/api/tables/a/positions?moves", http_method::post, "start\n");
  json with_board = answer_to("/api/tables/a/position");
  for (const char* member : {"drawing", "cells", "hands"}) EXPECT_EQ(with_board.erase(member), 1U) << member;
  for (json& move : with_board["moves"]) EXPECT_EQ(move.erase("changes"), 1U);
  EXPECT_EQ(json::parse(with_moves.body), with_board);
  EXPECT_EQ(response_to("/api/tables/a/positions", http_method::post, "").body, "");
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "start\n";
  EXPECT_EQ(response_to("/api/tables/a/positions", http_method::post, many).status, 200U);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "body: ... 10000 positions...",
                      error_of("/api/tables/a/positions", 413, http_method::post, many + "start"));
}

TEST_F(table_api_test, rejects_unknown_paths_and_methods) {
  EXPECT_PRED_FORMAT2(IsSubstring, "unknown table 'b'", error_of("/api/tables/b", 404));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "... did ... mean 'position'...",
                      error_of("/api/tables/a/positio", 404));
  for (const char* path :
       {"/api", "/api/", "/api/tables/", "/api/tables/a/", "/api/tables/a/position/", "/api/tables/a/b/c", "/x",
        "/index.html", "/src/page/page.js", "/api/tables/..", "/api/tables/a/..", "/%2e%2e/a"}) {
    EXPECT_NE(error_of(path, 404), "") << path;
  }
  for (const char* path : {"/", "/api/tables", "/api/tables/a/position", "/api/tables/a/stats"}) {
    for (const http_method method : {http_method::post, http_method::other}) {
      const http_response response = response_to(path, method);
      EXPECT_EQ(response.status, 405U) << path;
      EXPECT_EQ(header_of(response, "Allow"), "GET, HEAD");
    }
  }
  EXPECT_EQ(header_of(response_to("/api/tables/a/positions"), "Allow"), "POST");
}

TEST_F(table_api_test, etag_changes_with_the_answer) {
  const http_response first = response_to("/api/tables/a/position");
  const std::string tag = header_of(first, "ETag");
  EXPECT_EQ(header_of(first, "Cache-Control"), "no-cache");
  EXPECT_EQ(header_of(response_to("/api/tables/a/stats"), "ETag"), tag);
  const http_response again = response_to("/api/tables/a/position", http_method::get, "", "\"x\", W/" + tag);
  EXPECT_EQ(again.status, 304U);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(header_of(again, "ETag"), tag);
  EXPECT_EQ(response_to("/api/tables/a/position", http_method::get, "", "\"x\"").status, 200U);
  EXPECT_EQ(header_of(response_to("/api/tables/a/random"), "ETag"), "");
  EXPECT_EQ(header_of(response_to("/api/tables/a/random"), "Cache-Control"), "no-store");
  EXPECT_EQ(header_of(response_to("/api/tables/a/random?seed=1"), "ETag"), tag);
}

TEST_F(table_api_test, answers_304_if_the_client_accepts_any_etag) {
  for (const char* target : {"/", "/page.js", "/api/tables", "/api/tables/a", "/api/tables/a/position",
                             "/api/tables/a/stats", "/api/tables/a/random"}) {
    const http_response found = response_to(target);
    const http_response again = response_to(target, http_method::get, "", "*");
    EXPECT_EQ(again.status, 304U) << target;
    EXPECT_EQ(again.body, "") << target;
    EXPECT_EQ(header_of(again, "ETag"), header_of(found, "ETag")) << target;
  }
  EXPECT_EQ(response_to("/api/tables/a/position?state=rubbish", http_method::get, "", "*").status, 400U);
  EXPECT_EQ(response_to("/nothing", http_method::get, "", "*").status, 404U);
  EXPECT_EQ(response_to("/api/tables/a/positions", http_method::post, "", "*").status, 200U);
}

TEST_F(table_api_test, error_shortens_quoted_position) {
  const std::string state = "cop=" + std::string(8000, 'x') + " robber=8 turn=robber";
  const std::string single = response_to("/api/tables/a/position?state=" + state).body;
  const std::string listed = response_to("/api/tables/a/positions", http_method::post, state).body;
  for (const std::string& body : {single, listed}) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...' ... not a cell...", body);
    EXPECT_LE(json::parse(body)["error"].get<std::string>().size(), 1000U);
  }
}

TEST_F(table_api_test, serves_page_and_its_resources) {
  const http_response page = response_to("/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_PRED_FORMAT2(IsSubstring, "<!doctype html>", page.body);
  EXPECT_EQ(response_to("/page.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(response_to("/page.css").content_type, "text/css; charset=utf-8");
  EXPECT_EQ(response_to("/icon.svg").content_type, "image/svg+xml");
  EXPECT_EQ(response_to("/", http_method::get, "", header_of(page, "ETag")).status, 304U);
}

}  // namespace
}  // namespace zermelo::serve::table_api_test
