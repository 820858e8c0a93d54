// SPDX-License-Identifier: MIT
// Another author's program with its own games, two of which can violate the contract, for command-line tests.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/cli/run.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game_module.hpp>

namespace mygames {

using zermelo::parameter;
using zermelo::parameter_type;
using zermelo::parameter_values;
using zermelo::player;
using zermelo::position;
using zermelo::result;
using zermelo::yes_or_no;

inline std::vector<parameter> parameters_of_a_heap(std::vector<std::string> lies) {
  lies.insert(lies.begin(), "nothing");
  return {{.name = "counters",
           .type = parameter_type::integer,
           .help = "On the heap",
           .default_value = "20",
           .minimum = 1,
           .maximum = 1e8},
          {.name = "lie",
           .type = parameter_type::choice,
           .help = "Which part of the contract is violated",
           .default_value = "nothing",
           .choices = std::move(lies)}};
}

struct heap_state {
  std::int64_t counters = 0;
  player to_move = player::first;
  friend bool operator==(const heap_state&, const heap_state&) = default;
};

/// Players take one to three counters; a player without a legal move loses.
class heap {
 public:
  using state = heap_state;

  explicit heap(const parameter_values& values) : m_counters(values.integer("counters")), m_lie(values.text("lie")) {}

  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  [[nodiscard]] state start() const { return {m_counters, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for (std::int64_t taken = 1; taken <= 3 && taken <= s.counters; ++taken) {
      f(state{s.counters - taken, opponent(s.to_move)});
    }
  }

 protected:
  [[nodiscard]] bool lies(std::string_view about) const { return m_lie == about; }
  std::int64_t m_counters;

 private:
  std::string m_lie;
};

class ranked_heap : public heap {
 public:
  using heap::heap;
  static std::string_view name() { return "ranked_heap"; }
  static std::string_view summary() { return "a heap of counters, numbered"; }
  static std::vector<parameter> parameters() { return parameters_of_a_heap({"predecessors"}); }

  [[nodiscard]] position num_positions() const { return 2 * static_cast<position>(m_counters + 1); }
  [[nodiscard]] position rank(const state& s) const {
    return 2 * static_cast<position>(s.counters) + index_of(s.to_move);
  }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<std::int64_t>(p / 2), static_cast<player>(p % 2)};
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    const std::int64_t most = lies("predecessors") ? 2 : 3;
    for (std::int64_t taken = 1; taken <= most && s.counters + taken <= m_counters; ++taken) {
      f(state{s.counters + taken, opponent(s.to_move)});
    }
  }
  /// The number of counters to take for a win; nothing if no move wins.
  template <class EntryOf>
  [[nodiscard]] std::optional<int> answer(const state& s, const zermelo::game_result&, const EntryOf& entry) const {
    for (int taken = 1; taken <= 3 && taken <= s.counters; ++taken) {
      if (entry(state{s.counters - taken, opponent(s.to_move)}).outcome == zermelo::outcome::loss) return taken;
    }
    return std::nullopt;
  }
};

struct heaps_state {
  std::uint32_t heap = 0;
  std::int64_t counters = 0;
  player to_move = player::first;
  friend bool operator==(const heaps_state&, const heaps_state&) = default;
};

/// A game in one of several separate heaps, each of which is a slice.
class heaps_apart {
 public:
  using state = heaps_state;
  static std::string_view name() { return "heaps_apart"; }
  static std::string_view summary() { return "one of several heaps, a slice each"; }
  static std::vector<parameter> parameters() {
    std::vector<parameter> all = parameters_of_a_heap({"predecessors", "moves"});
    all.push_back({.name = "heaps", .type = parameter_type::integer, .help = "", .default_value = "6", .minimum = 1});
    all.push_back({.name = "where",
                   .type = parameter_type::integer,
                   .help = "The heap where the contract is violated; moves fail there",
                   .default_value = "0",
                   .minimum = 0});
    return all;
  }
  explicit heaps_apart(const parameter_values& values)
      : m_counters(values.integer("counters")),
        m_num_heaps(static_cast<std::uint32_t>(values.integer("heaps"))),
        m_lie(values.text("lie")),
        m_where(static_cast<std::uint32_t>(values.integer("where"))) {}

