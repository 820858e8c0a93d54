// SPDX-License-Identifier: MIT
// The data of an ending: the board, the kinds of pieces, the materials after captures and promotions, and the numbering
// of the positions of each material. Functions on states, including templates, are `inline`, so that GCC inlines more
// of them into the generation of moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

#include "board.hpp"
#include "king_pairs.hpp"
#include "material.hpp"
#include "pieces.hpp"
#include "square_sets.hpp"

namespace zermelo::games::chess {

/// The data of an ending. Immutable, and therefore thread-safe.
class chess_set {
 public:
  /// Symmetries that keep the directions of pawns: the identity, and the exchange of left and right.
  static constexpr std::size_t num_pawn_symmetries = 2;

  /// @param pieces  such as KRvK
  /// @pre     rows and cols are sides of a `chess_board`
  /// @throws  input_error if the pieces are invalid, or there are more than 2^63 positions
  chess_set(std::string_view pieces, std::uint32_t rows, std::uint32_t cols) : m_board(rows, cols) {
    const piece_numbers start_pieces = parse_pieces(pieces);
    make_kinds(start_pieces);
    make_orientations();
    m_pairs = king_pairs(m_board, m_board.num_symmetries());
    if (m_has_pawns) m_pairs_with_pawns = king_pairs(m_board, num_pawn_symmetries);
    m_sets = square_sets(m_board.num_squares(), max_identical(start_pieces));
    make_materials(pieces, start_pieces);
  }

  [[nodiscard]] const chess_board& board() const { return m_board; }
  [[nodiscard]] const square_sets& sets() const { return m_sets; }
  [[nodiscard]] std::uint64_t bytes() const {
    return chess_board::bytes(m_board.rows(), m_board.cols()) + m_sets.bytes() +
           m_materials.capacity() * sizeof(material) + m_pairs.bytes() + m_pairs_with_pawns.bytes();
  }

  // Kinds of pieces, by side and letter.

  [[nodiscard]] std::uint8_t num_kinds() const { return static_cast<std::uint8_t>(m_kinds.size()); }
  [[nodiscard]] const kind_of_piece& kind(std::size_t number) const { return m_kinds[number]; }
  [[nodiscard]] bool is_pawn_kind(std::size_t number) const { return is_pawn(m_kinds[number].what.kind); }
  /// The number of the kind of a piece other than a king, or `num_kinds()` if the set does not contain it.
  [[nodiscard]] std::uint8_t kind_of(const piece& what) const {
    const auto at =
        std::find_if(m_kinds.begin(), m_kinds.end(), [&](const kind_of_piece& k) { return k.what == what; });
    return static_cast<std::uint8_t>(at - m_kinds.begin());
  }
  /// The number of the kind of a player's pawns, or `no_kind` if the player has none.
  [[nodiscard]] std::uint8_t pawn_kind(player owner) const { return m_pawn_kinds[index_of(owner)]; }
  /// Whether some material has pawns.
  [[nodiscard]] bool has_pawns() const { return m_has_pawns; }
  /// Calls f(kind) for each kind that a pawn may become by the rules, whether or not a material with it exists.
  template <class Function>
  void for_each_promoted_kind(std::uint8_t pawn, const Function& f) const {
    for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) {
      if (m_kinds[kind].what.owner == m_kinds[pawn].what.owner && !is_pawn_kind(kind)) f(kind);
    }
  }

  // Materials, in an order in which captures and promotions lead to earlier ones.

  [[nodiscard]] const std::vector<material>& materials() const { return m_materials; }
  [[nodiscard]] const material& material_of(const state& s) const { return m_materials[s.material]; }
  [[nodiscard]] position num_positions() const { return m_num_positions; }
  /// The material of a position's number.
  [[nodiscard]] const material& material_at(position number) const {
    if (m_materials.back().first <= number) return m_materials.back();  // the usual case
    const auto behind = std::upper_bound(m_materials.begin(), m_materials.end(), number,
                                         [](position p, const material& m) { return p < m.first; });
    return *(behind - 1);
  }
  /// Whether a pawn may be taken en passant in some material.
  [[nodiscard]] bool has_rights() const { return m_has_rights; }

  // Symmetries.

