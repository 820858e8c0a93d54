// SPDX-License-Identifier: MIT
// The only header that a game module needs to include: the contract of a game with its check, parameters, text and
// boards. It includes neither engines nor threads.
#pragma once

#include <zermelo/core/base/error.hpp>            // IWYU pragma: export
#include <zermelo/core/base/saturating.hpp>       // IWYU pragma: export
#include <zermelo/core/base/text.hpp>             // IWYU pragma: export
#include <zermelo/core/base/work_monitor.hpp>     // IWYU pragma: export
#include <zermelo/core/board/adjacency.hpp>       // IWYU pragma: export
#include <zermelo/core/board/grid.hpp>            // IWYU pragma: export
#include <zermelo/core/board/numbered_cells.hpp>  // IWYU pragma: export
#include <zermelo/core/board/point_set.hpp>       // IWYU pragma: export
#include <zermelo/core/board/random_graph.hpp>    // IWYU pragma: export
#include <zermelo/core/board/random_grid.hpp>     // IWYU pragma: export
#include <zermelo/core/game/axis.hpp>             // IWYU pragma: export
#include <zermelo/core/game/board_shapes.hpp>     // IWYU pragma: export
#include <zermelo/core/game/check_hooks.hpp>      // IWYU pragma: export
#include <zermelo/core/game/game.hpp>             // IWYU pragma: export
#include <zermelo/core/game/game_board.hpp>       // IWYU pragma: export
#include <zermelo/core/game/game_size.hpp>        // IWYU pragma: export
#include <zermelo/core/game/parameters.hpp>       // IWYU pragma: export
#include <zermelo/core/game/position_fields.hpp>  // IWYU pragma: export
#include <zermelo/core/game/position_text.hpp>    // IWYU pragma: export
#include <zermelo/core/game/product_game.hpp>     // IWYU pragma: export
#include <zermelo/core/value/outcome.hpp>         // IWYU pragma: export
#include <zermelo/core/value/outcome_bits.hpp>    // IWYU pragma: export
