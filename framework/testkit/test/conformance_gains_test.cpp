// SPDX-License-Identifier: MIT
// Tests the conformance kit on games whose moves gain points: correct games have no violations, and violations name the
// position, the move and the points.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::testkit::conformance_gains_test {
namespace {

/// Coins on a table, and a hand that is open or closed. A player closes the open hand; with a closed hand, a player
/// opens it, or takes one or two coins, which are points, and opens it. Positions are relative to the player to move.
/// Boards may be mirrored, which does not change play.
class coins {
 public:
  static constexpr bool is_relative = true;
  static constexpr std::uint32_t num_coins = 3;

  struct state {
    std::uint32_t left = 0;
    bool is_closed = false;
    bool is_mirrored = false;
    friend bool operator==(const state&, const state&) = default;
  };

  /// @param wrong  the mutation
  explicit coins(std::string_view wrong = {}) : m_wrong(wrong) {}

  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.left > 0) return std::nullopt;
    if (m_wrong == "end beyond max margin") return result::scored(player::first, 4);
    return result::tied();
  }
  [[nodiscard]] result no_moves(const state&) const { return result::tied(); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const int of_inner_move = m_wrong == "inner gain" && s.left == 2 && s.is_closed ? 1 : 0;
    if (of_inner_move == 0) {
      f(state{s.left, !s.is_closed, s.is_mirrored});
    } else {
      f(state{s.left, !s.is_closed, s.is_mirrored}, of_inner_move);
    }
    if (!s.is_closed) return;
    for (std::uint32_t taken = 1; taken <= std::min(s.left, 2U); ++taken) {
      const bool is_wrong = (m_wrong == "more than max gain" && taken == 2) ||
                            (m_wrong == "mirrored gain" && s.is_mirrored && s.left == 3);
      f(state{s.left - taken, false, !s.is_mirrored}, static_cast<int>(taken) + (is_wrong ? 1 : 0));
      f(state{s.left - taken, false, s.is_mirrored}, static_cast<int>(taken) - 1);  // one point less
    }
  }
  [[nodiscard]] state canonical(const state& s) const { return {s.left, s.is_closed, false}; }
  [[nodiscard]] std::uint32_t max_margin() const { return m_wrong == "value beyond max margin" ? 1 : 3; }
  [[nodiscard]] std::uint32_t max_gain() const { return 2; }
  [[nodiscard]] state start() const { return {num_coins, false, false}; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("coins={} hand={} board={}", s.left, s.is_closed ? "closed" : "open",
                       s.is_mirrored ? "mirrored" : "plain");
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"coins", "hand", "board"});
    return {static_cast<std::uint32_t>(fields.at("coins").at(0) - '0'), fields.at("hand") == "closed",
            fields.at("board") == "mirrored"};
  }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all;
    for (std::uint32_t left = 0; left <= num_coins; ++left) {
      slice one{"coins-" + std::to_string(left), 4, {}};
      for (std::uint32_t to = left < 2 ? 0 : left - 2; left > 0 && to <= left; ++to) one.leads_to.push_back(to);
      all.push_back(std::move(one));
    }
    return all;
  }

 protected:
  std::string_view m_wrong;
};

