// SPDX-License-Identifier: MIT
// Tests the memory of a plan for a set, the choice of slices, and errors in a set's index.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/solving/plan/slice_choice.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>
#include <zermelo/solving/sets/set_index.hpp>
#include <zermelo/testkit/error_of.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo::solve_plan_test {
namespace {

const std::vector<slice> slices{{"KvK", 10, {0}, {{"pieces", 2}, {"pawns", 0}}},
                                {"KPvK", 20, {1, 2, 0}, {{"pieces", 3}, {"pawns", 1}}},
                                {"KQvK", 20, {2, 0}, {{"pieces", 3}, {"pawns", 0}}}};

std::vector<std::string> chosen(const std::string& text) {
  const slice_choice choice(text, slices);
  std::vector<std::string> names;
  for (const slice& s : slices) {
    if (choice.has(s)) names.push_back(s.name);
  }
  return names;
}

/// Groups that need these numbers of bytes, including inputs and shared memory.
solve_plan plan_of(const std::vector<std::uint64_t>& bytes, std::uint64_t shared) {
  solve_plan plan;
  plan.limit_bytes = 1'000;
  plan.shared_bytes = shared;
  for (const std::uint64_t one : bytes) {
    planned_group group;
    group.input_bytes = 1;
    group.solving_bytes = one - 1;
    plan.groups.push_back(group);
  }
  return plan;
}

TEST(solve_plan, parallel_groups_share_common_memory) {
  solve_plan plan = plan_of({15, 20, 30, 12}, 10);
  EXPECT_EQ(plan.peak_bytes(), 30U);
  const std::span<const planned_group> groups = plan.groups;
  for (std::size_t g = 0; g < 4; ++g) EXPECT_EQ(end_of_side_by_side(groups, g), g + 1);
  plan.groups[1].is_parallel_to_previous = plan.groups[2].is_parallel_to_previous = true;
  EXPECT_EQ(end_of_side_by_side(groups, 0), 3U);
  EXPECT_EQ(end_of_side_by_side(groups, 3), 4U);
  EXPECT_EQ(bytes_side_by_side(groups.first(3), 10), 10U + 5 + 10 + 20);
  EXPECT_EQ(plan.peak_bytes(), 45U);
}

TEST(solve_plan, counts_cached_slices_only_within_the_limit) {
  solve_plan plan = plan_of({15, 20, 30, 12}, 10);
  plan.groups[2].later_bytes = 50;
  EXPECT_EQ(plan.groups[2].max_bytes(), 30U);
  EXPECT_EQ(plan.peak_bytes(), 80U);
  plan.limit_bytes = 70;
  EXPECT_EQ(plan.peak_bytes(), 70U);
  plan.limit_bytes = 1'000;
  plan.groups[3].is_parallel_to_previous = true;
  EXPECT_EQ(plan.peak_bytes(), 10U + 20 + 2 + 50) << "in addition to groups that are solved at the same time";
}

/// Three floors of rooms. Play ends on the two lower ones; from the roof it falls to the ground.
class tower {
 public:
  using state = position;
  static constexpr position rooms = 1'000;
  explicit tower(const parameter_values&) {}

  static constexpr std::string_view name() { return "tower"; }
  static constexpr std::string_view summary() { return "rooms on three floors"; }
  static std::vector<parameter> parameters() { return {}; }

