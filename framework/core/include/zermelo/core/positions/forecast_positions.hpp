// SPDX-License-Identifier: MIT
// Computes lower bounds of the number of positions of a game without a ranking (only canonical ones if the game has the
// hook `canonical`) with a limited amount of work on one thread:
//
//   search    the positions that play reaches from the start, ply by ply, until the budget is spent: an exact bound,
//             and the exact number if the search completes
//   sampling  random plays, with all moves equally likely. If n plays are at random positions at some ply, and c of the
//             pairs of plays are at the same one, n (n - 1) / (2 c) estimates 1 / sum p^2, where p are the
//             probabilities of the positions; by the Cauchy-Schwarz inequality, this is at most the number of positions
//             at this ply. The first plays choose the ply; the other plays are counted at this ply.
//
//   time     each position found by the search and each move played is expanded once; a sort of the sampled positions
//   memory   for the search, a key_table and the keys of two plies; for sampling, one key per play
//   source   collisions as an estimate of sum p^2: O. Goldreich, D. Ron: On testing expansion in bounded-degree graphs,
//            2000 (ECCC TR00-020)
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/key_rules.hpp>

namespace zermelo {

/// The limits of the work of a forecast.
struct forecast_budget {
  std::uint64_t max_positions = std::uint64_t{1} << 24;                 ///< the search ends when it has found this many
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();  ///< approximate, for the search
  std::uint64_t max_plays = std::uint64_t{1} << 20;                     ///< number of counted plays; 0: no sampling
  std::function<bool()> is_search_over{};    ///< called about every thousand positions; may be empty
  std::function<bool()> is_sampling_over{};  ///< like is_search_over, for the sampling
};

/// Positions at one ply of random play.
struct ply_sample {
  std::uint32_t ply = 0;
  std::uint64_t plays = 0;          ///< number of plays that reach this ply
  std::uint64_t collisions = 0;     ///< number of pairs of plays at the same position
  std::uint64_t min_positions = 0;  ///< lower bound of the number of positions at this ply, with a probability of about
                                    ///< 95 %
};

struct position_forecast {
  std::uint64_t positions = 0;       ///< found by the search, including the start
  std::uint64_t expanded = 0;        ///< number of found positions whose moves were listed
  std::uint64_t moves = 0;           ///< number of moves from the expanded positions
  std::uint32_t full_plies = 0;      ///< all positions that play reaches within this number of plies are found
  bool is_complete = false;          ///< whether the search has found all positions
  std::optional<ply_sample> sample;  ///< empty if the search is complete, or no play was counted

  /// The greater of the two bounds.
  [[nodiscard]] std::uint64_t min_positions() const noexcept {
    return sample && sample->min_positions > positions ? sample->min_positions : positions;
  }
};

/// Computes the bounds. Phase "forecast", of unknown length. The result depends only on game and budget, unless a
/// function of the budget ends the search or the sampling. @throws interrupted; what the rules throw; std::bad_alloc.
template <class Key>
[[nodiscard]] position_forecast forecast_positions(const key_rules<Key>& game, const forecast_budget& budget,
                                                   work_monitor& monitor);

/// The bound from `plays` plays at one ply, of which `collisions` pairs and `triples` triples are at the same position.
/// The variance of the number of collisions is at most its mean plus six times the mean number of triples. The bound
/// assumes two standard deviations more collisions than observed, and three more for the case of few collisions.
[[nodiscard]] std::uint64_t min_positions_of(std::uint64_t plays, std::uint64_t collisions, std::uint64_t triples);

}  // namespace zermelo