  [[nodiscard]] position num_positions() const { return m_num_heaps * size_of_heap(); }
  [[nodiscard]] position rank(const state& s) const {
    return s.heap * size_of_heap() + 2 * static_cast<position>(s.counters) + index_of(s.to_move);
  }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<std::uint32_t>(p / size_of_heap()), static_cast<std::int64_t>(p % size_of_heap() / 2),
            static_cast<player>(p % 2)};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  [[nodiscard]] state start() const { return {0, m_counters, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    // Fails in one state only, which no sample contains.
    if (lies("moves", s) && s.counters == 1234) throw zermelo::input_error("heap " + std::to_string(s.heap) + " fails");
    for (std::int64_t taken = 1; taken <= 3 && taken <= s.counters; ++taken) {
      f(state{s.heap, s.counters - taken, opponent(s.to_move)});
    }
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    const std::int64_t most = lies("predecessors", s) ? 2 : 3;
    for (std::int64_t taken = 1; taken <= most && s.counters + taken <= m_counters; ++taken) {
      f(state{s.heap, s.counters + taken, opponent(s.to_move)});
    }
  }
  [[nodiscard]] std::vector<zermelo::slice> slices() const {
    std::vector<zermelo::slice> all;
    for (std::uint32_t heap = 0; heap < m_num_heaps; ++heap) {
      all.push_back({"heap-" + std::to_string(heap), size_of_heap(), {heap}, {{"heap", heap}}});
    }
    return all;
  }

 private:
  [[nodiscard]] position size_of_heap() const { return 2 * static_cast<position>(m_counters + 1); }
  [[nodiscard]] bool lies(std::string_view about, const state& s) const { return s.heap == m_where && m_lie == about; }

  std::int64_t m_counters;
  std::uint32_t m_num_heaps;
  std::string m_lie;
  std::uint32_t m_where;
};

class unranked_heap : public heap {
 public:
  using heap::heap;
  static std::string_view name() { return "unranked_heap"; }
  static std::string_view summary() { return "the same, explored"; }
  static std::vector<parameter> parameters() { return parameters_of_a_heap({"unpack", "parse"}); }

  [[nodiscard]] std::uint64_t pack(const state& s) const {
    return 2 * static_cast<std::uint64_t>(s.counters) + index_of(s.to_move);
  }
  [[nodiscard]] state unpack(std::uint64_t key) const {
    return {static_cast<std::int64_t>(key / 2), lies("unpack") ? player::first : static_cast<player>(key % 2)};
  }
  [[nodiscard]] std::string format(const state& s) const {
    return (s.to_move == player::first ? "turn=first counters=" : "turn=second counters=") + std::to_string(s.counters);
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = zermelo::parse_fields(text, {"turn", "counters"});
    if (lies("parse")) throw zermelo::input_error("counters: not today");
    return {std::stoll(fields.at("counters")), fields.at("turn") == "first" ? player::first : player::second};
  }
};

struct row_state {
  std::uint32_t pins = 0;
  player to_move = player::first;
  friend bool operator==(const row_state&, const row_state&) = default;
};

/// Kayles (Dudeney, "The Canterbury Puzzles", 1907): a ball knocks out one pin or two neighbouring ones; a player
/// without a legal move loses. A row equals its mirror image. Rows are grouped by the number of standing pins.
class row_of_pins {
 public:
  using state = row_state;
  static std::string_view name() { return "row_of_pins"; }
  static std::string_view summary() { return "Kayles, reduced by its symmetry"; }
  static std::vector<parameter> parameters() {
    return {{.name = "pins",
             .type = parameter_type::integer,
             .help = "In the row",
             .default_value = "7",
             .minimum = 1,
             .maximum = 24},
            yes_or_no("names", "Of groups; without them their hook fails", "yes")};
  }
  explicit row_of_pins(const parameter_values& values)
      : m_pins(static_cast<unsigned>(values.integer("pins"))), m_has_names(values.is_yes("names")) {}

