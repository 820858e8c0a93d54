// SPDX-License-Identifier: MIT
// What a game module promises (game.hpp), held against the module: at every position of a small game, as the
// conformance kit does, or at a sample of a large one. What is broken is said in a sentence, in the game's own
// notation.
//
//   by position   rank and unrank, pack and unpack, format and parse are inverse; hooks by index say what those by
//                 state say; ends are well-formed; a representative is the same game as what it stands for; moves lead
//                 to legal positions, and predecessors list them as often as there are; a product form says the same;
//                 why_illegal has a reason where is_legal says no; drawings are not empty
//   as a whole    axes hold all positions; players have names; the start is legal; a product form makes sense; orbits
//                 are as large as orbit_size says (orbit_check.hpp), and groups have names
//   by state      of a game without a ranking: what of this can be said of states
//
// A sample is positions spread evenly over the index space, and others met by random play from the start, since what is
// played is rarely what an even spread hits in a sparse space. It is the same one every time.
//
//   time    V + E D calls of the rules for V positions, E moves and D predecessors of one; one thread
//   memory  what one position's moves take; of a sample, a list of it; with the hook orbit_size, a key of every state
//   throws  interrupted. What the rules throw is a finding
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/check_hooks.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/game_moves.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/verify/check_report.hpp>
#include <zermelo/core/verify/orbit_check.hpp>
#include <zermelo/core/verify/rules_census.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

namespace detail {

template <class Key>
[[nodiscard]] std::string key_text(const Key& key) {
  if constexpr (std::integral<Key>) {
    return fmt::format("{:#x}", key);
  } else {
    return fmt::format("{:#x} {:016x}", key.high, key.low);
  }
}

/// How findings call a state: in the game's own words, if it has any.
template <Game G>
[[nodiscard]] std::string name_of_state(const G& game, const typename G::state& s) {
  if constexpr (HasText<G>) return fmt::format("[{}]", game.format(s));
  if constexpr (HasRanking<G>) return fmt::format("[position={}]", game.rank(s));
  if constexpr (HasPacking<G>) return fmt::format("[the state with the key {}]", key_text(game.pack(s)));
  return "[a state]";
}

/// The promises of one game, and what was found to be broken.
template <Game G>
class game_promises {
 public:
  using state = typename G::state;

  game_promises(const G& game, const check_scope& scope, work_monitor& monitor)
      : m_game(game), m_scope(scope), m_monitor(monitor), m_census(game) {}

  [[nodiscard]] check_report take() {
    if constexpr (RankedGame<G>) {
      check_ranked();
    } else {
      check_played();
    }
    m_report.is_cut_short = m_report.findings.size() >= m_scope.most_findings;
    m_report.groups = m_census.counted();
    return std::move(m_report);
  }

 private:
  /// Where a move leads. Positions have an order, states need not have one.
  using target = std::conditional_t<HasRanking<G>, position, state>;
  using targets = std::vector<target>;

  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (m_report.findings.size() >= m_scope.most_findings) return;
    std::string finding = fmt::format(text, std::forward<Arguments>(arguments)...);
    // A state may be met more than once.
    const auto same = std::find(m_report.findings.begin(), m_report.findings.end(), finding);
    if (same == m_report.findings.end()) m_report.findings.push_back(std::move(finding));
  }
  [[nodiscard]] bool nothing_found() const { return m_report.findings.empty(); }
  [[nodiscard]] bool is_enough() const {
    return m_report.findings.size() >= m_scope.most_findings || m_moves > m_scope.most_moves;
  }

  /// Calls f(one) for each, and makes a finding of what the rules throw.
  template <class One, class Function>
  void for_each_of(const std::vector<One>& some, const Function& f) {
    m_monitor.phase("check", some.size());
    for (const One& one : some) try_one(one, f);
  }
  template <class Function>
  void for_each_position(const Function& f) {
    if (m_scope.spread < m_game.num_positions()) return for_each_of(m_sample, f);
    m_monitor.phase("check", m_game.num_positions());
    for (position p = 0; p < m_game.num_positions(); ++p) try_one(p, f);
  }
  template <class One, class Function>
  void try_one(const One& one, const Function& f) {
    if (m_since_told++ % told_every == 0) {
      m_monitor.check_stop();
      if (m_since_told > 1) m_monitor.advance(told_every);
    }
    if (is_enough()) return;
    try_to([&] { return name(one); }, [&] { f(one); });
  }
  /// Calls f(), and makes a finding of what the rules throw. `what()` says what was tried.
  template <class What, class Function>
  void try_to(const What& what, const Function& f) {
    try {
      f();
    } catch (const interrupted&) {
      throw;
    } catch (const std::exception& thrown) {
      report("{}: the rules throw: {}", what(), thrown.what());
    }
  }

  // Names

  [[nodiscard]] std::string text_of(const state& s) const { return name_of_state(m_game, s); }
  /// Of a position or a state.
  [[nodiscard]] std::string name(const state& s) const
    requires(!HasRanking<G>)
  {
    try {
      return text_of(s);
    } catch (const std::exception&) {
      return "[a state that cannot be written]";
    }
  }
  [[nodiscard]] std::string name(position p) const
    requires HasRanking<G>
  {
    if (p >= m_game.num_positions()) return fmt::format("position number {} (out of range)", p);
    try {
      return text_of(m_game.unrank(p));
    } catch (const std::exception&) {
      return fmt::format("position number {}", p);
    }
  }

