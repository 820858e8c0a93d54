// SPDX-License-Identifier: MIT
// expect: a game needs the hook no_moves: result no_moves\(state\) const
#include <cstdint>
#include <optional>

#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/conformance.hpp>
#include <zermelo/testkit/published_counts.hpp>
#include <zermelo/testkit/solve_on_all_engines.hpp>

struct never_stuck {
  struct state {
    friend bool operator==(const state&, const state&) = default;
  };
  zermelo::player player_to_move(const state&) const;
  std::optional<zermelo::result> terminal(const state&) const;
  void for_each_successor(const state&, auto&&) const {}
  state start() const;
  std::uint64_t pack(const state&) const;
  state unpack(std::uint64_t) const;
};

extern template class zermelo::erased_game_of<never_stuck>;

struct no_counts {
  const no_counts& at(const char*) const;
  template <class T>
  T get() const;
};

void test_never_stuck() {
  zermelo::testkit::expect_conforms(never_stuck());
  (void)zermelo::testkit::check_contract(never_stuck()).violations;
  (void)zermelo::testkit::solve_on_all_engines(never_stuck());
  (void)zermelo::testkit::expect_published_counts(never_stuck(), no_counts());
}