  /// The pairs of kings for a material. With pawns, the only symmetries are the identity and the exchange of left and
  /// right.
  [[nodiscard]] const king_pairs& kings_of(const material& m) const {
    return m.has_pawns ? m_pairs_with_pawns : m_pairs;
  }
  /// The symmetries that change the direction of pawns, without those that differ only by an exchange of left and
  /// right.
  [[nodiscard]] const std::vector<std::size_t>& orientations() const { return m_orientations; }

 private:
  void make_kinds(const piece_numbers& start_pieces) {
    const std::size_t n = m_board.num_squares();
    m_pawn_kinds.fill(no_kind);
    for (const player owner : {white, black}) {
      const auto& numbers = start_pieces[index_of(owner)];
      const bool has_pawns = numbers.back() > 0;
      m_has_pawns = m_has_pawns || has_pawns;
      for (std::size_t letter = 1; letter < num_letters; ++letter) {
        if (numbers[letter] == 0 && !has_pawns) continue;
        const piece what{kind_of_letter(letter, owner), owner};
        const bool is_of_pawns = is_pawn(what.kind);
        if (is_of_pawns) m_pawn_kinds[index_of(owner)] = num_kinds();
        const std::size_t first = is_of_pawns ? m_board.cols() : 0;
        m_kinds.push_back({what, static_cast<square_number>(first), static_cast<square_number>(n - first)});
      }
    }
  }
  void make_orientations() {
    std::vector<std::size_t> retained{0};
    for (std::size_t i = num_pawn_symmetries; i < m_board.num_symmetries(); ++i) {
      const bool is_new = std::none_of(retained.begin(), retained.end(), [&](std::size_t other) {
        for (std::size_t s = 0; s < m_board.num_squares(); ++s) {
          const auto square = static_cast<square_number>(s);
          if (m_board.image(i, square) != m_board.image(1, m_board.image(other, square))) return false;
        }
        return true;
      });
      if (is_new) retained.push_back(i);
    }
    m_orientations.assign(retained.begin() + 1, retained.end());
  }
  /// The largest number of pieces of one kind in any material.
  [[nodiscard]] static std::size_t max_identical(const piece_numbers& start_pieces) {
    std::size_t max = 1;
    for (const auto& side : start_pieces) {
      for (std::size_t letter = 1; letter < num_letters; ++letter) {
        const std::size_t promoted = letter + 1 < num_letters ? side.back() : 0;
        max = std::max(max, side[letter] + promoted);
      }
    }
    return max;
  }