  // Moves

  [[nodiscard]] state representative(const state& s) const { return representative_of(m_game, s); }
  [[nodiscard]] target target_of(const state& s) const {
    if constexpr (HasRanking<G>) {
      return m_game.rank(representative(s));
    } else {
      return representative(s);
    }
  }
  [[nodiscard]] std::size_t num_moves(const state& s) const {
    std::size_t moves = 0;
    m_game.for_each_successor(s, [&moves](const state&) { ++moves; });
    return moves;
  }
  /// Where a state's moves lead, sorted if they can be; with the hook `canonical`, each representative once.
  [[nodiscard]] targets targets_of(const state& s) const {
    targets found;
    m_game.for_each_successor(s, [&](const state& next) { found.push_back(target_of(next)); });
    m_moves += found.size();
    return in_order(std::move(found));
  }
  [[nodiscard]] targets in_order(targets found) const {
    if constexpr (HasRanking<G>) {
      std::sort(found.begin(), found.end());
      if (is_folded(m_game)) found.erase(std::unique(found.begin(), found.end()), found.end());
      return found;
    } else if constexpr (HasCanonical<G>) {
      targets once;
      for (const state& s : found) {
        if (std::find(once.begin(), once.end(), s) == once.end()) once.push_back(s);
      }
      return once;
    } else {
      return found;
    }
  }
  [[nodiscard]] static bool are_same(const targets& a, const targets& b) {
    if constexpr (HasRanking<G>) return a == b;
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
  }

  // One state. `at` is its position or, without a ranking, the state itself.

  void check_state(const target& at, const state& s) {
    if constexpr (HasPacking<G>) {
      if (!(m_game.unpack(m_game.pack(s)) == s)) report("{}: unpack(pack(s)) is another state", name(at));
    }
    check_text(at, s);
    if constexpr (HasDrawing<G>) {
      if (m_game.drawing(s).empty()) report("{}: drawing is empty", name(at));
    }
    const std::optional<result> end = m_game.terminal(s);
    if (end) check_end(at, "terminal", *end);
    const std::size_t moves = end ? 0 : num_moves(s);
    if (!end && moves == 0) check_end(at, "no_moves", m_game.no_moves(s));
    if constexpr (HasCanonical<G>) check_representative(at, s);
    if (const auto fault = m_census.find_fault(s)) report("{}: {}", name(at), *fault);
    if constexpr (HasCanonical<G>) {
      if (m_game.canonical(s) == s) m_census.add(s, end ? 0 : targets_of(s).size());
    } else {
      m_census.add(s, moves);
    }
  }

  void check_text(const target& at, const state& s) {
    if constexpr (HasText<G>) {
      const std::string text = m_game.format(s);
      try {
        const state parsed = m_game.parse(text);
        if (!(parsed == s)) report("{}: parse(format(s)) is [{}]", name(at), m_game.format(parsed));
      } catch (const std::exception& problem) {
        report("{}: its own text is not parsed: {}", name(at), problem.what());
      }
    }
  }

  /// A reason is given for what is not legal, and for nothing else.
  void check_reason(const target& at, const state& s) {
    if constexpr (HasWhyIllegal<G>) {
      const std::optional<std::string> why = m_game.why_illegal(s);
      if (m_game.is_legal(s)) {
        if (why) report("{}: why_illegal says '{}', is_legal that it is legal", name(at), *why);
      } else if (!why) {
        report("{}: is_legal says that it is not legal, why_illegal names no rule", name(at));
      } else if (why->empty() || why->find('\n') != std::string::npos) {
        report("{}: why_illegal gives '{}', which is not a line of text", name(at), *why);
      }
    }
  }

  void check_end(const target& at, const char* hook, const result& end) {
    if (end.is_drawn && end.winner) report("{}: {} says that it is a draw, and that somebody wins", name(at), hook);
    if (end.is_drawn && end.distance_plies != 0) {
      report("{}: {} says that it is a draw, and how many plies away: a draw has no distance", name(at), hook);
    }
  }

  /// A state and its representative are the same game: turn, end and moves, these up to symmetry.
  void check_representative(const target& at, const state& s) {
    const state c = m_game.canonical(s);
    if (!is_folded(m_game) && !(c == s)) {
      report("{}: canonical gives {}, and uses_canonical says that nothing is folded", name(at), text_of(c));
    } else if (!(m_game.canonical(c) == c)) {
      report("{}: canonical is not idempotent", name(at));
    } else if (player_to_move_of(m_game, c) != player_to_move_of(m_game, s) ||
               m_game.terminal(c) != m_game.terminal(s)) {
      report("{}: canonical gives {}, which has another player to move or another end", name(at), text_of(c));
    } else if (!m_game.terminal(s)) {
      const targets found = targets_of(s);
      if (!are_same(targets_of(c), found) || (found.empty() && m_game.no_moves(c) != m_game.no_moves(s))) {
        report("{}: canonical gives {}, which has other moves", name(at), text_of(c));
      }
    }
    if constexpr (HasCanonicalIndex<G>) {
      const position number = m_game.rank(s);
      const bool stands_for_itself = m_game.rank(c) == number;
      if (is_folded(m_game) && m_game.is_canonical_index(number) != stands_for_itself) {
        report("{}: is_canonical_index says {}, and its representative is {}", name(at), !stands_for_itself,
               text_of(c));
      }
    }
    if constexpr (HasOrbitSize<G>) {
      if (m_game.orbit_size(s) != m_game.orbit_size(c) || m_game.orbit_size(s) == 0) {
        report("{}: orbit_size is {}, that of its representative {} {}", name(at), m_game.orbit_size(s), text_of(c),
               m_game.orbit_size(c));
      }
    }
    if constexpr (HasGroups<G>) {
      if (m_game.group_of(s) != m_game.group_of(c)) {
        report("{}: group_of is {}, that of its representative {} {}", name(at), m_game.group_of(s), text_of(c),
               m_game.group_of(c));
      }
    }
  }

