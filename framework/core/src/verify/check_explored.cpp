// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <zermelo/core/base/random.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {
namespace {

/// Checks that slices have distinct names, states are in slices, keys ascend by slice, and moves lead to declared
/// slices.
void check_slices_of_keys(check_context& check, const std::vector<slice>& slices,
                          const std::vector<state_copy>& sample) {
  const game_hooks& game = check.hooks();
  const std::vector<std::size_t> group_of = groups_by_slice(check, slices);
  for (const slice& one : slices) {
    if (one.size != 0) check.report("slice '{}': expected size 0 in an explored game, got {}", one.name, one.size);
  }
  std::vector<std::pair<wide_key, std::uint32_t>> met;
  check.for_each_state(sample, [&](state_ref s) {
    const state_copy from = representative_of(game, s);
    const std::uint32_t here = game.slice_of(from);
    if (here >= slices.size()) {
      check.report("{}: slice_of is {}, but the game has only {} slices", check.name(from), here, slices.size());
      return;
    }
    met.emplace_back(game.pack(from), here);
    if (game.terminal(from)) return;
    const std::vector<std::uint32_t>& leads_to = slices[here].leads_to;
    game.for_each_move(from, [&](state_ref next, int points) {
      const state_copy to = representative_of(game, next);
      const std::uint32_t there = game.slice_of(to);
      if (std::find(leads_to.begin(), leads_to.end(), there) == leads_to.end()) {
        check.report("{0} has a move to {2} in slice {3}, which leads_to of slice '{1}' does not list",
                     check.name(from), slices[here].name, check.name(to), there);
      } else if (points != 0 && group_of[there] == group_of[here]) {
        check.report("{} has a move to {} that gains {} points, but stays in its group of slices", check.name(from),
                     check.name(to), points);
      }
    });
  });
  std::sort(met.begin(), met.end());
  for (std::size_t i = 1; i < met.size(); ++i) {
    if (met[i - 1].second <= met[i].second) continue;
    check.report("a key of slice '{}' is greater than a key of slice '{}'; keys must ascend by slice",
                 slices[met[i].second].name, slices[met[i - 1].second].name);
    break;
  }
}

/// Calls the rules with a key as it may be read from an untrusted file. The rules must reject the key or work.
void check_untrusted_key(check_context& check, const wide_key& key) {
  const game_hooks& game = check.hooks();
  try {
    const state_copy s = game.unpack(key);
    if (game.pack(s) != key || !game.is_legal(s)) return;
    if (!game.terminal(s)) (void)check.num_moves(s);
  } catch (const input_error&) {
    return;  // the right way to reject a key
  } catch (const std::exception& thrown) {
    const std::string text =
        game.has().wide_packing ? fmt::format("{:#x} {:016x}", key.high, key.low) : fmt::format("{:#x}", key.low);
    check.report("untrusted key {}: expected input_error or is_legal = false, but the rules throw: {}", text,
                 thrown.what());
  }
}

/// Checks keys that a damaged file may contain. Half of their words are random; the others are words of the sample's
/// keys with one bit flipped.
void check_untrusted_keys(check_context& check, const std::vector<state_copy>& sample) {
  constexpr std::uint64_t seed = 2;
  constexpr unsigned word_bits = 64;
  random_generator random(seed);
  const auto disturbed = [&random](std::uint64_t word) {
    if (random.below(2) == 0) return random();
    return word ^ (std::uint64_t{1} << random.below(word_bits));
  };
  const bool is_wide = check.has().wide_packing;
  check.for_each_state(sample, [&](state_ref s) {
    const wide_key key = check.hooks().pack(s);
    const std::uint64_t high = is_wide ? disturbed(key.high) : 0;
    check_untrusted_key(check, {high, disturbed(key.low)});
  });
}

/// Checks a state that play reaches.
void check_played_state(check_context& check, state_check& states, state_ref s) {
  const game_hooks& game = check.hooks();
  ++check.report_so_far().checked;
  states.check_state(std::nullopt, s);
  states.check_reason(std::nullopt, s);
  // A table has the keys of all canonical states that play reaches, and its reader rejects illegal states.
  const state_copy representative = representative_of(game, s);
  if (!game.is_legal(representative)) {
    check.report("{} is reached from the start, but is not legal{}", check.name(representative),
                 check.reason_of(representative));
  }
  if (game.terminal(s)) return;
  game.for_each_successor(s, [&](state_ref to) {
    if (game.are_equal(game.unpack(game.pack(to)), to)) return;
    check.report("{} has a move to {}, for which unpack(pack(s)) is another state", check.name(s), check.name(to));
  });
}

}  // namespace

void check_explored(check_context& check, state_check& states) {
  const game_hooks& game = check.hooks();
  std::vector<state_copy> sample;
  check.try_to(name_of_random_play, [&] {
    play_at_random(check, [](state_ref) { return true; }, [&](state_ref s) { sample.push_back(game.keep(s)); });
  });
  check.for_each_state(sample, [&](state_ref s) { check_played_state(check, states, s); });
  if (const std::vector<slice> slices = game.named_slices(); !slices.empty()) {
    check_slices_of_keys(check, slices, sample);
  }
  check_untrusted_keys(check, sample);
  if (check.has_no_violations() && check.has().orbit_size) check_orbits(check);
}

}  // namespace zermelo::detail