/// The game with a ranking and all hooks by index.
class ranked_coins : public coins {
 public:
  using coins::coins;
  [[nodiscard]] position num_positions() const { return 4 * (num_coins + 1); }
  [[nodiscard]] position rank(const state& s) const {
    return 4 * s.left + (s.is_closed ? 2 : 0) + (s.is_mirrored ? 1 : 0);
  }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<std::uint32_t>(p / 4), p / 2 % 2 != 0, p % 2 != 0};
  }
  template <class Callback>
  void for_each_successor_index(position p, const Callback& f) const {
    for (const auto& [to, points] : moves_of(p)) f(to, points - (m_wrong == "successor index" && p == 14 ? 1 : 0));
  }
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    position stay = 0;
    for (const auto& [to, points] : moves_of(p)) {
      if (to / 4 == p / 4) {
        ++stay;
      } else {
        f(to, points - (m_wrong == "leaving index" && p == 14 ? 1 : 0));
      }
    }
    return stay;
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    if (s.left > 0) f(state{s.left, !s.is_closed, s.is_mirrored});
    if (m_wrong == "foreign predecessor" && s == state{2, false, false}) f(state{3, true, false});
  }
  template <class Callback>
  void for_each_predecessor_index(position p, const Callback& f) const {
    const state s = unrank(p);
    if (s.left > 0) f(rank(canonical({s.left, !s.is_closed, false})));
    if (m_wrong == "foreign predecessor index" && p == 8) f(position{14});
  }

 private:
  /// Lists each canonical target with the greatest gain.
  [[nodiscard]] std::vector<std::pair<position, int>> moves_of(position p) const {
    std::vector<std::pair<position, int>> moves;
    for_each_successor(unrank(p), [&](const state& to, int points = 0) {
      const position representative = rank(canonical(to));
      const auto same = std::find_if(moves.begin(), moves.end(), [&](auto& m) { return m.first == representative; });
      if (same == moves.end()) {
        moves.emplace_back(representative, points);
      } else {
        same->second = std::max(same->second, points);
      }
    });
    return moves;
  }
};

/// The game without a ranking.
class packed_coins : public coins {
 public:
  using coins::coins;
  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return 4 * s.left + (s.is_closed ? 2U : 0U) + (s.is_mirrored ? 1U : 0U);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<std::uint32_t>(key / 4 % (num_coins + 1)), key / 2 % 2 != 0, key % 2 != 0};
  }
  [[nodiscard]] std::uint32_t slice_of(const state& s) const { return s.left; }
  [[nodiscard]] std::vector<slice> slices() const {
    std::vector<slice> all = coins::slices();
    for (slice& one : all) one.size = 0;
    return all;
  }
};

TEST(conformance_gains, accepts_correct_games) {
  EXPECT_EQ(find_violations(ranked_coins()), std::vector<std::string>{});
  EXPECT_EQ(find_violations(packed_coins()), std::vector<std::string>{});
}

TEST(conformance_gains, reports_wrong_gains) {
  const std::string closed_3 = "[coins=3 hand=closed board=plain]";
  const std::string foreign = " lists " + closed_3 + ", ... another group ...; ...";
  const std::vector<std::pair<std::string_view, std::string>> named{
      {"inner gain", "[coins=2 hand=closed board=plain] ... [coins=2 hand=open board=plain] ... gains 1 points, ..."},
      {"more than max gain",
       "[coins=2 hand=closed board=plain]: ... [coins=0 hand=open board=mirrored] gains 3 points; max_gain is 2"},
      {"successor index", closed_3 + ": ...for_each_successor_index ... gains"},
      {"leaving index", closed_3 + ": ...for_each_leaving_index ... gains"},
      {"foreign predecessor", "[coins=2 hand=open board=plain]: for_each_predecessor" + foreign},
      {"foreign predecessor index", "[coins=2 hand=open board=plain]: for_each_predecessor_index" + foreign},
      {"end beyond max margin", "[coins=0 hand=open board=plain]: terminal ... 4 points; max_margin is 3"},
      {"value beyond max margin", "... position 8 has margin -2; max_margin is 1"},
      {"mirrored gain",
       "[coins=3 hand=closed board=mirrored]: canonical returns " + closed_3 + ", ... different gains"},
  };
  const auto expect_named = [](const auto& game, const std::string& pattern) {
    const std::vector<std::string> violations = find_violations(game);
    EXPECT_EQ(std::ranges::count_if(
                  violations, [&](const std::string& found) { return !!matches_pattern("", "", pattern, found); }),
              1)
        << pattern << "\nfound\n  " << fmt::format("{}", fmt::join(violations, "\n  "));
  };
  for (const auto& [wrong, pattern] : named) {
    expect_named(ranked_coins(wrong), pattern);
    const bool is_found_without_ranking = wrong == "inner gain" || wrong == "more than max gain";
    if (is_found_without_ranking) expect_named(packed_coins(wrong), pattern);
  }
}

}  // namespace
}  // namespace zermelo::testkit::conformance_gains_test
