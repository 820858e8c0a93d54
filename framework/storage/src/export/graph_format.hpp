// SPDX-License-Identifier: MIT
// Constants for the writer and the reader of graph files, which framework/docs/format.md describes.
#pragma once

#include <optional>

#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/file_kind.hpp"

namespace zermelo::storage::graph_format {

inline constexpr file_kind kind{.format = "zermelo-graph",
                                .version = 1,
                                .noun = "graph",
                                .advice_without_checksums = "with h5py, write it with libver='v110'"};

// Attribute values. The first value is the default, which is not written. If a value has two keywords, the first is
// written and both can be read.
inline constexpr vocabulary<std::optional<player>, 3> infinite_play_keywords{
    {{"nobody", std::nullopt}, {"first", player::first}, {"second", player::second}}};
inline constexpr vocabulary<viewpoint, 3> seen_by_keywords{
    {{"players", viewpoint::players}, {"player_to_move", viewpoint::to_move}, {"mover", viewpoint::to_move}}};
inline constexpr vocabulary<no_moves_rule, 4> no_moves_keywords{{{"loses", no_moves_rule::loses},
                                                                 {"wins", no_moves_rule::wins},
                                                                 {"ties", no_moves_rule::ties},
                                                                 {"draws", no_moves_rule::draws}}};

}  // namespace zermelo::storage::graph_format
