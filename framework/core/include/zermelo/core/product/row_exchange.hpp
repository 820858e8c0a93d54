// SPDX-License-Identifier: MIT
// The exchange between the blocks of a product game, see row_share.hpp. A solve with all rows exchanges nothing.
//
// After a wave, each block sends every other block the nodes that it has decided in rows that the other block reads. A
// header precedes the encoded nodes of each row. Nodes between positions, during a team's move, are sent within the
// wave.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/product/bit_code.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>

namespace zermelo::detail {

/// The mail with the rows of some steps in which nodes were decided in this epoch.
class row_mail final : public block_mail {
 public:
  row_mail(product_state& state, std::span<const std::size_t> steps, wave_kinds kinds)
      : m_state(state),
        m_row(state.board().words()),
        m_code(bit_code::max_encoded_bytes(m_row.size())),
        m_sent(state.exchange()->num_blocks()),
        m_received(m_sent.size()) {
    for (const std::size_t s : steps) {
      for (const wave_kind kind : kinds) m_planes.push_back({s, kind});
    }
  }

  [[nodiscard]] std::size_t write(std::uint64_t block, std::span<std::uint8_t> space) override {
    outgoing& to = m_sent[block];
    std::size_t filled = 0;
    while (has_more(to) || prepare_next(block, to)) {
      if (filled == space.size()) break;
      const std::size_t part = std::min(space.size() - filled, to.bytes.size() - to.written);
      std::copy_n(to.bytes.data() + to.written, part, space.data() + filled);
      to.written += part;
      filled += part;
    }
    return filled;
  }
  [[nodiscard]] bool has_more() const override {
    return std::any_of(m_sent.begin(), m_sent.end(), [](const outgoing& to) { return has_more(to); });
  }
  void read(std::uint64_t block, std::span<const std::uint8_t> bytes) override {
    std::vector<std::uint8_t>& from = m_received[block];
    from.insert(from.end(), bytes.begin(), bytes.end());
    std::size_t at = 0;
    while (from.size() - at >= sizeof(header)) {
      header row_header;
      std::memcpy(&row_header, from.data() + at, sizeof row_header);
      if (from.size() - at - sizeof row_header < row_header.num_bytes) break;
      at += sizeof row_header;
      m_state.decide_remote(row_header.step, row_header.row, static_cast<wave_kind>(row_header.kind),
                            std::span<const std::uint8_t>(from).subspan(at, row_header.num_bytes));
      at += row_header.num_bytes;
    }
    from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(at));
  }

 private:
  /// Precedes the encoded nodes of a row.
  struct header {
    std::uint64_t row = 0;        ///< the row number
    std::uint32_t num_bytes = 0;  ///< size of the encoded nodes
    std::uint16_t step = 0;
    std::uint16_t kind = 0;
  };
  /// The mail for one block.
  struct outgoing {
    std::vector<std::uint8_t> bytes;  ///< the bytes of one row
    std::size_t written = 0;          ///< number of these bytes already written
    std::size_t plane = 0;            ///< the plane of the next row: index into m_planes
    std::uint64_t next = 0;           ///< the next row: index into the rows that the block reads
  };
  struct step_plane {
    std::size_t step;
    wave_kind kind;
  };

  [[nodiscard]] static bool has_more(const outgoing& to) { return to.written < to.bytes.size(); }
  /// Encodes the next row. Returns false if there are no more rows.
  [[nodiscard]] bool prepare_next(std::uint64_t block, outgoing& to) {
    const std::uint8_t stamp = product_state::stamp_of(m_state.epoch());
    for (; to.plane < m_planes.size(); ++to.plane, to.next = 0) {
      const auto [s, kind] = m_planes[to.plane];
      const row_runs& rows = m_state.rows().for_block(block, s);
      const delta_plane& delta = m_state.layer(s).delta(kind, m_state.epoch());
      while (to.next < rows.size()) {
        const std::uint64_t row = rows[to.next++];
        const row_part part = delta.part(m_state.rows().offset_of(row), stamp);
        if (part.words == nullptr) continue;
        for_each_word(m_state.board(), part, [&](std::size_t i, std::uint64_t word) { m_row[i] = word; });
        const encoded_bits coded = m_state.kernels().encode_bits(m_row.data(), part.vectors, m_code.data());
        const header row_header{row, static_cast<std::uint32_t>(coded.num_bytes), static_cast<std::uint16_t>(s),
                                static_cast<std::uint16_t>(kind)};
        to.bytes.resize(sizeof row_header + coded.num_bytes);
        std::memcpy(to.bytes.data(), &row_header, sizeof row_header);
        std::copy_n(m_code.data(), coded.num_bytes, to.bytes.data() + sizeof row_header);
        to.written = 0;
        return true;
      }
    }
    return false;
  }

  product_state& m_state;
  std::vector<step_plane> m_planes;
  std::vector<std::uint64_t> m_row;                   ///< a row to encode
  std::vector<std::uint8_t> m_code;                   ///< working memory of the encoder
  std::vector<outgoing> m_sent;                       ///< [block]
  std::vector<std::vector<std::uint8_t>> m_received;  ///< [block]: the received bytes of an incomplete row
};

/// Exchanges between the blocks the nodes that this epoch has decided in some steps.
inline void exchange_decided_nodes(product_state& state, std::vector<std::size_t> steps, wave_kinds kinds) {
  if (state.exchange() == nullptr) return;
  const walker_steps& all = state.steps();
  std::erase_if(steps, [&](std::size_t s) { return all[all.previous_of(s)].is_in_row; });
  if (steps.empty()) return;  // true in all blocks or in none
  row_mail mail(state, steps, kinds);
  while (state.exchange()->exchange_mail(mail)) {}
}
/// Exchanges between the blocks the positions that this epoch has decided.
inline void exchange_decided_positions(product_state& state, wave_kinds kinds) {
  if (state.exchange() == nullptr) return;
  std::vector<std::size_t> steps;
  for (std::size_t s = 0; s < state.steps().size(); ++s) {
    if (state.steps()[s].begins_turn) steps.push_back(s);
  }
  exchange_decided_nodes(state, std::move(steps), kinds);
}

/// Whether a condition is true in any block. @param here  whether the condition is true in this block
[[nodiscard]] inline bool holds_in_any_block(product_state& state, bool here) {
  return state.exchange() == nullptr ? here : state.exchange()->any(here);
}
/// Whether any block has positions to propagate. @param here  whether this block has such positions
/// @throws interrupted in all blocks if the visitor of any block requests a stop.
[[nodiscard]] inline bool any_block_propagates(product_state& state, const solve_visitor& visitor, bool here) {
  if (state.exchange() == nullptr) return here;
  constexpr std::uint64_t stops = 0;
  constexpr std::uint64_t propagates = 1;
  std::optional<std::uint64_t> vote;
  if (here) vote = propagates;
  if (visitor.stop_requested()) vote = stops;
  const auto least = state.exchange()->least(vote);
  if (least == stops) throw interrupted("interrupted");
  return least.has_value();
}

}  // namespace zermelo::detail
