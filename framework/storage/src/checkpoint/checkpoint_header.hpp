// SPDX-License-Identifier: MIT
// What a checkpoint says of itself in its attributes, and their share of its digest.
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

/// No stage of a solve is where positions are still being found.
using saved_stage = std::optional<solve_stage>;
inline constexpr vocabulary<saved_stage, 3> stage_words{
    {{"exploring", std::nullopt}, {"wins_and_losses", solve_stage::wins_and_losses}, {"ties", solve_stage::ties}}};

/// All that the attributes say.
struct checkpoint_header {
  checkpoint_metadata metadata;
  saved_stage stage;
  // Of a solve.
  std::uint64_t positions = 0;
  solve_milestone milestone;  ///< but for its stage
  // Of an exploration.
  std::uint64_t closed = 0;
  std::uint64_t open = 0;

  std::uint64_t digest = 0;
};

/// The attributes of format versions 2, which had no explorations, and 3. `Header` is const for a writer.
template <class Archive, class Header>
void exchange_header(Archive&& archive, Header& head) {
  archive.text("game", head.metadata.game);
  archive.parameters(head.metadata.parameters);
  archive.word("stage", head.stage, stage_words);
  if (head.stage) {
    archive.count("positions", head.positions);
    archive.count("legal_positions", head.milestone.legal_positions);
    archive.count("edges", head.milestone.edges);
    archive.count("next_distance", head.milestone.next_distance_plies);
    archive.count("waves", head.milestone.waves);
  } else {
    archive.count("closed", head.closed);
    archive.count("open", head.open);
  }
  archive.hex("digest", head.digest);
}

/// What is wrong with the numbers, if anything is.
[[nodiscard]] std::optional<std::string> find_fault(const checkpoint_header& head);

/// A list of the file: its name, and the bytes of one of its elements.
struct list_digest {
  std::string_view name;
  std::uint64_t element_bytes;
};

/// The share of the attributes, and of the lists' names and widths, in the digest.
[[nodiscard]] std::uint64_t digest_of_header(const checkpoint_header& head, std::initializer_list<list_digest> lists);

}  // namespace zermelo::storage