  /// The numbers of pieces of all materials, in the order of the materials.
  [[nodiscard]] std::map<std::vector<std::uint8_t>, kind_counts> all_counts(const piece_numbers& start_pieces) const {
    kind_counts all{};
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      const piece& what = m_kinds[k].what;
      all[k] = start_pieces[index_of(what.owner)][letter_number(what.kind)];
    }
    std::map<std::vector<std::uint8_t>, kind_counts> found;
    std::vector<kind_counts> open;
    const auto add = [&](const kind_counts& counts) {
      if (found.emplace(order_of(counts), counts).second) open.push_back(counts);
    };
    add(all);
    while (!open.empty()) {
      const kind_counts from = open.back();
      open.pop_back();
      for (std::uint8_t k = 0; k != num_kinds(); ++k) {
        if (from[k] == 0) continue;
        kind_counts less = from;
        --less[k];
        add(less);
        if (!is_pawn_kind(k)) continue;
        for_each_promoted_kind(k, [&](std::uint8_t to) {
          kind_counts promoted = less;
          ++promoted[to];
          add(promoted);
        });
      }
    }
    return found;
  }
  /// The key by which materials are ordered: numbers of pawns, then of all pieces, by kind.
  [[nodiscard]] std::vector<std::uint8_t> order_of(const kind_counts& counts) const {
    std::vector<std::uint8_t> order(m_pawn_kinds.size() + m_kinds.size());
    auto next = order.begin();
    for (const std::uint8_t pawns : m_pawn_kinds) *next++ = pawns == no_kind ? std::uint8_t{0} : counts[pawns];
    for (std::uint8_t kind = 0; kind != num_kinds(); ++kind) *next++ = counts[kind];
    return order;
  }
  void make_materials(std::string_view pieces, const piece_numbers& start_pieces) {
    const auto all = all_counts(start_pieces);
    std::map<std::vector<std::uint8_t>, std::uint16_t> number_of_counts;
    for (const auto& [order, counts] : all) {
      number_of_counts.emplace(order, static_cast<std::uint16_t>(number_of_counts.size()));
    }
    std::uint32_t group = 0;
    m_materials.reserve(all.size());
    for (const auto& [order, counts] : all) {
      material m = material_with(counts);
      m.number = static_cast<std::uint16_t>(m_materials.size());
      m.group = group;
      m.first = m_num_positions;
      for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        kind_counts other = counts;
        ++other[k];
        const auto more = number_of_counts.find(order_of(other));
        m.with[k] = more == number_of_counts.end() ? no_material : more->second;
        m.without[k] = no_material;
        if (counts[k] == 0) continue;
        other[k] = static_cast<std::uint8_t>(counts[k] - 1);
        m.without[k] = number_of_counts.at(order_of(other));
      }
      number_positions(m);
      group += m.has_rights() ? 2 : 1;
      m_has_rights = m_has_rights || m.has_rights();
      m_num_positions = saturating_sum(m_num_positions, saturating_product(m.per_turn, 2),
                                       saturating_product(m.with_right.per_turn, 2));
      constexpr position max_positions = std::numeric_limits<position>::max() / 2;
      if (m_num_positions > max_positions) {
        throw input_error(
            fmt::format("pieces={} rows={} cols={}: more than 2^63 positions", pieces, m_board.rows(), m_board.cols()));
      }
      m_materials.push_back(m);
    }
  }
  [[nodiscard]] material material_with(const kind_counts& counts) const {
    material m;
    m.pieces[0] = {piece_kind::king, white};
    m.pieces[1] = {piece_kind::king, black};
    m.size = num_kings;
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
      if (counts[k] == 0) continue;
      identical_pieces& same = m.identical[m.num_identical];
      same.kind = static_cast<std::uint8_t>(k);
      same.first = m.size;
      same.size = counts[k];
      for (std::size_t i = 0; i < counts[k]; ++i) {
        m.identical_index[m.size] = static_cast<std::uint8_t>(m.num_identical);
        m.pieces[m.size++] = m_kinds[k].what;
        if (m_kinds[k].what.owner == white) m.first_of_black = m.size;
      }
      ++m.num_identical;
      m.has_identical = m.has_identical || counts[k] > 1;
      m.has_pawns = m.has_pawns || is_pawn_kind(k);
    }
    return m;
  }
  void number_positions(material& m) const {
    m.per_pair = 1;
    position per_pawn_pair = 1;
    std::size_t sides_with_pawns = 0;
    for (std::size_t k = m.num_identical; k-- > 0;) {
      identical_pieces& same = m.identical[k];
      const kind_of_piece& kind = m_kinds[same.kind];
      const std::size_t squares = std::size_t{kind.end_square} - kind.first_square;
      const std::size_t placed = is_pawn(kind.what.kind) ? 1 : 0;
      sides_with_pawns += placed;
      same.stride = m.per_pair;
      same.stride_with_right = per_pawn_pair;
      same.num_sets = m_sets.count(same.size, squares);
      m.per_pair = saturating_product(m.per_pair, same.num_sets);
      per_pawn_pair = saturating_product(per_pawn_pair, m_sets.count(same.size - placed, squares));
    }
    const position num_pairs = kings_of(m).size();
    m.per_turn = saturating_product(m.per_pair, num_pairs);
    const auto first_pawn_square = static_cast<square_number>(m_board.cols());
    const bool has_double_step = m_board.lanes_of(piece_kind::pawn_up, first_pawn_square).two_ahead != no_square;
    if (sides_with_pawns < 2 || !has_double_step) return;
    const position num_pawn_pairs = 2 * (position{m_board.cols()} - 1);
    m.with_right.per_pawn_pair = per_pawn_pair;
    m.with_right.per_pair = saturating_product(per_pawn_pair, num_pawn_pairs);
    m.with_right.per_turn = saturating_product(m.with_right.per_pair, num_pairs);
  }

  chess_board m_board;
  std::vector<kind_of_piece> m_kinds;          ///< ordered by side and letter
  std::array<std::uint8_t, 2> m_pawn_kinds{};  ///< for each side; `no_kind` without pawns
  bool m_has_pawns = false;
  bool m_has_rights = false;
  std::vector<std::size_t> m_orientations;
  king_pairs m_pairs;             ///< up to all symmetries of the board
  king_pairs m_pairs_with_pawns;  ///< up to the symmetries that keep the directions of pawns; empty without pawns
  square_sets m_sets;
  std::vector<material> m_materials;
  position m_num_positions = 0;
};

}  // namespace zermelo::games::chess
