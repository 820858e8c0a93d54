// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/numbered_rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/packing.hpp>

namespace zermelo {
namespace {

/// Calls f(keys, items) for the positions from `first`, in order, for each run of keys that `keys_from` returns.
/// @param items  words or players, one per position
template <class Key, class Item, class Callback>
void for_each_key_run(const key_numbering<Key>& numbering, position first, std::span<Item> items, const Callback& f) {
  std::vector<Key> buffer;
  while (!items.empty()) {
    const std::span<const Key> keys = numbering.keys_from(first, first + items.size(), buffer);
    f(keys, items.first(keys.size()));
    first += keys.size();
    items = items.subspan(keys.size());
  }
}

/// Calls f(keys of a block of the positions, index of the first one in `positions`), block by block.
template <class Key, class Callback>
void for_each_key_block(const key_numbering<Key>& numbering, std::span<const position> positions, const Callback& f) {
  std::array<Key, 128> keys;  // as many as a verifier passes per call
  for (std::size_t begin = 0; begin < positions.size(); begin += keys.size()) {
    const std::size_t size = std::min(keys.size(), positions.size() - begin);
    for (std::size_t i = 0; i < size; ++i) keys[i] = numbering.key_at(positions[begin + i]);
    f(std::span<const Key>(keys).first(size), begin);
  }
}

/// Appends the numbers of the positions with these keys. @throws input_error if a key has no number.
template <class Key>
void find_numbers(const key_numbering<Key>& numbering, const batch_list<Key>& keys, batch_list<position>& numbers) {
  const std::span<position> found = numbers.extend(keys.size());
  numbering.find_all(keys.all(), found);
  if (std::find(found.begin(), found.end(), key_numbering<Key>::absent) != found.end()) {
    throw input_error("a move leads to a position whose key is missing");
  }
}

}  // namespace

template <class Key>
rules_traits numbered_rules<Key>::traits() const {
  rules_traits traits = m_rules.traits();
  traits.has_unused = false;
  traits.is_explored = true;
  return traits;
}

template <class Key>
void numbered_rules<Key>::describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const {
  constexpr std::size_t targets_per_call = 1 << 12;  // few, so that the unused targets stay in the caches
  batch_list<Key> targets;
  for_each_key_run(m_numbering, first, words, [&](std::span<const Key> keys, std::span<position_word> run_words) {
    for (std::size_t done = 0; done < keys.size(); targets.clear()) {
      done += m_rules.expand(keys.subspan(done), targets_per_call, run_words.subspan(done), targets);
    }
  });
}

template <class Key>
void numbered_rules<Key>::expand(position first, std::span<position_word> words, batch_list<position>& moves,
                                 outside_rows* /*outside*/) const {
  batch_list<Key> targets;
  for_each_key_run(m_numbering, first, words, [&](std::span<const Key> keys, std::span<position_word> run_words) {
    m_rules.expand_all(keys, run_words, targets);
  });
  find_numbers(m_numbering, targets, moves);
}

template <class Key>
void numbered_rules<Key>::expand_gains(position first, std::span<position_word> words, batch_list<position>& moves,
                                       batch_list<std::int16_t>& gains) const {
  batch_list<Key> targets;
  batch_list<player> players_to_move;
  for_each_key_run(m_numbering, first, words, [&](std::span<const Key> keys, std::span<position_word> run_words) {
    m_rules.expand_moves(keys, run_words, targets, players_to_move, gains);
  });
  find_numbers(m_numbering, targets, moves);
}

template <class Key>
void numbered_rules<Key>::label(position first, std::span<position_word> words) const {
  for_each_key_run(m_numbering, first, words, [this](std::span<const Key> keys, std::span<position_word> run_words) {
    m_rules.label(keys, run_words);
  });
}

template <class Key>
void numbered_rules<Key>::players_to_move(std::span<const position> positions, std::span<player> players) const {
  if (m_seen_by == viewpoint::to_move) {
    std::fill_n(players.begin(), positions.size(), player::first);
    return;
  }
  for_each_key_block(m_numbering, positions, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.players_to_move(keys, players.subspan(begin, keys.size()));
  });
}

template <class Key>
void numbered_rules<Key>::players_to_move_in_range(position first, std::span<player> players) const {
  if (m_seen_by == viewpoint::to_move) {
    std::fill(players.begin(), players.end(), player::first);
    return;
  }
  for_each_key_run(m_numbering, first, players, [this](std::span<const Key> keys, std::span<player> run_players) {
    m_rules.players_to_move(keys, run_players);
  });
}

template <class Key>
void numbered_rules<Key>::plain_moves(std::span<const position> positions, std::span<position_word> words,
                                      batch_list<move_target>& moves) const {
  batch_list<Key> targets;
  batch_list<player> players_to_move;
  batch_list<std::int16_t> gains;
  for_each_key_block(m_numbering, positions, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.expand_moves(keys, words.subspan(begin, keys.size()), targets, players_to_move, gains);
  });
  batch_list<position> numbers;
  m_numbering.find_all(targets.all(), numbers.extend(targets.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    moves.push(move_target::of(numbers.all()[i], across_move(players_to_move.all()[i], m_seen_by), gains.all()[i]));
  }
}

template <class Key>
void numbered_rules<Key>::hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const {
  for (std::size_t i = 0; i < positions.size(); ++i) hashes[i] = hash_of_key(m_numbering.key_at(positions[i]));
}

template <class Key>
void numbered_rules<Key>::classify(std::span<const position> positions, std::span<position_class> classes) const {
  for_each_key_block(m_numbering, positions, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.classify(keys, classes.subspan(begin, keys.size()));
  });
}

template <class Key>
void numbered_rules<Key>::passed(std::span<const position> positions, std::span<position> found) const {
  std::vector<std::optional<Key>> others(positions.size());
  for_each_key_block(m_numbering, positions, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.passed(keys, std::span(others).subspan(begin, keys.size()));
  });
  batch_list<Key> sought;
  for (const std::optional<Key>& other : others) {
    if (other) sought.push(*other);
  }
  batch_list<position> numbers;
  m_numbering.find_all(sought.all(), numbers.extend(sought.size()));
  std::size_t next = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const position number = others[i] ? numbers.all()[next++] : key_numbering<Key>::absent;
    found[i] = number == key_numbering<Key>::absent ? num_positions() : number;
  }
}

template class numbered_rules<std::uint64_t>;
template class numbered_rules<wide_key>;

}  // namespace zermelo