  [[nodiscard]] position num_positions() const { return 3 * rooms; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] player player_to_move(const state&) const { return player::first; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    return s < 2 * rooms ? std::optional(result::won_by(player::first)) : std::nullopt;
  }
  void for_each_successor(const state& s, auto&& f) const { f(s % rooms); }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  [[nodiscard]] std::vector<slice> slices() const {
    return {{"ground", rooms, {}}, {"stairs", rooms, {}}, {"roof", rooms, {0}}};
  }
};

TEST(solve_plan, caches_slices_needed_by_later_groups) {
  const auto game = make_game<tower>(parameter_values(tower::parameters(), {}));
  solve_options options;
  options.threads = 1;
  const solve_plan plan = zermelo::plan(*game, {.solve = options, .slices = "all"});
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> bytes;  // bytes of inputs, and for later groups
  for (const planned_group& one : plan.groups) bytes[one.name] = {one.input_bytes, one.later_bytes};
  const std::uint64_t of_floor = tower::rooms * sizeof(std::uint16_t);
  EXPECT_EQ(plan.groups[1].name, "stairs");
  EXPECT_EQ(bytes.at("ground"), std::pair(std::uint64_t{0}, std::uint64_t{0}));
  EXPECT_EQ(bytes.at("stairs"), std::pair(std::uint64_t{0}, of_floor));
  EXPECT_EQ(bytes.at("roof"), std::pair(of_floor, std::uint64_t{0}));
}

TEST(slice_choice, accepts_names_or_combined_conditions) {
  using names = std::vector<std::string>;
  EXPECT_EQ(chosen("all"), (names{"KvK", "KPvK", "KQvK"}));
  EXPECT_EQ(chosen("KQvK,KvK"), (names{"KvK", "KQvK"}));
  EXPECT_EQ(chosen("pieces<=2"), (names{"KvK"}));
  EXPECT_EQ(chosen("pieces>2"), (names{"KPvK", "KQvK"}));
  EXPECT_EQ(chosen("pieces>=3,pawns=0"), (names{"KQvK"}));
  EXPECT_EQ(chosen("pawns!=0"), (names{"KPvK"}));
  EXPECT_EQ(chosen("pieces<3"), (names{"KvK"}));
  EXPECT_EQ(chosen("pieces>3"), names{});
}

TEST(slice_choice, rejects_unknown_slice_names_and_invalid_conditions) {
  const auto error_for = [](const std::string& text) { return testkit::error_of([&] { slice_choice(text, slices); }); };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--slices: 'KRvK': unknown slice; ... 'KvK'?", error_for("KRvK"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--slices: 'piece<=3': unknown count; ... 'pieces'?",
                      error_for("piece<=3"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--slices: 'pieces<=x': ... after <=...", error_for("pieces<=x"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--slices: 'pieces<=': ... after <=...", error_for("pieces<="));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "--slices: ... not both...", error_for("KvK,pieces=2"));
  EXPECT_NE(error_for(""), "accepted");
  EXPECT_NE(error_for("KvK,"), "accepted");
}

class set_index_file : public testing::Test {
 protected:
  [[nodiscard]] static set_index index_of_two() {
    return {"chess_ending", {{"pieces", "KQvK"}, {"rows", "8"}},
            "0.1.0",        "abc",
            metric::end,    {{"KvK", 0, 10, true, 0xfedcba9876543210, 7}, {"KQvK", 10, 20, false, 0, 0}}};
  }
  /// Returns the error message about an index with changed JSON, without the path.
  [[nodiscard]] std::string error_after(const std::function<void(nlohmann::ordered_json&)>& change) const {
    write_set_index(folder, index_of_two());
    nlohmann::ordered_json object = nlohmann::ordered_json::parse(std::ifstream(folder / set_index_name));
    change(object);
    std::ofstream(folder / set_index_name) << object;
    const std::string message = testkit::error_of([this] { (void)read_set_index(folder); });
    return message.substr((folder / set_index_name).string().size() + 2);
  }

  testkit::temporary_folder m_folder;
  std::filesystem::path folder = m_folder.path();
};

TEST_F(set_index_file, returns_the_written_index) {
  write_set_index(folder, index_of_two());
  EXPECT_EQ(read_set_index(folder), index_of_two());
}

TEST_F(set_index_file, invalid_contents_are_rejected) {
  using json = nlohmann::ordered_json;
  struct wrong_value {
    const char* at;
    json value;
    std::string message;
  };
  std::vector<wrong_value> values{{"/format", "zermelo-table", "invalid index ..."},
                                  {"/format_version", 2, "... version 2 ... version 1..."},
                                  {"/game", 3, "'game': ... string"},
                                  {"/slices", json::array(), "'slices' is empty"},
                                  {"/slices", "all", "'slices': ... array"},
                                  {"/slices/0", 1, "expected ... object"},
                                  {"/slices/1/name", "KvK", "duplicate slice 'KvK'"},
                                  {"/slices/1/first_position", 11, "damaged: ... first_position ... 'KQvK'"},
                                  {"/slices/1/positions", 0xffff'ffff'ffff'fffe, "damaged: ... positions ... 'KQvK'"},
                                  {"/slices/1/positions", 0, "damaged: ... positions ... 'KQvK'"},
                                  {"/slices/1/positions", -1, "'positions': ... at least 0"},
                                  {"/slices/0/signature", "xyz", "'signature': ... 16 ..."},
                                  {"/slices/0/done", 1, "'done': ... false"},
                                  {"", "a text", "expected ... object"}};
  for (const std::string name : {"", "../KvK", "a/b", ".", "K vK"}) {
    values.push_back({"/slices/0/name", name, "invalid ... name '" + name + "'"});
  }
  for (const auto& [at, value, message] : values) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, message,
                        error_after([&](json& index) { index[json::json_pointer(at)] = value; }))
        << at;
  }
  EXPECT_EQ(error_after([](json& index) { index.erase("game"); }), "'game' is missing");
  EXPECT_EQ(error_after([](json& index) {
              for (int i = 0; i < 1000; ++i) index = json::array({index});
            }),
            "invalid JSON");
}

TEST_F(set_index_file, missing_file_is_rejected) { EXPECT_THROW((void)read_set_index(folder), input_error); }

}  // namespace
}  // namespace zermelo::solve_plan_test
