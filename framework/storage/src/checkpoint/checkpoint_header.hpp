// SPDX-License-Identifier: MIT
// The attributes of a checkpoint, and their share of its digest.
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

inline constexpr file_kind checkpoint_kind{
    "zermelo-checkpoint", 3, "checkpoint",
    "remove it and solve from the start, or go on with the program that wrote it", 2};
inline constexpr const char* words_dataset = "words";
inline constexpr const char* entries_dataset = "entries";

/// The stage of a solve; nothing: an exploration.
using saved_stage = std::optional<solve_stage>;
inline constexpr vocabulary<saved_stage, 3> stage_words{
    {{"exploring", std::nullopt}, {"wins_and_losses", plain_stage::wins_and_losses}, {"ties", plain_stage::ties}}};

struct checkpoint_header {
  checkpoint_metadata metadata{};
  saved_stage stage{};
  // Of a solve.
  std::uint64_t positions = 0;
  solve_milestone milestone{};  ///< its stage is `stage`
  // Of an exploration.
  std::uint64_t closed = 0;  ///< positions that have been expanded
  std::uint64_t open = 0;    ///< positions that have been found, but not expanded
  std::uint64_t digest = 0;
};

/// The attributes of format versions 2, which has no explorations, and 3. Writers pass a const header.
template <class Archive, class Header>
void exchange_header(Archive&& archive, Header& header) {
  archive.text("game", header.metadata.game);
  archive.parameters(header.metadata.parameters);
  archive.word("stage", header.stage, stage_words);
  if (header.stage) {
    archive.count("positions", header.positions);
    archive.count("legal_positions", header.milestone.legal_positions);
    archive.count("edges", header.milestone.edges);
    archive.count("next_distance", header.milestone.next_distance_plies);
    archive.count("waves", header.milestone.waves);
  } else {
    archive.count("closed", header.closed);
    archive.count("open", header.open);
  }
  archive.hex("digest", header.digest);
}

/// A message if the numbers contradict each other or are too large.
[[nodiscard]] std::optional<std::string> find_fault(const checkpoint_header& header);

/// A list of the file, as the digest names it.
struct digested_list {
  std::string_view name;
  std::uint64_t element_bytes;
};

/// The share of the attributes, and of the names and widths of the lists, in the digest.
[[nodiscard]] std::uint64_t digest_of_header(const checkpoint_header& header,
                                             std::initializer_list<digested_list> lists);

}  // namespace zermelo::storage
