// SPDX-License-Identifier: MIT
// A program of somebody else's, with two games of its own, which lie if they are asked to: for tests of what the
// command line makes of it.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <zermelo/cli/run.hpp>
#include <zermelo/core/game_module.hpp>
#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/game_model.hpp>

namespace mygames {

using zermelo::parameter;
using zermelo::parameter_type;
using zermelo::parameter_values;
using zermelo::player;
using zermelo::position;
using zermelo::result;

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
           .help = "What is not so",
           .default_value = "nothing",
           .choices = std::move(lies)}};
}

struct heap_state {
  std::int64_t counters = 0;
  player to_move = player::first;
  friend bool operator==(const heap_state&, const heap_state&) = default;
};

/// Take one to three counters; who cannot has lost.
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

constexpr auto catalog = zermelo::experiment::make_catalog<ranked_heap, unranked_heap>;

}  // namespace mygames

template zermelo::experiment::game_entry zermelo::experiment::entry_of<mygames::ranked_heap>();
template zermelo::experiment::game_entry zermelo::experiment::entry_of<mygames::unranked_heap>();

int main(int argc, char** argv) {
  return zermelo::cli::run(argc, argv, mygames::catalog(), {.name = "mygames", .version = "1.2"});
}
