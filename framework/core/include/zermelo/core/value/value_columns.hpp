// SPDX-License-Identifier: MIT
// The numbers that an entry contains in addition to its outcome. One type per number has its name, unit, range and
// storage. Code for files, arrays, JSON and searches iterates over `value_columns`. Code that computes the numbers, and
// text for people, use their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outcome_histogram.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The plies to the end; all ones for entries that have no distance: draws, illegal positions, and outcomes only.
struct distance_column {
  static constexpr const char* name = "distance";  ///< in datasets and arrays
  static constexpr const char* field = "plies";    ///< in reports and searches
  static constexpr const char* unit = "plies";
  static constexpr const char* meaning = "plies to the end of play";
  using narrow = std::uint16_t;
  using wide = std::uint32_t;
  static constexpr bool may_lack_number = true;
  static constexpr bool is_for_points = false;  ///< whether only games for points have the numbers

  [[nodiscard]] static constexpr std::uint32_t number(position_value entry) noexcept { return entry.distance_plies; }
  [[nodiscard]] static constexpr bool has_number(position_value entry) noexcept {
    return entry.distance_plies != no_distance;
  }
  static constexpr void set(position_value& entry, std::uint32_t number) noexcept {
    entry.distance_plies = has_distance(static_cast<std::uint8_t>(entry.outcome)) ? number : no_distance;
  }
  /// The number of distances for which a table must have space to store this one: distance + 1, which wraps to 0 for
  /// `no_distance`.
  [[nodiscard]] static constexpr std::uint32_t extent(std::uint32_t number) noexcept { return number + 1; }
  [[nodiscard]] static std::uint64_t extent(const outcome_histogram& of) noexcept { return of.by_distance.size(); }
  [[nodiscard]] static std::uint64_t extent(const solution_entries& of) {
    return of.distance_bound() + std::uint64_t{1};
  }
  /// The greatest extent of narrow numbers.
  static constexpr std::uint64_t narrow_extent = std::numeric_limits<narrow>::max();

  /// Whether an entry may have this outcome and number if extents are at most `extent`. Computed in the number's type
  /// and without a branch, so that the calling loop is vectorized; otherwise these checks would take a fifth of the
  /// time of reading a chunk.
  template <class Number>
  [[nodiscard]] static constexpr bool is_possible(std::uint8_t code, Number distance, Number extent) noexcept {
    constexpr Number none = std::numeric_limits<Number>::max();
    const Number wide_code = code;
    constexpr auto illegal = static_cast<Number>(outcome::illegal);
    constexpr auto draw = static_cast<Number>(outcome::draw);
    const bool needs_no_distance = (wide_code == illegal) | (wide_code == draw);
    return (has_distance(wide_code) & (distance < extent)) | (needs_no_distance & (distance == none));
  }

 private:
  /// The outcomes whose entries have a distance are consecutive: win, loss and tie. Computed in the type `Code`.
  template <class Code>
  [[nodiscard]] static constexpr bool has_distance(Code code) noexcept {
    constexpr auto first = static_cast<std::uint8_t>(outcome::win);
    constexpr auto last = static_cast<std::uint8_t>(outcome::tie);
    static_assert(last - first == 2 && static_cast<std::uint8_t>(outcome::loss) == first + 1);
    return static_cast<Code>(code - first) <= last - first;
  }
};

/// In games for points, the points of the player to move minus those of the opponent: positive in a win, negative in a
/// loss, otherwise 0.
struct margin_column {
  static constexpr const char* name = "margin";
  static constexpr const char* field = "margin";
  static constexpr const char* unit = "points";
  static constexpr const char* meaning = "points that the player to move gets more than the opponent";
  using narrow = std::int8_t;
  using wide = std::int16_t;
  static constexpr bool may_lack_number = false;
  static constexpr bool is_for_points = true;

  [[nodiscard]] static constexpr int number(position_value entry) noexcept { return entry.margin(); }
  [[nodiscard]] static constexpr bool has_number(position_value /*entry*/) noexcept { return true; }
  static constexpr void set(position_value& entry, int margin) noexcept {
    entry.extra_points = static_cast<std::uint16_t>(margin == 0 ? 0 : extent(margin) - 1);
  }
  /// The absolute number of points.
  [[nodiscard]] static constexpr std::uint32_t extent(int margin) noexcept {
    return static_cast<std::uint32_t>(margin < 0 ? -margin : margin);
  }
  [[nodiscard]] static std::uint64_t extent(const outcome_histogram& of) noexcept { return of.max_margin(); }
  [[nodiscard]] static std::uint64_t extent(const solution_entries& of) { return of.margin_bound(); }
  static constexpr std::uint64_t narrow_extent = std::numeric_limits<narrow>::max();

  template <class Number>
  [[nodiscard]] static constexpr bool is_possible(std::uint8_t code, Number margin, Number extent) noexcept {
    const bool is_win = code == static_cast<std::uint8_t>(outcome::win);
    const bool is_loss = code == static_cast<std::uint8_t>(outcome::loss);
    return (is_win == (margin > 0)) & (is_loss == (margin < 0)) & (margin <= extent) & (margin >= -extent);
  }
};

using value_columns = std::tuple<distance_column, margin_column>;
inline constexpr std::size_t num_value_columns = std::tuple_size_v<value_columns>;

template <std::size_t Index>
using value_column = std::tuple_element_t<Index, value_columns>;

namespace detail {
template <template <class> class Of, class Columns>
struct each_column;
template <template <class> class Of, class... Columns>
struct each_column<Of, std::tuple<Columns...>> {
  using type = std::tuple<Of<Columns>...>;
};
}  // namespace detail

/// An `Of<Column>` for each column.
template <template <class> class Of>
using of_each_column = typename detail::each_column<Of, value_columns>::type;

/// Calls f(std::integral_constant<std::size_t, index>) for each column, in order.
template <class F>
constexpr void for_each_value_column(F&& f) {
  [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
    (f(std::integral_constant<std::size_t, Indices>()), ...);
  }(std::make_index_sequence<num_value_columns>());
}

}  // namespace zermelo
