// SPDX-License-Identifier: MIT
// A ranking for a game that has none: the positions that can be reached from its start, in the order of their keys.
// They are found by exploring, or taken over from whoever has explored before, such as a table.
//
//   memory  the keys, and a fifteenth more to find them; while they are explored, see explore.hpp
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/joined_keys.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/positions/sorted_keys.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// A game without a ranking, with one. It has every other hook of the game that it is made from. Copies share the
/// numbering. Positions can be asked about once they are numbered.
template <Game G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G>)
class explored_game : public G {
  static_assert(check_game_hooks<G>());

 public:
  using state = typename G::state;
  using key = key_of_game<G>;

  /// Not numbered yet.
  explicit explored_game(G game) : G(std::move(game)), m_numbering(std::make_shared<numbering>()) {}

  // Numbering, which copies share. Not while others ask.

  [[nodiscard]] bool is_numbered() const noexcept { return m_numbering->keys != nullptr; }
  /// Numbers the positions that can be reached from the start. Returns how many were found, and moves.
  /// @param saved goes on with an exploration that was saved
  /// @throws as `zermelo::explore`; input_error if what was saved has keys that are no positions.
  exploration_size explore(const explore_options& options, work_monitor& monitor, saved_exploration* saved = nullptr) {
    if (saved != nullptr) {
      for (const std::vector<wide_key>* const keys : {&saved->open, &saved->closed}) {
        monitor.phase("read", keys->size());
        for_each_block(keys->size(), resolve_threads(options.threads), monitor,
                       [&](std::uint64_t begin, std::uint64_t end) {
                         for (std::uint64_t i = begin; i != end; ++i) (void)state_of_stranger((*keys)[i]);
                       });
      }
    }
    auto found = zermelo::explore(static_cast<const G&>(*this), options, monitor, saved);
    m_numbering->joined = nullptr;
    m_numbering->own = found.keys;
    m_numbering->keys = std::move(found.keys);
    m_numbering->moves = std::move(found.moves);
    return found.size;
  }
  /// Numbers the positions by keys that somebody else has found. Each is held against the game when it is asked about.
  /// Precondition: they are of the game's width.
  void number_by(const std::shared_ptr<const position_keys>& keys) {
    m_numbering->own = nullptr;
    m_numbering->joined = nullptr;
    m_numbering->keys = keys;
  }
  /// The same by the keys of each of the game's slices; null of one that nothing reaches. @throws as joined_keys;
  ///   input_error if a key is none of its slice's.
  void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys)
    requires HasSliceOf<G>
  {
    std::vector<std::shared_ptr<const position_keys>> parts;
    for (std::uint32_t slice = 0; slice < keys.size(); ++slice) {
      if (keys[slice] == nullptr) continue;
      for (const position p : {position{0}, keys[slice]->size() - 1}) {
        if (G::slice_of(state_of_stranger(keys[slice]->at(p))) == slice) continue;
        throw input_error("the keys of a slice are those of another one");
      }
      parts.push_back(keys[slice]);
    }
    auto joined = std::make_shared<joined_keys<key>>(parts);
    number_by(joined);
    m_numbering->joined = std::move(joined);
  }
  /// Holds the keys of some slices in memory, by their place in `slices`, and lets go of the others. Nothing where
  /// positions are not numbered by slices. @throws as hold_keys.
  void hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) const {
    if (m_numbering->joined == nullptr) return;
    joined_keys<key>& joined = *m_numbering->joined;
    for (std::uint32_t part = 0; part < joined.num_parts(); ++part) {
      if (std::find(slices.begin(), slices.end(), part) == slices.end()) joined.let_go(part);
    }
    for (const std::uint32_t part : slices) {
      if (!joined.is_held(part)) joined.hold(part, keys_in_memory(*joined.keys(part), threads, monitor));
    }
  }
  /// The keys of a slice alone; null where positions are not numbered by slices.
  [[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const {
    return m_numbering->joined != nullptr ? m_numbering->joined->keys(slice) : nullptr;
  }
  /// From where they are read, from now on. Precondition: numbered by slices, and the same keys.
  void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) const {
    m_numbering->joined->replace(slice, std::move(keys));
  }
  /// How many keys are in memory.
  [[nodiscard]] std::uint64_t num_keys_held() const {
    if (m_numbering->own != nullptr) return m_numbering->own->size();
    return m_numbering->joined != nullptr ? m_numbering->joined->num_held() : 0;
  }
  /// Reads the keys that it was numbered by into memory, unless they are there. Phase "read". @throws as their reader;
  ///   input_error if one is no position of the game, or they do not ascend; interrupted; std::bad_alloc.
  void hold_keys(unsigned threads, work_monitor& monitor) const {
    if (m_numbering->own != nullptr) return;
    m_numbering->own = keys_in_memory(*m_numbering->keys, threads, monitor);
    m_numbering->keys = m_numbering->own;
    m_numbering->joined = nullptr;
  }
  [[nodiscard]] bool holds_keys() const noexcept { return m_numbering->own != nullptr; }
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const noexcept { return m_numbering->keys; }
  /// What exploring has kept of the rules; null if nothing. Whoever takes it has it alone.
  [[nodiscard]] const kept_moves* moves() const noexcept { return m_numbering->moves.get(); }
  [[nodiscard]] std::unique_ptr<kept_moves> take_moves() const noexcept { return std::move(m_numbering->moves); }

  // The ranking.

  [[nodiscard]] position num_positions() const { return numbered_keys().size(); }
  [[nodiscard]] state unrank(position p) const {
    if (m_numbering->own != nullptr) return G::unpack((*m_numbering->own)[p]);
    if (m_numbering->joined != nullptr) {
      if (const key* const held = m_numbering->joined->held_key(p)) return G::unpack(*held);
    }
    return state_of_stranger(numbered_keys().at(p));
  }
  /// Calls f(state) for the positions first .. last - 1 in order. Keys from elsewhere are read together.
  template <class Callback>
  void for_each_state(position first, position last, const Callback& f) const {
    if (m_numbering->own != nullptr) {
      for (position p = first; p != last; ++p) f(G::unpack((*m_numbering->own)[p]));
      return;
    }
    if (m_numbering->joined != nullptr) {
      while (first != last) {
        const std::span<const key> held = m_numbering->joined->held_keys(first, last);
        if (held.empty()) break;
        for (const key& k : held) f(G::unpack(k));
        first += held.size();
      }
    }
    if (first == last) return;
    std::vector<wide_key> read(last - first);
    numbered_keys().read(first, read);
    for (const wide_key& k : read) f(state_of_stranger(k));
  }
  /// @throws input_error if the state is not one of those that can be reached.
  [[nodiscard]] position rank(const state& s) const {
    const key wanted = G::pack(s);
    position found = absent;
    find_all({&wanted, 1}, {&found, 1});
    if (found == absent) throw input_error("the position cannot be reached from the start");
    return found;
  }
  /// What `find_all` says of a state that is not one of those that can be reached.
  static constexpr position absent = sorted_keys<key>::absent;
  /// The positions of many keys, which are looked up together.
  void find_all(std::span<const key> keys, std::span<position> found) const {
    if (m_numbering->own != nullptr) {
      m_numbering->own->find_all(keys, found);
    } else if (m_numbering->joined != nullptr) {
      m_numbering->joined->find_all(keys, found);
    } else {
      for (std::size_t i = 0; i < keys.size(); ++i) {
        found[i] = numbered_keys().find(widened_key(keys[i])).value_or(absent);
      }
    }
  }
  [[nodiscard]] std::vector<axis> axes() const { return {axis{"position", num_positions(), {}, {}}}; }
  /// Those of the game, of size 0; once positions are numbered, those that are reached, with their sizes.
  [[nodiscard]] std::vector<slice> slices() const
    requires HasSliceOf<G>
  {
    std::vector<slice> all = G::slices();
    if (!is_numbered()) return all;
    count_positions(all);
    std::vector<std::uint32_t> number_of;
    for (std::uint32_t reached = 0; const slice& one : all) number_of.push_back(one.size > 0 ? reached++ : 0);
    for (slice& one : all) {
      std::erase_if(one.enters, [&](std::uint32_t to) { return to < all.size() && all[to].size == 0; });
      for (std::uint32_t& to : one.enters) to = to < all.size() ? number_of[to] : to;
    }
    std::erase_if(all, [](const slice& one) { return one.size == 0; });
    return all;
  }

  /// The state of a key from elsewhere. @throws input_error if it is no position of the game.
  [[nodiscard]] state state_of_stranger(const wide_key& k) const {
    const auto refuse = [&k](const std::string& why = {}) {
      throw input_error("the key " + (k.high != 0 ? std::to_string(k.high) + " * 2^64 + " : std::string()) +
                        std::to_string(k.low) + " is no position of the game" + why);
    };
    if (width_of<key> == key_width::bits_64 && k.high != 0) refuse();
    const key own = narrowed_key<key>(k);
    const state s = G::unpack(own);
    if (G::pack(s) != own) refuse();
    if constexpr (HasIsLegal<G>) {
      if (!G::is_legal(s)) {
        if constexpr (HasWhyIllegal<G>) refuse(": " + G::why_illegal(s).value_or("no rule is named"));
        refuse();
      }
    }
    if (key_of_representative<G>(*this, s) != own) refuse();
    return s;
  }

 private:
  struct numbering {
    std::shared_ptr<const position_keys> keys;    ///< null: not numbered
    std::shared_ptr<const sorted_keys<key>> own;  ///< the same, if they are in memory
    std::shared_ptr<joined_keys<key>> joined;     ///< the same, if they are those of slices
    std::unique_ptr<kept_moves> moves;
  };
  /// Sets the sizes of all slices.
  void count_positions(std::vector<slice>& all) const
    requires HasSliceOf<G>
  {
    if (m_numbering->joined != nullptr) {
      const joined_keys<key>& joined = *m_numbering->joined;
      for (std::size_t part = 0; part < joined.num_parts(); ++part) {
        const index_range range = joined.range(part);
        all[G::slice_of(G::unpack(joined.first_key(part)))].size = range.end - range.begin;
      }
      return;
    }
    position first = 0;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      position end = num_positions();
      for (position begin = first; begin < end;) {
        const position middle = begin + (end - begin) / 2;
        if (G::slice_of(unrank(middle)) <= i) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      all[i].size = end - first;
      first = end;
    }
  }
  /// @throws as hold_keys.
  [[nodiscard]] std::shared_ptr<const sorted_keys<key>> keys_in_memory(const position_keys& read, unsigned threads,
                                                                       work_monitor& monitor) const {
    zeroed_pages<key> keys(read.size());
    monitor.phase("read", keys.size());
    for_each_block(keys.size(), resolve_threads(threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<wide_key> wide(end - begin);
      read.read(begin, wide);
      for (std::size_t i = 0; i < wide.size(); ++i) {
        (void)state_of_stranger(wide[i]);
        keys[begin + i] = narrowed_key<key>(wide[i]);
      }
    });
    for (std::uint64_t i = 1; i < keys.size(); ++i) {
      if (keys[i] <= keys[i - 1]) throw input_error("the keys of the positions do not ascend");
    }
    return std::make_shared<const sorted_keys<key>>(std::move(keys));
  }
  [[nodiscard]] const position_keys& numbered_keys() const {
    if (m_numbering->keys == nullptr)
      throw contract_error("the positions of a game without a ranking are not numbered");
    return *m_numbering->keys;
  }
  std::shared_ptr<numbering> m_numbering;
};

