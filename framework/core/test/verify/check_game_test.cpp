// SPDX-License-Identifier: MIT
// Tests that a sample of a large game's positions finds errors of its rules. The tests of the conformance kit, which
// checks all positions of small games, cover the messages for each part of the contract.
#include <zermelo/core/verify/check_game.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/check_contract.hpp>

#include "visitors.hpp"

namespace zermelo::test::check_game_test {
namespace {

enum class lie { none, predecessors, far_predecessor, rank, throws, distant_draw, dead_draw, pack };

struct token {
  std::uint64_t cell = 0;
  player turn = player::first;
  friend bool operator==(const token&, const token&) = default;
};

/// A token on a long line, pushed one or two cells down. A lie applies to every third cell.
class line {
 public:
  using state = token;
  explicit line(lie about, std::uint64_t cells = 1'000'000) : m_lie(about), m_cells(cells) {}

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (is_wrong(lie::throws, s)) throw contract_error("no such cell");
    if (is_wrong(lie::distant_draw, s)) return result{std::nullopt, true, 2};
    return std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const {
    return m_lie == lie::dead_draw ? result{player::first, true, 0} : result::won_by(opponent(s.turn));
  }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (std::uint64_t step = 1; step <= std::min<std::uint64_t>(2, s.cell); ++step) {
      f(state{s.cell - step, opponent(s.turn)});
    }
  }
  [[nodiscard]] state start() const { return {m_cells - 1, player::first}; }

 protected:
  [[nodiscard]] bool is_wrong(lie about, const state& s) const { return m_lie == about && s.cell % 3 == 1; }
  lie m_lie;
  std::uint64_t m_cells;
};

class ranked_line : public line {
 public:
  using line::line;
  [[nodiscard]] position num_positions() const { return 2 * m_cells; }
  [[nodiscard]] position rank(const state& s) const {
    return 2 * s.cell + index_of(is_wrong(lie::rank, s) ? player::first : s.turn);
  }
  [[nodiscard]] state unrank(position p) const { return {p / 2, static_cast<player>(p % 2)}; }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    const std::uint64_t most = is_wrong(lie::predecessors, s) ? 1 : 2;
    for (std::uint64_t step = 1; step <= most && s.cell + step < m_cells; ++step) {
      f(state{s.cell + step, opponent(s.turn)});
    }
    if (is_wrong(lie::far_predecessor, s)) f(state{m_cells, player::first});
  }
};

/// A token that either hand can push one cell down: two moves to the same cell.
class line_of_two_hands : public ranked_line {
 public:
  /// @param listed  how often the predecessors list the common source of two moves
  /// @param by_number  how often the predecessors by index list it
  explicit line_of_two_hands(int listed, int by_number)
      : ranked_line(lie::none, 50), m_listed(listed), m_by_number(by_number) {}
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (int hand = 0; hand < 2 && s.cell > 0; ++hand) f(state{s.cell - 1, opponent(s.turn)});
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for (int i = 0; i < m_listed && s.cell + 1 < m_cells; ++i) f(state{s.cell + 1, opponent(s.turn)});
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    const state s = unrank(p);
    for (int i = 0; i < m_by_number && s.cell + 1 < m_cells; ++i) f(rank({s.cell + 1, opponent(s.turn)}));
  }

 private:
  int m_listed;
  int m_by_number;
};

enum class passing { right, to_itself, to_the_next, nowhere_back, beyond };

/// A line with a correct or an incorrect hook `passed`.
class passing_line : public ranked_line {
 public:
  explicit passing_line(passing how) : ranked_line(lie::none, 50), m_passing(how) {}
  [[nodiscard]] std::optional<state> passed(const state& s) const {
    const state other{s.cell, opponent(s.turn)};
    switch (m_passing) {
      case passing::right: return other;
      case passing::to_itself: return s;
      case passing::to_the_next: return state{(s.cell + 1) % m_cells, other.turn};
      case passing::nowhere_back: return s.turn == player::first ? std::optional(other) : std::nullopt;
      case passing::beyond: return state{m_cells, other.turn};
    }
    return std::nullopt;
  }

 private:
  passing m_passing;
};

class packed_line : public line {
 public:
  using line::line;
  [[nodiscard]] std::uint64_t pack(const state& s) const { return 2 * s.cell + index_of(s.turn); }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    const state s{key / 2, static_cast<player>(key % 2)};
    return is_wrong(lie::pack, s) ? state{s.cell + 1, s.turn} : s;
  }
};