  [[nodiscard]] position num_positions() const { return position{2} << m_pins; }
  [[nodiscard]] position rank(const state& s) const { return 2 * position{s.pins} + index_of(s.to_move); }
  [[nodiscard]] state unrank(position p) const {
    return {static_cast<std::uint32_t>(p / 2), static_cast<player>(p % 2)};
  }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state&) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  [[nodiscard]] state start() const { return {(std::uint32_t{1} << m_pins) - 1, player::first}; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    for_each_ball([&](std::uint32_t hit) {
      if ((s.pins & hit) == hit) f(state{s.pins & ~hit, opponent(s.to_move)});
    });
  }
  template <class Callback>
  void for_each_predecessor(const state& s, const Callback& f) const {
    for_each_ball([&](std::uint32_t hit) {
      if ((s.pins & hit) == 0) f(state{s.pins | hit, opponent(s.to_move)});
    });
  }
  [[nodiscard]] state canonical(const state& s) const { return {std::min(s.pins, mirror_image(s.pins)), s.to_move}; }
  [[nodiscard]] std::uint64_t orbit_size(const state& s) const { return s.pins == mirror_image(s.pins) ? 1 : 2; }
  [[nodiscard]] std::uint32_t group_of(const state& s) const {
    return static_cast<std::uint32_t>(std::popcount(s.pins));
  }
  [[nodiscard]] std::string group_name(std::uint32_t group) const {
    if (!m_has_names) throw std::out_of_range("no name for " + std::to_string(group));
    return std::to_string(group) + " pins";
  }

 private:
  template <class Callback>
  void for_each_ball(const Callback& f) const {
    for (unsigned pin = 0; pin < m_pins; ++pin) f(std::uint32_t{1} << pin);
    for (unsigned pin = 0; pin + 1 < m_pins; ++pin) f(std::uint32_t{3} << pin);
  }
  [[nodiscard]] std::uint32_t mirror_image(std::uint32_t pins) const {
    std::uint32_t image = 0;
    for (unsigned pin = 0; pin < m_pins; ++pin) image |= (pins >> pin & 1U) << (m_pins - 1 - pin);
    return image;
  }
  unsigned m_pins;
  bool m_has_names;
};

/// The same game without a ranking, with positions relative to the player to move.
class seen_row {
 public:
  using state = std::uint32_t;
  static constexpr bool is_relative = true;
  static std::string_view name() { return "seen_row"; }
  static std::string_view summary() { return "Kayles, seen by the player to move"; }
  static std::vector<parameter> parameters() { return row_of_pins::parameters(); }
  explicit seen_row(const parameter_values& values) : m_row(values) {}

  [[nodiscard]] std::optional<result> terminal(state) const { return std::nullopt; }
  [[nodiscard]] result no_moves(state) const { return result::won_by(player::second); }
  [[nodiscard]] state start() const { return m_row.start().pins; }
  template <class Callback>
  void for_each_successor(state s, const Callback& f) const {
    m_row.for_each_successor({s, player::first}, [&f](const row_state& to) { f(to.pins); });
  }
  [[nodiscard]] state canonical(state s) const { return m_row.canonical({s, player::first}).pins; }
  [[nodiscard]] std::uint64_t orbit_size(state s) const { return m_row.orbit_size({s, player::first}); }
  [[nodiscard]] std::uint32_t group_of(state s) const { return m_row.group_of({s, player::first}); }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return m_row.group_name(group); }
  [[nodiscard]] std::uint64_t pack(state s) const { return s; }
  [[nodiscard]] state unpack(std::uint64_t key) const { return static_cast<state>(key & start()); }

 private:
  row_of_pins m_row;
};

constexpr auto catalog = zermelo::make_catalog<heaps_apart, ranked_heap, row_of_pins, seen_row, unranked_heap>;

}  // namespace mygames

template zermelo::game_entry zermelo::entry_of<mygames::heaps_apart>();
template zermelo::game_entry zermelo::entry_of<mygames::ranked_heap>();
template zermelo::game_entry zermelo::entry_of<mygames::row_of_pins>();
template zermelo::game_entry zermelo::entry_of<mygames::seen_row>();
template zermelo::game_entry zermelo::entry_of<mygames::unranked_heap>();

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, mygames::catalog(), {.name = "mygames", .version = "1.2"});
}