template <class G>
inline constexpr bool predecessors_stay_inside<explored_game<G>> = false;
template <class G>
inline constexpr bool has_no_holes<explored_game<G>> = true;
/// It names hooks for slices even where the game has none, and then does not have them.
template <class G>
inline constexpr bool is_made_of_another<explored_game<G>> = true;
template <class G>
inline constexpr bool has_right_hooks<explored_game<G>> = has_right_hooks<G>;

namespace detail {

template <class G>
struct ranked_form {
  static_assert(check_game_hooks<G>());
  using type = G;
};
template <class G>
  requires(!HasRanking<G> && HasStart<G> && HasPacking<G>)
struct ranked_form<G> {
  using type = explored_game<G>;
};

}  // namespace detail

/// The game itself if it has a ranking, else the type with one that is made from it.
template <class G>
using ranked_form = typename detail::ranked_form<G>::type;

/// Whether a type is an explored_game.
template <class G>
concept ExploredGame = requires(const G& game) {
  { game.is_numbered() } -> std::same_as<bool>;
  typename G::key;
};

/// The game itself if it has a ranking, else the game explored from its start.
template <class G>
[[nodiscard]] ranked_form<G> with_ranking(G game) {
  static_assert(check_game_hooks<G>());
  ranked_form<G> ranked(std::move(game));
  if constexpr (ExploredGame<ranked_form<G>>) {
    work_monitor silent;
    ranked.explore({}, silent);
  }
  return ranked;
}

}  // namespace zermelo