template <class G>
check_report sample_of(const G& game) {
  return testkit::check_contract(game);
}

bool all_mention(const check_report& report, std::string_view text) {
  return !report.violations.empty() && std::ranges::all_of(report.violations, [text](const std::string& violation) {
    return violation.find(text) != std::string::npos;
  });
}

TEST(check_game, reports_nothing_for_samples_of_correct_games) {
  const check_report ranked = sample_of(ranked_line(lie::none));
  EXPECT_EQ(ranked.violations, std::vector<std::string>{});
  EXPECT_GT(ranked.checked, 4096U);  // the played positions are additional
  EXPECT_LE(ranked.checked, 2 * 4096U);
  const check_report played = sample_of(packed_line(lie::none));
  EXPECT_EQ(played.violations, std::vector<std::string>{});
  EXPECT_EQ(played.checked, 4096U);
}

TEST(check_game, finds_violations_in_samples_of_a_ranked_game) {
  const check_report missing = sample_of(ranked_line(lie::predecessors));
  EXPECT_EQ(missing.violations.size(), 10U);
  EXPECT_TRUE(all_mention(missing, "for_each_predecessor does not"));
  EXPECT_TRUE(all_mention(missing, "[position="));
  EXPECT_EQ(sample_of(ranked_line(lie::predecessors)).violations, missing.violations) << "another sample";
  EXPECT_TRUE(all_mention(sample_of(ranked_line(lie::far_predecessor)), "2000000 (out of"));
  EXPECT_TRUE(all_mention(sample_of(ranked_line(lie::rank)), "has rank"));
  EXPECT_TRUE(all_mention(sample_of(ranked_line(lie::throws)), ": no such cell"));
}

TEST(check_game, requires_as_many_predecessors_as_moves) {
  EXPECT_EQ(sample_of(line_of_two_hands(2, 2)).violations, std::vector<std::string>{});
  EXPECT_TRUE(all_mention(sample_of(line_of_two_hands(1, 2)), "for_each_predecessor does not"));
  EXPECT_TRUE(all_mention(sample_of(line_of_two_hands(3, 2)), "more often"));
  EXPECT_TRUE(all_mention(sample_of(line_of_two_hands(2, 1)), "for_each_predecessor_index does not"));
  EXPECT_TRUE(all_mention(sample_of(line_of_two_hands(2, 3)), "for_each_predecessor_index lists"));
}

TEST(check_game, reports_invalid_passing) {
  EXPECT_EQ(sample_of(passing_line(passing::right)).violations, std::vector<std::string>{});
  EXPECT_TRUE(all_mention(sample_of(passing_line(passing::to_itself)), "same player"));
  EXPECT_TRUE(all_mention(sample_of(passing_line(passing::to_the_next)), "passing twice"));
  EXPECT_TRUE(all_mention(sample_of(passing_line(passing::nowhere_back)), "passing back"));
  EXPECT_TRUE(all_mention(sample_of(passing_line(passing::beyond)), "with rank 10"));
}

TEST(check_game, reports_malformed_terminals) {
  EXPECT_TRUE(all_mention(sample_of(ranked_line(lie::distant_draw)), "draw with"));
  EXPECT_TRUE(all_mention(sample_of(ranked_line(lie::dead_draw, 50)), "no_moves returns"));
}

TEST(check_game, names_states_of_a_game_without_ranking_by_their_keys) {
  const check_report wrong_key = sample_of(packed_line(lie::pack));
  EXPECT_TRUE(all_mention(wrong_key, "unpack(pack(s))"));
  EXPECT_TRUE(all_mention(wrong_key, "key 0x"));
}

TEST(check_game, stops_after_max_moves_and_on_request) {
  check_scope scope = check_scope::sample();
  scope.max_moves = 1;
  EXPECT_LT(testkit::check_contract(ranked_line(lie::predecessors), scope).violations.size(), 5U);
  EXPECT_THROW(
      (void)testkit::check_contract_of(*testkit::erase(ranked_line(lie::none)), check_scope::sample(), stopping),
      interrupted);
  EXPECT_THROW(
      (void)testkit::check_contract_of(*testkit::erase(packed_line(lie::none)), check_scope::sample(), stopping),
      interrupted);
}

}  // namespace
}  // namespace zermelo::test::check_game_test
