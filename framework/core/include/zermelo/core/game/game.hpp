// SPDX-License-Identifier: MIT
// What a game module is: a value type whose author writes rules on a readable `state`. Its members that the framework
// calls are hooks; hooks.inc is the whole contract, hook by hook. A game that can be named on the command line has also
// the members of the concept CatalogGame below.
//
// A hook that is there by name but cannot be called as stated is a compile error (check_hooks.hpp), never a silent
// fallback (fallbacks.hpp). So is a member whose name is nearly that of a hook which the game lacks, such as
// `predecessors`, unless the game says that it is no hook: static constexpr std::string_view not_hooks =
// "predecessors";
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/any_callback.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/axis.hpp>
#include <zermelo/core/game/game_board.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

struct product_form;

namespace detail {

/// A callback for pairs of a walker's place and how play has ended there.
struct any_end_callback {
  void operator()(std::uint32_t, const result&) const noexcept {}
};

/// A reader of entries, by state.
struct any_entry_of {
  template <class State>
  position_value operator()(const State&) const {
    return {};
  }
};

}  // namespace detail

#define ZERMELO_CONCEPT(name, ...) \
  template <class G>               \
  concept name = __VA_ARGS__;
#include <zermelo/core/game/hooks.inc>

/// The required hooks.
template <class G>
concept Game = std::regular<typename G::state> && (HasPlayerToMove<G> || SeenByMover<G>) && HasTerminal<G> &&
               HasSuccessors<G> && HasNoMoves<G>;

/// A game that can be named on the command line: by one word, with a summary of one line. It is built from the values
/// of its parameters; the constructor throws input_error for values that make no instance.
template <class G>
concept CatalogGame = Game<G> && std::constructible_from<G, const parameter_values&> && requires {
  { G::name() } -> std::convertible_to<std::string_view>;
  { G::summary() } -> std::convertible_to<std::string_view>;
  { G::parameters() } -> std::same_as<std::vector<parameter>>;
};

/// A game with a dense index space.
template <class G>
concept RankedGame = Game<G> && HasRanking<G>;

}  // namespace zermelo
