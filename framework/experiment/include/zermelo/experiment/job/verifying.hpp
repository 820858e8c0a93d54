// SPDX-License-Identifier: MIT
// The verification of entries by a game's forward rules. verify_on_blocks.hpp has what several processes do together,
// and verify_set.hpp what is done with a set of tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

namespace zermelo {
class solution_entries;
class solve_visitor;
}  // namespace zermelo

namespace zermelo::experiment {

class any_game;

/// Checks all entries, each read once, or a sample. Counts the moves if all. A game in product form is verified as its
/// rows are read; for another one all entries are read into memory first, unless they are there.
/// @throws interrupted, resource_error if there is too little memory, and what reading the entries throws.
[[nodiscard]] verify_report verify(const any_game& game, const solution_entries& values, const verify_scope& scope,
                                   solve_visitor& visitor);

/// How the positions of a game with a ranking are cut for so many processes that verify them: in whole rows if it is
/// in product form and these are many, else see choose_cut.
[[nodiscard]] block_partition cut_to_verify(const any_game& game, std::uint64_t num_blocks);

/// What one of several processes may take to verify the so many positions that it has, beside them: a byte for each, or
/// 64 MiB.
[[nodiscard]] std::uint64_t most_bytes_to_verify_beside(std::uint64_t num_positions) noexcept;

/// What is to be verified: "all", or "sample:N" with N at least 1; nothing for anything else.
[[nodiscard]] std::optional<verify_scope> parse_verify_scope(std::string_view word, unsigned threads);

}  // namespace zermelo::experiment