  /// Over all positions at once, and over stretches of every length up to a few.
  void check_states_in_order() {
    const auto check_stretch = [this](position first, position last) {
      position p = first;
      m_game.for_each_state(first, last, [&](const state& s) {
        if (p < last && !(s == m_game.unrank(p))) report("{}: for_each_state gives another state", name(p));
        ++p;
      });
      if (p != last) {
        report("for_each_state({}, {}) gives {} states, not {}", first, last, p - first, last - first);
      }
    };
    const position size = m_game.num_positions();
    if (size <= m_scope.spread) check_stretch(0, size);
    constexpr position longest = 5;
    for_each_position([&](position p) {
      if (p % longest == 0) check_stretch(p, std::min(size, p + p / longest % (longest + 1)));
    });
  }

  void check_player_names() {
    if constexpr (HasPlayerName<G>) {
      const auto is_word = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
      };
      for (const player p : {player::first, player::second}) {
        const std::string called = m_game.player_name(p);
        if (!is_word(called)) report("player_name gives '{}', which is not a lower-case word", called);
      }
      if (m_game.player_name(player::first) == m_game.player_name(player::second)) {
        report("player_name calls both players '{}'", m_game.player_name(player::first));
      }
    }
  }

  // Random play

  static const char* random_play() { return "random play from the start"; }

  /// Calls f(state) for states met by random play, `played` in all, the start first; each play is cut off in the end.
  /// `may_enter(state)`: whether play may go on there.
  template <class Enter, class Function>
  void play(const Enter& may_enter, const Function& f) {
    if constexpr (HasStart<G>) {
      constexpr std::uint64_t longest_play = 256;
      constexpr std::uint64_t seed = 1;
      random_generator random(seed);
      std::vector<state> next;
      std::uint64_t met = 0;
      while (met < m_scope.played) {
        state s = m_game.start();
        for (std::uint64_t ply = 0; ply < longest_play && met < m_scope.played; ++ply) {
          m_monitor.check_stop();
          f(s);  // as it is met, for the sake of `canonical`
          ++met;
          s = representative(s);
          if (m_game.terminal(s)) break;
          next.clear();
          m_game.for_each_successor(s, [&next](const state& to) { next.push_back(to); });
          std::erase_if(next, [&](const state& to) { return !may_enter(to); });
          if (next.empty()) break;
          s = next[random.below(next.size())];
        }
      }
    }
  }

  void check_played()
    requires(!HasRanking<G>)
  {
    std::vector<state> sample;
    try_to([] { return "naming the players"; }, [this] { check_player_names(); });
    try_to(random_play,
           [&] { play([](const state&) { return true; }, [&sample](const state& s) { sample.push_back(s); }); });
    for_each_of(sample, [this](const state& s) {
      ++m_report.checked;
      check_state(s, s);
      check_reason(s, s);
      if constexpr (HasIsLegal<G>) {
        // It is met in play, and a table that has its key has to be readable.
        const state c = representative(s);
        if (!m_game.is_legal(c)) report("{} is reached from the start, and is not legal{}", name(c), reason_of(c));
      }
      if constexpr (HasPacking<G>) {
        if (m_game.terminal(s)) return;
        m_game.for_each_successor(s, [&](const state& to) {
          if (!(m_game.unpack(m_game.pack(to)) == to)) {
            report("{} has a move to {}: unpack(pack(s)) of that is another state", name(s), name(to));
          }
        });
      }
    });
    if constexpr (HasSliceOf<G>) {
      if (const std::vector<slice> slices = m_game.slices(); !slices.empty()) check_slices_of(slices, sample);
    }
    if constexpr (HasPacking<G>) check_keys_of_strangers(sample);
    if constexpr (HasPacking<G> && HasOrbitSize<G>) check_orbits();
  }

  /// Slices have names of their own, states lie in one of them, keys ascend by slice, and moves lead where slices say.
  void check_slices_of(const std::vector<slice>& slices, const std::vector<state>& sample)
    requires(HasSliceOf<G> && HasPacking<G>)
  {
    try_to([] { return "ordering the slices"; }, [&] { (void)slice_order(slices); });
    for (const slice& one : slices) {
      if (one.size != 0) report("slice '{}' says {} positions, exploring is to find them", one.name, one.size);
    }
    using key = decltype(m_game.pack(m_game.start()));
    std::vector<std::pair<key, std::uint32_t>> met;
    for_each_of(sample, [&](const state& s) {
      const state from = representative(s);
      const std::uint32_t here = m_game.slice_of(from);
      if (here >= slices.size()) {
        report("{}: slice_of is {}, of {} slices", name(from), here, slices.size());
        return;
      }
      met.emplace_back(m_game.pack(from), here);
      if (m_game.terminal(from)) return;
      const std::vector<std::uint32_t>& enters = slices[here].enters;
      m_game.for_each_successor(from, [&](const state& next) {
        const state to = representative(next);
        if (const std::uint32_t there = m_game.slice_of(to);
            std::find(enters.begin(), enters.end(), there) == enters.end()) {
          report("{} is in slice '{}' and has a move to {}, in a slice that it does not name: number {}", name(from),
                 slices[here].name, name(to), there);
        }
      });
    });
    std::sort(met.begin(), met.end());
    for (std::size_t i = 1; i < met.size(); ++i) {
      if (met[i - 1].second <= met[i].second) continue;
      report("a key of slice '{}' is above one of '{}': keys are to ascend by slice", slices[met[i].second].name,
             slices[met[i - 1].second].name);
      break;
    }
  }

  /// Not of an explored game: its positions are representatives.
  void check_orbits()
    requires HasOrbitSize<G>
  {
    if (!nothing_found()) return;
    const auto on_orbit = [&](const state& representative, std::uint64_t size, std::uint64_t met) {
      report("{}: orbit_size is {}, but {} states have this representative", text_of(representative), size, met);
    };
    const auto on_share = [&](std::size_t states, std::uint64_t representatives, double expected) {
      report("of {} states {} are representatives, by orbit_size it should be about {:.0f}", states, representatives,
             expected);
    };
    try_to([] { return "counting the states of orbits"; },
           [&] {
             orbit_check<G> orbits(m_game);
             m_monitor.phase("check", 0);
             states_met how = states_met::some;
             if constexpr (HasRanking<G>) {
               if (!tells_states_apart(m_game, m_monitor)) {
                 m_report.unchecked =
                     "no move shows that the ranking tells the states of an orbit apart: they were not counted";
                 return;
               }
               how = meet_positions(m_game, m_scope.spread, m_monitor, orbits);
             } else {
               how = meet_in_play(m_game, m_scope.most_moves, m_monitor, orbits);
             }
             orbits.finish(how, on_orbit, on_share);
             if constexpr (!HasRanking<G>) {
               if (orbits.whole_orbits() == orbits.orbits()) return;
               m_report.unchecked = fmt::format("of {} of {} orbits play met fewer states than orbit_size says",
                                                orbits.orbits() - orbits.whole_orbits(), orbits.orbits());
             }
           });
  }

  /// Keys that `pack` may never have made, as a file may have them: those of the sample with some bits turned, and
  /// others.
  void check_keys_of_strangers(const std::vector<state>& sample) {
    constexpr std::uint64_t seed = 2;
    constexpr std::uint64_t one_in = 2;
    constexpr unsigned bits_of_word = 64;
    random_generator random(seed);
    const auto disturbed = [&random](std::uint64_t word) {
      if (random.below(one_in) == 0) return random();
      return word ^ (std::uint64_t{1} << random.below(bits_of_word));
    };
    for_each_of(sample, [&](const state& s) {
      auto key = m_game.pack(s);
      if constexpr (std::integral<decltype(key)>) {
        key = disturbed(key);
      } else {
        key = {disturbed(key.high), disturbed(key.low)};
      }
      check_key_of_stranger(key);
    });
  }
  template <class Key>
  void check_key_of_stranger(const Key& key) {
    try {
      const state s = m_game.unpack(key);
      if (m_game.pack(s) != key) return;
      if constexpr (HasIsLegal<G>) {
        if (!m_game.is_legal(s)) return;
      }
      // What is taken for a position is asked about: that must do no harm.
      if (!m_game.terminal(s)) (void)num_moves(s);
    } catch (const input_error&) {
      return;  // as it may
    } catch (const std::exception& thrown) {
      report("the key {} of a stranger: the rules throw: {}; it may be refused by input_error, or by is_legal",
             key_text(key), thrown.what());
    }
  }

  // Games with a ranking

  [[nodiscard]] bool is_legal(position p) const { return p < m_game.num_positions() && graph().label(p).is_legal; }
  /// Whether the game itself has a state here. With the hook `canonical` only representatives are legal.
  [[nodiscard]] bool is_state(position p) const {
    if constexpr (HasIsLegal<G>) return m_game.is_legal(m_game.unrank(p));
    return p < m_game.num_positions();
  }
  /// ": the rule that is broken", if the game says it.
  [[nodiscard]] std::string reason_of(const state& s) const {
    if constexpr (HasWhyIllegal<G>) {
      if (const auto why = m_game.why_illegal(s)) return ": " + *why;
    }
    return {};
  }
  [[nodiscard]] std::string reason_at(position p) const
    requires HasRanking<G>
  {
    return p < m_game.num_positions() ? reason_of(m_game.unrank(p)) : std::string();
  }
  [[nodiscard]] bool has_moves_out(position p) const {
    const position_label label = graph().label(p);
    return label.is_legal && !label.terminal;
  }
  [[nodiscard]] auto graph() const { return game_moves<G>(m_game); }

  void check_ranked()
    requires HasRanking<G>
  {
    check_axes();
    if constexpr (HasLayers<G>) check_layers();
    if constexpr (HasSlices<G>) {
      if (!m_game.slices().empty()) check_slices();
    }
    try_to([] { return "naming the players"; }, [this] { check_player_names(); });
    const bool takes_all = m_scope.spread >= m_game.num_positions();
    if (!takes_all) draw_sample();
    position legal = 0;
    for_each_position([&](position p) {
      ++m_report.checked;
      if (is_legal(p)) ++legal;
      check_reason(p, m_game.unrank(p));
      if (is_state(p)) check_position(p);
    });
    if (takes_all && legal == 0) report("no position is legal");
    if constexpr (HasStatesInOrder<G>) check_states_in_order();
    check_start();
    // Moves that are inconsistent would send the rest astray.
    if (nothing_found()) {
      m_moves = 0;
      for_each_position([this](position p) { check_moves(p); });
    }
    if constexpr (ProductGame<G>) {
      if (nothing_found() && is_product(m_game)) check_product();
    }
    if constexpr (HasSettleOutcomes<G>) {
      if (nothing_found()) check_settling();
    }
    if constexpr (HasOrbitSize<G> && !has_no_holes<G>) check_orbits();
  }

  void draw_sample()
    requires HasRanking<G>
  {
    const verify_scope even(1, m_scope.spread);
    std::set<position> sample;
    for (std::uint64_t i = 0; i < m_scope.spread; ++i) {
      sample.insert(position_to_check(m_game.num_positions(), even, i));
    }
    try_to(random_play, [&] {
      play([this](const state& s) { return is_legal(target_of(s)); },
           [&](const state& s) {
             if (const position p = m_game.rank(s); p < m_game.num_positions()) sample.insert(p);
           });
    });
    // In no order, so that what the number of moves leaves out is left out everywhere.
    m_sample.assign(sample.begin(), sample.end());
    random_generator random(2);
    for (std::size_t i = m_sample.size(); i > 1; --i) std::swap(m_sample[i - 1], m_sample[random.below(i)]);
  }

  void check_axes()
    requires HasRanking<G>
  {
    std::set<std::string> names;
    position product = 1;
    for (const axis& a : axes_of(m_game)) {
      product *= a.size;
      if (!names.insert(a.name).second) report("two axes are named '{}'", a.name);
      if (!a.labels.empty() && a.labels.size() != a.size) {
        report("axis '{}' has {} places and {} labels", a.name, a.size, a.labels.size());
      }
      for (const auto& coordinate : a.coordinates) {
        if (coordinate.values.size() != a.size) {
          report("axis '{}' has {} places and {} values of '{}'", a.name, a.size, coordinate.values.size(),
                 coordinate.name);
        }
      }
    }
    if (product != m_game.num_positions()) {
      report("the axes hold {} positions, the game has {}", product, m_game.num_positions());
    }
  }

  void check_layers()
    requires HasLayers<G>
  {
    const std::vector<position> begins = m_game.layers();
    if (begins.empty() || begins.front() != 0) report("layers: the first begins at 0");
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (begins[i] >= m_game.num_positions()) report("layers: there is no position {}", begins[i]);
      if (i > 0 && begins[i] <= begins[i - 1]) report("layers: {} stands behind {}", begins[i], begins[i - 1]);
    }
  }

  /// Slices have names of their own and take up the index space; what moves lead to is checked with the moves.
  void check_slices()
    requires HasSlices<G>
  {
    const std::vector<slice> slices = m_game.slices();
    try_to([] { return "ordering the slices"; },
           [&] {
             m_group_of.resize(slices.size());
             const std::vector<slice_group> order = slice_order(slices);
             for (std::size_t g = 0; g < order.size(); ++g) {
               for (const std::uint32_t member : order[g].slices) m_group_of[member] = g;
             }
           });
    position end = 0;
    for (const slice& s : slices) {
      if (s.size == 0) report("slice '{}' is empty", s.name);
      if (s.size > std::numeric_limits<position>::max() - end) {
        report("slice '{}' is too large", s.name);
        return;
      }
      end += s.size;
      m_slice_ends.push_back(end);
      m_entered.emplace_back(s.enters.begin(), s.enters.end());
      if (s.counts.size() != slices.front().counts.size()) {
        report("slice '{}' has {} counts, '{}' has {}", s.name, s.counts.size(), slices.front().name,
               slices.front().counts.size());
      }
      for (std::size_t i = 0; i < std::min(s.counts.size(), slices.front().counts.size()); ++i) {
        if (s.counts[i].first == slices.front().counts[i].first) continue;
        report("slice '{}' counts '{}' where '{}' counts '{}'", s.name, s.counts[i].first, slices.front().name,
               slices.front().counts[i].first);
      }
    }
    if (end != m_game.num_positions()) {
      report("the slices hold {} positions, the game has {}", end, m_game.num_positions());
    }
    if constexpr (HasSliceOf<G>) {
      std::uint32_t before = 0;
      for_each_position([&](position p) {
        // A sample comes in no order.
        const std::uint32_t here = m_game.slice_of(m_game.unrank(p));
        if (m_scope.spread >= m_game.num_positions() && here < before) {
          report("{}: slice_of is {}, that of a lower key {}: keys are to ascend by slice", name(p), here, before);
        }
        before = here;
      });
    }
  }
  [[nodiscard]] std::size_t slice_of(position p) const {
    return static_cast<std::size_t>(std::upper_bound(m_slice_ends.begin(), m_slice_ends.end(), p) -
                                    m_slice_ends.begin());
  }
  [[nodiscard]] bool is_same_group(position one, position other) const {
    const std::size_t here = slice_of(one);
    const std::size_t there = slice_of(other);
    return here < m_group_of.size() && there < m_group_of.size() && m_group_of[here] == m_group_of[there];
  }
  /// `by_state`: what all moves of p lead to.
  void check_leaving(position p, const targets& by_state)
    requires HasLeavingIndex<G>
  {
    targets leaving;
    const position inside = m_game.for_each_leaving_index(p, [&leaving](position to) { leaving.push_back(to); });
    std::sort(leaving.begin(), leaving.end());
    targets expected;
    for (const position to : by_state) {
      if (!is_same_group(p, to)) expected.push_back(to);
    }
    if (leaving != expected) {
      report("{}: for_each_leaving_index gives {} positions, {} moves lead to other groups of slices, or other ones",
             name(p), leaving.size(), expected.size());
    } else if (inside != by_state.size() - expected.size()) {
      report("{}: for_each_leaving_index says that {} moves stay, {} do", name(p), inside,
             by_state.size() - expected.size());
    }
  }
  void check_inner_predecessors(position p)
    requires HasInnerPredecessorIndex<G>
  {
    targets inner;
    m_game.for_each_inner_predecessor_index(p, [&inner](position from) { inner.push_back(from); });
    std::sort(inner.begin(), inner.end());
    targets expected;
    graph().for_each_predecessor(p, [&](position from) {
      if (is_same_group(p, from)) expected.push_back(from);
    });
    std::sort(expected.begin(), expected.end());
    if (inner != expected) {
      report(
          "{}: for_each_inner_predecessor_index gives {} positions, {} predecessors are in its group of slices, or "
          "other ones",
          name(p), inner.size(), expected.size());
    }
  }
  /// The hook `settle_outcomes` finds what moves lead to, whatever that is worth: wins, losses and draws at random.
  /// Where what a slice enters is too large for that, as of the largest slices of a large game, it is left out.
  void check_settling()
    requires HasSettleOutcomes<G>
  {
    constexpr std::uint64_t most_positions = std::uint64_t{1} << 26;  // 16 MiB
    const rules_of_game<G> rules(m_game);
    const std::vector<slice> slices = m_game.slices();
    random_generator random(3);
    for (const slice_group& group : slice_order(slices)) {
      if (group.has_inner_moves) continue;
      const std::uint32_t s = group.slices.front();
      const position first = m_slice_ends[s] - slices[s].size;
      const std::vector<std::uint32_t>& enters = slices[s].enters;
      position entered = 0;
      for (const std::uint32_t to : enters) entered = saturating_sum(entered, slices[to].size);
      if (entered > most_positions) continue;
      std::vector<outcome_bits> outcomes;
      std::vector<const outcome_bits*> finished(slices.size());
      outcomes.reserve(enters.size());
      for (const std::uint32_t to : enters) {
        outcomes.emplace_back(slices[to].size);
        for (std::uint64_t& word : outcomes.back().words()) {
          constexpr std::uint64_t lower_bits = 0x5555'5555'5555'5555;
          word = random();
          word |= word >> 1 & lower_bits;  // draws in the place of ties, which the rules need not have
        }
        finished[to] = &outcomes.back();
      }
      try_to([&] { return fmt::format("settling slice '{}'", slices[s].name); },
             [&] { check_settling_of(outcome_settler(rules, slices, s, finished), first, slices[s]); });
    }
  }
  void check_settling_of(const outcome_settler& settler, position first, const slice& which)
    requires HasSettleOutcomes<G>
  {
    // Of a sample a few words, since a hook may have much to prepare; the end among them, which may be less than one.
    constexpr std::uint64_t fewest = 8;
    constexpr std::uint64_t together = outcome_bits::positions_per_word;
    const std::uint64_t num_words = outcome_bits::num_words(which.size);
    const std::uint64_t num_looked_at = std::min(num_words, std::max(m_scope.spread / together / together, fewest));
    outcome_bits by_hook(which.size);
    outcome_bits by_moves(which.size);
    for (std::uint64_t i = 0; i < num_looked_at; ++i) {
      const std::uint64_t word = num_words - 1 - i * num_words / num_looked_at;
      const position begin = word * together;
      const position end = std::min(which.size, begin + together);
      (void)settler.settle(begin, end, by_hook);
      (void)settler.settle_by_moves(begin, end, by_moves);
      for (position own = begin; own != end; ++own) {
        const position p = first + own;
        if (!is_legal(p) || by_hook.at(own) == by_moves.at(own)) continue;
        report("{}: settle_outcomes says {}, the moves say {}", name(p), to_string(by_hook.at(own)),
               to_string(by_moves.at(own)));
      }
    }
  }
  /// Precondition: both are positions.
  void check_slice_entered(position from, position to) {
    if (m_slice_ends.empty()) return;
    const std::size_t here = slice_of(from);
    const std::size_t there = slice_of(to);
    if (here < m_entered.size() && there < m_entered.size() &&
        !m_entered[here].contains(static_cast<std::uint32_t>(there))) {
      report("{} has a move to {}, into slice number {}, which its own, number {}, does not say that it enters",
             name(from), name(to), there, here);
    }
  }

  void check_position(position p)
    requires HasRanking<G>
  {
    const state s = m_game.unrank(p);
    if (m_game.rank(s) != p) report("{}: unrank({}) has rank {}", name(p), p, m_game.rank(s));
    if (m_game.terminal(s) != m_game.terminal(m_game.unrank(p))) report("{}: terminal(s) changes", name(p));
    if constexpr (HasPlayerToMoveIndex<G>) {
      if (m_game.player_to_move_index(p) != m_game.player_to_move(s)) {
        report("{}: player_to_move and player_to_move_index differ", name(p));
      }
    }
    check_state(p, s);
  }

  void check_start()
    requires HasRanking<G>
  {
    if constexpr (HasStart<G>) {
      const position p = target_of(m_game.start());
      if (!is_legal(p)) report("the start {} is not legal{}", name(p), reason_at(p));
    }
  }

  void check_moves(position p)
    requires HasRanking<G>
  {
    if (!is_legal(p)) return;
    if (has_moves_out(p)) check_successors(p);
    if constexpr (game_moves<G>::has_predecessors) {
      // By the hook for states, and by the one for indices that solvers prefer.
      check_transpose(p, "for_each_predecessor", [this](position to) {
        targets sources;
        m_game.for_each_predecessor(m_game.unrank(to), [&](const state& s) { sources.push_back(target_of(s)); });
        return in_order(std::move(sources));
      });
      if constexpr (HasPredecessorIndex<G>) {
        check_transpose(p, "for_each_predecessor_index", [this](position to) {
          targets sources;
          graph().for_each_predecessor(to, [&](position from) { sources.push_back(from); });
          std::sort(sources.begin(), sources.end());
          return sources;
        });
      }
      if constexpr (HasInnerPredecessorIndex<G>) check_inner_predecessors(p);
    }
  }

  void check_successors(position p)
    requires HasRanking<G>
  {
    m_game.for_each_successor(m_game.unrank(p), [&](const state& s) {
      const position to = target_of(s);
      if (!is_legal(to)) {
        report("{} has a move to {}, which is not legal{}", name(p), name(to), reason_at(to));
      } else if (!(m_game.unrank(to) == representative(s))) {
        report("{} has a move to a state that its rank {} forgets a part of: {}", name(p), to, name(to));
      } else {
        check_slice_entered(p, to);
      }
    });
    const targets by_state = targets_of(m_game.unrank(p));
    if (graph().num_successors(p) != by_state.size()) {
      report("{}: num_successors is {}, for_each_successor has {} moves", name(p), graph().num_successors(p),
             by_state.size());
    }
    if constexpr (HasSuccessorIndex<G>) {
      targets by_index;
      graph().for_each_successor(p, [&](position to) { by_index.push_back(to); });
      std::sort(by_index.begin(), by_index.end());
      if (by_index != by_state) report("{}: for_each_successor and for_each_successor_index differ", name(p));
    }
    if constexpr (HasLeavingIndex<G>) check_leaving(p, by_state);
  }

  /// The predecessors of p are moves, and those of its successors list p, as often as there are such moves. At all
  /// positions, this is that the hook is the transpose.
  template <class Predecessors>
  void check_transpose(position p, const char* hook, const Predecessors& predecessors_of)
    requires HasRanking<G>
  {
    for_each_run(predecessors_of(p), [&](position from, std::uint64_t listed) {
      if (!is_legal(from)) {
        report("{}: {} lists {}, which is not legal{}", name(p), hook, name(from), reason_at(from));
      } else if (!has_moves_out(from)) {
        report("{}: {} lists {}, which is terminal", name(p), hook, name(from));
      } else if (listed > count(targets_of(m_game.unrank(from)), p)) {
        report("{}: {} lists {}, which has no such move (or not as often)", name(p), hook, name(from));
      }
    });
    if (!has_moves_out(p)) return;
    for_each_run(targets_of(m_game.unrank(p)), [&](position to, std::uint64_t moves) {
      if (!is_legal(to)) return;  // that is reported
      const targets listed = predecessors_of(to);
      m_moves += listed.size();
      if (count(listed, p) < moves) {
        report("{} has a move to {} that {} does not list", name(p), name(to), hook);
      }
    });
  }
  /// Calls f(position, how often) for each position of a sorted list.
  template <class Function>
  static void for_each_run(const std::vector<position>& sorted, const Function& f) {
    for (auto run = sorted.begin(); run != sorted.end();) {
      const auto end = std::upper_bound(run, sorted.end(), *run);
      f(*run, static_cast<std::uint64_t>(end - run));
      run = end;
    }
  }
  [[nodiscard]] static std::uint64_t count(const std::vector<position>& sorted, position p) {
    const auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), p);
    return static_cast<std::uint64_t>(end - begin);
  }

  // Games in product form say everything twice: the form is held against the hooks by state.

  void check_product()
    requires ProductGame<G>
  {
    const product_form form = m_game.product();
    check_form(form);
    if (!nothing_found()) return;
    const std::uint64_t row_length = form.walkers.back().moves.num_nodes();
    m_moves = 0;
    std::optional<position> last_row;
    for_each_position([&](position p) {
      const position row = p - p % row_length;
      if (row != std::exchange(last_row, row)) check_ends(form, row);
    });
    for_each_position([&](position p) {
      const state s = m_game.unrank(p);
      const player to_move = form.turns[factors_of(form, p).turn];
      if (to_move != m_game.player_to_move(s)) {
        report("{}: in the product form it is the turn of {}, player_to_move says {}", name(p),
               player_name_of(m_game, to_move), player_name_of(m_game, m_game.player_to_move(s)));
      } else if (!m_game.terminal(s) && product_targets(form, p) != targets_of(s)) {
        report("{}: the moves of the product form and for_each_successor differ", name(p));
      }
    });
  }

  /// What makes no sense whatever the rules are.
  void check_form(const product_form& form)
    requires ProductGame<G>
  {
    if (form.walkers.empty() || form.turns.size() < 2) {
      report("the product form has {} walkers and {} turns; it needs one and two", form.walkers.size(),
             form.turns.size());
      return;
    }
    position size = form.turns.size();
    for (std::size_t w = 0; w < form.walkers.size(); ++w) {
      const product_walker& walker = form.walkers[w];
      const std::size_t num_places = walker.moves.num_nodes();
      size *= num_places;
      for (place_number from = 0; from < num_places; ++from) {
        for (const place_number to : walker.moves.neighbours(from)) {
          if (to >= num_places) report("walker {} has a move from place {} to {}, of {}", w, from, to, num_places);
        }
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
      for (const grid_cell& at : walker.cells) cells.emplace(at.row, at.column);
      if (!walker.cells.empty() && (walker.cells.size() != num_places || cells.size() != num_places)) {
        report("walker {} has {} places on {} cells, {} of them different", w, num_places, walker.cells.size(),
               cells.size());
      }
    }
    for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
      const auto is_owner = [&](const product_walker& walker) { return walker.owner == form.turns[turn]; };
      if (std::any_of(form.walkers.begin(), form.walkers.end(), is_owner)) continue;
      report("turn {} of the product form is that of {}, who has no walker", turn,
             player_name_of(m_game, form.turns[turn]));
    }
    if (size != m_game.num_positions()) {
      report("the product form has {} positions, the game has {}", size, m_game.num_positions());
    }
  }

  struct product_factors {
    std::size_t turn = 0;
    std::vector<place_number> places;
  };
  [[nodiscard]] static product_factors factors_of(const product_form& form, position p) {
    product_factors factors{0, std::vector<place_number>(form.walkers.size())};
    for (std::size_t w = form.walkers.size(); w-- > 0;) {
      const std::size_t num_places = form.walkers[w].moves.num_nodes();
      factors.places[w] = static_cast<place_number>(p % num_places);
      p /= num_places;
    }
    factors.turn = p;
    return factors;
  }

  /// Where the moves of a product lead, sorted: each walker of the player to move on each of its moves.
  [[nodiscard]] static std::vector<position> product_targets(const product_form& form, position p) {
    const auto [turn, places] = factors_of(form, p);
    std::vector<position> targets{(turn + 1) % form.turns.size()};
    for (std::size_t w = 0; w < form.walkers.size(); ++w) {
      const product_walker& walker = form.walkers[w];
      const bool moves = walker.owner == form.turns[turn];
      const auto to_places = moves ? walker.moves.neighbours(places[w]) : std::span(&places[w], 1);
      std::vector<position> longer;
      for (const position target : targets) {
        for (const place_number to : to_places) longer.push_back(target * walker.moves.num_nodes() + to);
      }
      targets = std::move(longer);
    }
    std::sort(targets.begin(), targets.end());
    return targets;
  }

  /// The ends of the row that begins at a position.
  void check_ends(const product_form& form, position row)
    requires ProductGame<G>
  {
    const auto [turn, places] = factors_of(form, row);
    std::vector<std::optional<result>> ends(form.walkers.back().moves.num_nodes());
    m_moves += ends.size();
    m_game.for_each_terminal(turn, std::span(places).first(places.size() - 1), [&](place_number at, const result& end) {
      if (at >= ends.size()) {
        report("the row of {}: for_each_terminal names place {}, of {}", name(row), at, ends.size());
      } else if (std::exchange(ends[at], end)) {
        report("{}: for_each_terminal names it twice", name(row + at));
      }
    });
    for (place_number at = 0; at < ends.size(); ++at) {
      const position p = row + at;
      const auto end = m_game.terminal(m_game.unrank(p));
      if (ends[at] != end) {
        report("{}: for_each_terminal says {}, terminal {}", name(p), describe(ends[at]), describe(end));
      } else if (end && end->distance_plies != 0) {
        report("{}: the end has a distance, which a product cannot have", name(p));
      }
    }
  }
  [[nodiscard]] std::string describe(const std::optional<result>& end) const {
    if (!end) return "that play goes on";
    if (end->is_drawn) return "that it is a draw";
    return end->winner ? fmt::format("that {} wins", player_name_of(m_game, *end->winner)) : "that it is a tie";
  }

  const G& m_game;
  check_scope m_scope;
  work_monitor& m_monitor;
  std::vector<position> m_sample;
  std::vector<position> m_slice_ends;              ///< of each slice, the position behind its last
  std::vector<std::size_t> m_group_of;             ///< slices that enter each other, by slice
  std::vector<std::set<std::uint32_t>> m_entered;  ///< by each slice, by number
  mutable std::uint64_t m_moves = 0;
  std::uint64_t m_since_told = 0;
  static constexpr std::uint64_t told_every = 64;
  rules_census<G> m_census;
  check_report m_report;
};

}  // namespace detail

/// Checks what a game promises. @throws interrupted. Phases "check".
template <Game G>
[[nodiscard]] check_report check_game(const G& game, const check_scope& scope, work_monitor& monitor) {
  static_assert(check_game_hooks<G>());
  return detail::game_promises<G>(game, scope, monitor).take();
}

}  // namespace zermelo
