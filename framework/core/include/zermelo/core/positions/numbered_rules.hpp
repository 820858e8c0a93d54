// SPDX-License-Identifier: MIT
// The rules of a game without a ranking whose positions are numbered by their keys. A call passes the keys of its
// positions to the rules of the game, and looks up the numbers of the targets in batches. The batch path and the
// reference path of rules.hpp are the same, since the game has only hooks for states.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/positions/key_numbering.hpp>
#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// The numbering must outlive the rules; it may number positions later. Members throw what key_numbering throws.
/// @tparam Key std::uint64_t or wide_key
template <class Key>
class numbered_rules : public rules {
 public:
  explicit numbered_rules(const key_numbering<Key>& numbering)
      : m_numbering(numbering),
        m_rules(*std::get<const key_rules<Key>*>(numbering.rules())),
        m_seen_by(m_rules.traits().seen_by) {}

  [[nodiscard]] position num_positions() const final { return m_numbering.num_positions(); }
  [[nodiscard]] rules_traits traits() const final;
  void describe(position first, std::span<position_word> words, outside_rows* outside) const final;
  /// @throws input_error for a move to a position without a number.
  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* outside) const final;
  /// @throws what `expand` throws.
  void expand_gains(position first, std::span<position_word> words, batch_list<position>& moves,
                    batch_list<std::int16_t>& gains) const final;
  void label(position first, std::span<position_word> words) const final;
  void players_to_move(std::span<const position> positions, std::span<player> players) const final;
  void players_to_move_in_range(position first, std::span<player> players) const final;
  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const final;
  void hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const final;
  void classify(std::span<const position> positions, std::span<position_class> classes) const final;
  void passed(std::span<const position> positions, std::span<position> found) const final;

 private:
  const key_numbering<Key>& m_numbering;
  const key_rules<Key>& m_rules;
  viewpoint m_seen_by;
};

extern template class numbered_rules<std::uint64_t>;
extern template class numbered_rules<wide_key>;

}  // namespace zermelo
