// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/numbered_rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/packing.hpp>

namespace zermelo {
namespace {

/// Asks for the words of all these positions, and where their moves lead.
template <class Key>
void expand_all(const key_rules<Key>& rules, std::span<const Key> keys, std::span<position_word> words,
                batch_list<Key>& targets) {
  while (!keys.empty()) {
    const std::size_t looked_at = rules.expand(keys, std::numeric_limits<std::size_t>::max(), words, targets);
    keys = keys.subspan(looked_at);
    words = words.subspan(looked_at);
  }
}

/// Calls f(keys, words) for the positions of a stretch, in order, as many together as their keys are.
template <class Key, class Callback>
void for_each_stretch(const key_numbering<Key>& numbering, position first, std::span<position_word> words,
                      const Callback& f) {
  std::vector<Key> buffer;
  while (!words.empty()) {
    const std::span<const Key> keys = numbering.keys_from(first, first + words.size(), buffer);
    f(keys, words.first(keys.size()));
    first += keys.size();
    words = words.subspan(keys.size());
  }
}

/// Calls f(keys, where the first of these positions is in the list) for any positions, some of them together.
template <class Key, class Callback>
void for_each_block(const key_numbering<Key>& numbering, std::span<const position> at, const Callback& f) {
  std::array<Key, 128> keys;  // as many as a verifier asks about together
  for (std::size_t begin = 0; begin < at.size(); begin += keys.size()) {
    const std::size_t size = std::min(keys.size(), at.size() - begin);
    for (std::size_t i = 0; i < size; ++i) keys[i] = numbering.key_at(at[begin + i]);
    f(std::span<const Key>(keys).first(size), begin);
  }
}

}  // namespace

template <class Key>
rules_traits numbered_rules<Key>::traits() const {
  rules_traits own = m_rules.traits();
  own.has_holes = false;
  own.is_explored = true;
  return own;
}

template <class Key>
void numbered_rules<Key>::describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const {
  constexpr std::size_t targets_together = 1 << 12;  // they are not used: they had better stay in the first caches
  batch_list<Key> targets;
  for_each_stretch(m_numbering, first, words, [&](std::span<const Key> keys, std::span<position_word> own) {
    while (!keys.empty()) {
      targets.clear();
      const std::size_t looked_at = m_rules.expand(keys, targets_together, own, targets);
      keys = keys.subspan(looked_at);
      own = own.subspan(looked_at);
    }
  });
}

template <class Key>
void numbered_rules<Key>::expand(position first, std::span<position_word> words, batch_list<position>& moves,
                                 outside_rows* /*outside*/) const {
  batch_list<Key> targets;
  for_each_stretch(m_numbering, first, words, [&](std::span<const Key> keys, std::span<position_word> own) {
    expand_all(m_rules, keys, own, targets);
  });
  const std::span<position> found = moves.extend(targets.size());
  m_numbering.find_all(targets.all(), found);
  if (std::find(found.begin(), found.end(), key_numbering<Key>::absent) != found.end()) {
    throw input_error("a move leads to a position that cannot be reached from the start");
  }
}

template <class Key>
void numbered_rules<Key>::label(position first, std::span<position_word> words) const {
  for_each_stretch(m_numbering, first, words,
                   [this](std::span<const Key> keys, std::span<position_word> own) { m_rules.label(keys, own); });
}

template <class Key>
void numbered_rules<Key>::owners(std::span<const position> at, std::span<player> found) const {
  if (m_seen_by == viewpoint::mover) {
    std::fill_n(found.begin(), at.size(), player::first);
    return;
  }
  for_each_block(m_numbering, at, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.owners(keys, found.subspan(begin, keys.size()));
  });
}

template <class Key>
void numbered_rules<Key>::plain_moves(std::span<const position> at, std::span<position_word> words,
                                      batch_list<owned_target>& moves) const {
  batch_list<Key> targets;
  batch_list<player> there;
  for_each_block(m_numbering, at, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.expand_owned(keys, words.subspan(begin, keys.size()), targets, there);
  });
  batch_list<position> numbers;
  const std::span<position> found = numbers.extend(targets.size());
  m_numbering.find_all(targets.all(), found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    moves.push(owned_target::of(found[i], across_move(there.all()[i], m_seen_by)));
  }
}

template <class Key>
void numbered_rules<Key>::hashes(std::span<const position> at, std::span<std::uint64_t> found) const {
  for (std::size_t i = 0; i < at.size(); ++i) found[i] = hash_of_key(m_numbering.key_at(at[i]));
}

template <class Key>
void numbered_rules<Key>::classify(std::span<const position> at, std::span<position_class> found) const {
  for_each_block(m_numbering, at, [&](std::span<const Key> keys, std::size_t begin) {
    m_rules.classify(keys, found.subspan(begin, keys.size()));
  });
}

template class numbered_rules<std::uint64_t>;
template class numbered_rules<wide_key>;

}  // namespace zermelo
