// SPDX-License-Identifier: MIT
// Defines the attributes of a checkpoint, and their contribution to its digest.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/file_kind.hpp"

namespace zermelo::storage {

/// The version of a checkpoint of a solve with margins over 1, and of other checkpoints.
inline constexpr std::int64_t checkpoint_version_with_margins = 4;
inline constexpr std::int64_t checkpoint_version_without_margins = 3;
inline constexpr file_kind checkpoint_kind{
    "zermelo-checkpoint", checkpoint_version_with_margins, "checkpoint",
    "remove it and solve from the start, or continue with the program that wrote it", 2};
inline constexpr const char* words_dataset = "words";
inline constexpr const char* entries_dataset = "entries";

/// The stage of a saved solve, as named in files. A solve with margins propagates wins and losses in a stage for each
/// margin.
enum class saved_stage : std::uint8_t { exploring, wins_and_losses, ties };
inline constexpr vocabulary<saved_stage, 3> stage_keywords{{{"exploring", saved_stage::exploring},
                                                            {"wins_and_losses", saved_stage::wins_and_losses},
                                                            {"ties", saved_stage::ties}}};

struct checkpoint_header {
  checkpoint_metadata metadata{};
  saved_stage stage = saved_stage::exploring;
  // The following members are for a solve.
  std::uint64_t positions = 0;
  solve_state progress{};                     ///< without stage and maximum margin, which `solve_state_of` sets
  std::optional<std::uint64_t> max_margin{};  ///< the maximum margin, at least 2; nothing: 1
  std::uint64_t margin = 0;                   ///< the margin of the stage, 0 for ties; stored only with `max_margin`
  // The following members are for an exploration.
  std::uint64_t closed = 0;  ///< positions that have been expanded
  std::uint64_t open = 0;    ///< positions that have been found, but not expanded
  std::uint64_t digest = 0;
};

/// Makes the header of a solve.
[[nodiscard]] checkpoint_header header_of(const checkpoint_metadata& metadata, const solve_state& progress,
                                          std::uint64_t positions);
/// Returns the solve state in a header. Precondition: `find_error` finds no error in the header.
[[nodiscard]] solve_state solve_state_of(const checkpoint_header& header);

/// Lists the attributes of format versions 2 (without explorations), 3 (without margins) and 4. Writers pass a const
/// header.
template <class Archive, class Header>
void exchange_header(Archive&& archive, Header& header) {
  archive.text("game", header.metadata.game);
  archive.parameters(header.metadata.parameters);
  archive.keyword("stage", header.stage, stage_keywords);
  if (header.stage != saved_stage::exploring) {
    archive.count("positions", header.positions);
    archive.count("legal_positions", header.progress.legal_positions);
    archive.count("edges", header.progress.edges);
    archive.flag("repeated_moves", header.metadata.counts_repeated_moves, false);
    archive.count("next_distance", header.progress.next_distance_plies);
    archive.count("waves", header.progress.waves);
    archive.optional_count("max_margin", header.max_margin);
    if (header.max_margin) archive.count("margin", header.margin);
  } else {
    archive.count("closed", header.closed);
    archive.count("open", header.open);
  }
  archive.hex("digest", header.digest);
}

/// An error message: solvers that save entries do not support margins over 1.
inline constexpr const char* margins_of_entries = "entries with margins above 1 are not supported in a checkpoint";

/// Returns a message if the numbers contradict each other or are too large.
[[nodiscard]] std::optional<std::string> find_error(const checkpoint_header& header);

/// The description of a list in the digest.
struct digested_list {
  std::string_view name;
  std::uint64_t element_bytes;
};

/// Returns the contribution of the attributes, and of the names and widths of the lists, to the digest.
[[nodiscard]] std::uint64_t digest_of_header(const checkpoint_header& header,
                                             std::initializer_list<digested_list> lists);

}  // namespace zermelo::storage
