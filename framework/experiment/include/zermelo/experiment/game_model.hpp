// SPDX-License-Identifier: MIT
// A game module behind the interface `any_game`. Only a game's own <name>.cpp includes this header, and says
//
//   template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::mnk>();
//
// or, where a published solution comes with the game, makes it an explicit specialization that says
//
//   return describe_game(a_baseline_of_the_game);
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/list.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/core/positions/state_signature.hpp>
#include <zermelo/core/positions/take_census.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/slice_game.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/core/verify/verify_group.hpp>
#include <zermelo/core/verify/verify_outcomes.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/any_game.hpp>
#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/compiled_once.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/phase_clock.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/experiment/sampled_time.hpp>
#include <zermelo/experiment/tie_guard.hpp>

namespace zermelo::experiment {

/// A game of the catalog, or a group of slices of one.
/// @tparam Engines those that it is solved with
template <zermelo::Game Game, class Engines = engine_list>
class game_model final : public any_game {
  using ranked = ranked_form<Game>;
  static constexpr bool is_explored = ExploredGame<ranked>;
  static constexpr bool has_slices_of_keys = is_explored && HasSlices<ranked>;

 public:
  /// @param published must outlive the model; null: none
  /// @param size  of a game that says it beforehand; else nothing is known, and it counts for nothing
  explicit game_model(const parameter_values& values, const baseline<ranked>* published = nullptr,
                      const game_size& size = {}, const work_monitor& monitor = work_monitor())
      : m_parameters(values), m_game(build_game<Game>(values, monitor)), m_published(published), m_size(size) {
    if constexpr (ProductGame<Game>) m_turns = m_game.product().turns;
  }

  /// A group of slices. @param size  of the game and of the entries that the group needs
  game_model(const parameter_values& values, Game part, const game_size& size)
    requires LeadsOutside<Game>
      : m_parameters(values), m_game(std::move(part)), m_published(nullptr), m_size(size) {}

  [[nodiscard]] std::string_view name() const override { return Game::name(); }
  [[nodiscard]] const parameter_values& parameters() const override { return m_parameters; }
  [[nodiscard]] std::array<std::string, 2> player_names() const override {
    return {player_name_of(m_game, player::first), player_name_of(m_game, player::second)};
  }
  [[nodiscard]] reading_rules rules() const override { return reading_rules_of(m_game); }
  [[nodiscard]] std::vector<hook_status> hooks() const override { return list_hooks<Game>(); }

  [[nodiscard]] bool is_numbered() const override {
    if constexpr (is_explored) return m_game.is_numbered();
    return true;
  }
  [[nodiscard]] std::shared_ptr<const position_keys> keys() const override {
    if constexpr (is_explored) return m_game.keys();
    return nullptr;
  }
  void explore(const explore_request& request, solve_visitor& visitor) override {
    if constexpr (is_explored) {
      if (m_game.is_numbered()) return;
      if (request.saved != nullptr) expect_width(request.saved->width);
      const solve_options& solve = request.solve;
      const std::uint64_t limit = solve.memory_limit_bytes != 0 ? solve.memory_limit_bytes : available_memory_bytes();
      // Only the stored graph is built from what exploring has kept.
      const bool is_of_use = request.keeps_moves && request.saved == nullptr &&
                             (!solve.engine || solve.engine->name() == explicit_engine::info.name);
      explore_options how;
      how.threads = solve.threads;
      how.moves = is_of_use ? moves_are::kept : moves_are::forgotten;
      how.watch = [&](const exploration_size& size) {
        if (size.positions > request.most_positions) {
          throw resource_error(fmt::format("more than {} positions", request.most_positions));
        }
        return watch_exploring(size, solve, is_of_use, limit);
      };
      how.at_rest = request.at_rest;
      const exploration_size size = m_game.explore(how, visitor, request.saved);
      const bool keeps = m_game.moves() != nullptr;
      m_size = {size.positions, key_bytes(size.positions), 0};
      m_kept_bytes = keeps ? saturating_number(size.kept_bytes()) : 0;
      m_size.bytes_to_build = saturating_number(size.exploring_bytes(keeps ? moves_are::kept : moves_are::forgotten));
    }
  }
  void number_by(const std::shared_ptr<const position_keys>& keys) override {
    if constexpr (is_explored) {
      expect_width(keys->width());
      const std::uint64_t positions = keys->size();
      m_game.number_by(keys);
      m_size = {positions, key_bytes(positions), 0};
      (void)start();
    } else {
      any_game::number_by(keys);
    }
  }
  void hold_keys(unsigned threads, work_monitor& monitor) const override {
    if constexpr (is_explored) {
      if (!m_game.holds_keys()) require_memory("holding the keys", key_bytes(num_positions()));
      m_game.hold_keys(threads, monitor);
    }
  }
  [[nodiscard]] std::uint64_t rules_digest(std::span<const wide_key> keys) const override {
    if constexpr (is_explored) return zermelo::rules_digest(m_game, keys);
    return 0;
  }

  [[nodiscard]] position num_positions() const override { return m_game.num_positions(); }
  [[nodiscard]] std::vector<axis> axes() const override {
    if constexpr (is_explored) {
      constexpr position any = std::numeric_limits<position>::max();
      if (!m_game.is_numbered()) return {axis{"position", any, {}, {}}};
    }
    return axes_of(m_game);
  }
  [[nodiscard]] std::optional<position> start() const override {
    if constexpr (HasStart<Game>) return index_of_state(m_game.start());
    return m_chosen_start;
  }
  [[nodiscard]] bool chooses_start() const override { return HasChosenStart<Game>; }
  void choose_start(const solution_entries& values, work_monitor& monitor) override {
    if constexpr (HasChosenStart<Game>) {
      monitor.phase("start", 0);
      entry_reader entries(values);
      std::uint64_t read = 0;
      m_chosen_start = index_of_state(m_game.start([&](const typename Game::state& s) -> position_value {
        constexpr std::uint64_t check_every = 4096;
        if (++read % check_every == 0) {
          monitor.check_stop();
          monitor.advance(check_every);
        }
        return entries[index_of_state(s)];
      }));
    }
  }
  void start_at(position p) override {
    if constexpr (HasChosenStart<Game>) m_chosen_start = p;
  }

  [[nodiscard]] bool is_legal(position p) const override { return graph().label(p).is_legal; }
  [[nodiscard]] viewpoint seen_by() const override { return viewpoint_of_game<ranked>; }
  [[nodiscard]] player player_to_move(position p) const override { return player_to_move_of(m_game, m_game.unrank(p)); }
  [[nodiscard]] owned_run run_at(position p) const override {
    if constexpr (ProductGame<Game>) {
      if (!m_turns.empty()) {
        const position in_turn = num_positions() / m_turns.size();
        const std::size_t turn = p / in_turn;
        return {m_turns[turn], (turn + 1) * in_turn};
      }
    }
    if constexpr (SeenByMover<ranked>) return {player::first, num_positions()};
    if constexpr (is_explored) return {player_to_move(p), p + 1};
    return any_game::run_at(p);
  }
  [[nodiscard]] std::optional<result> end(position p) const override {
    const position_label label = graph().label(p);
    if (label.terminal || graph().num_successors(p) > 0) return label.terminal;
    return graph().no_moves(p);
  }
  [[nodiscard]] std::vector<position> successors(position p) const override {
    std::vector<position> found;
    graph().for_each_successor(p, [&found](position to) { found.push_back(to); });
    return found;
  }
  [[nodiscard]] std::string format(position p) const override { return format_of(m_game, m_game.unrank(p)); }
  [[nodiscard]] std::string drawing(position p) const override {
    if constexpr (HasDrawing<Game>) return m_game.drawing(m_game.unrank(p));
    return format(p);
  }
  [[nodiscard]] position parse(std::string_view text) const override {
    const position p = parse_index(text);
    if (!is_legal(p)) throw input_error(fmt::format("position: '{}' is not a legal position", text));
    return p;
  }
  [[nodiscard]] std::optional<answer_value> answer(const verdict& v) const override {
    if constexpr (HasAnswer<Game>) return answer_value(m_game.answer(v));
    return std::nullopt;
  }
  [[nodiscard]] std::optional<answer_value> answer_at(position p, const verdict& v,
                                                      const value_lookup& values) const override {
    if constexpr (HasAnswerFromEntries<Game>) {
      const std::optional<int> found = m_game.answer(m_game.unrank(p), v, entry_of(values));
      return found ? std::optional<answer_value>(*found) : std::nullopt;
    }
    return answer(v);
  }

  [[nodiscard]] std::vector<slice> slices() const override {
    if constexpr (HasSlices<ranked>) return m_game.slices();
    return {};
  }
  [[nodiscard]] keys_in_slice start_in_slice() const override {
    if constexpr (has_slices_of_keys) return zermelo::start_in_slice(static_cast<const Game&>(m_game));
    return any_game::start_in_slice();
  }
  [[nodiscard]] explored_group explore_group(const slice_group& group, const std::vector<keys_in_slice>& entered,
                                             const solve_options& options, solve_visitor& visitor) const override {
    if constexpr (has_slices_of_keys) {
      const std::uint64_t limit =
          options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_memory_bytes();
      explore_group_options how;
      how.threads = options.threads;
      constexpr std::uint64_t share_of_copies = 4;
      how.most_bytes = std::min(how.most_bytes, limit / share_of_copies);
      how.inside.watch = [limit](const exploration_size& size) {
        const std::uint64_t bytes =
            saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves_are::forgotten)));
        if (bytes <= limit) return moves_are::forgotten;
        throw resource_error(
            fmt::format("{} positions found, {} of them still to be looked at: they take about {}, of {}",
                        size.positions, size.open, format_bytes(bytes), format_bytes(limit)));
      };
      return zermelo::explore_group(static_cast<const Game&>(m_game), m_game.slices(), group, entered, how, visitor);
    }
    return any_game::explore_group(group, entered, options, visitor);
  }
  void number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) override {
    if constexpr (has_slices_of_keys) {
      for (const auto& one : keys) {
        if (one != nullptr) expect_width(one->width());
      }
      m_game.number_by_slices(keys);
      m_size = {m_game.num_positions(), 0, 0};
      (void)start();
    } else {
      any_game::number_by_slices(keys);
    }
  }
  void hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) const override {
    if constexpr (has_slices_of_keys) {
      m_game.hold_slices(slices, threads, monitor);
    }
  }
  [[nodiscard]] std::shared_ptr<const position_keys> keys_of_slice(std::uint32_t slice) const override {
    if constexpr (has_slices_of_keys) return m_game.keys_of_slice(slice);
    return nullptr;
  }
  void replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) const override {
    if constexpr (has_slices_of_keys) m_game.replace_keys(slice, std::move(keys));
  }
  [[nodiscard]] std::unique_ptr<any_game> game_of_group(
      const slice_group& group, const std::shared_ptr<const joined_entries>& finished) const override {
    if constexpr (HasSlices<ranked>) {
      game_size size = m_size;
      if constexpr (has_slices_of_keys) size.bytes = key_bytes(m_game.num_keys_held());
      size.bytes = saturating_sum(size.bytes, finished->bytes_in_memory());
      const slice_numbers numbers(m_game.slices(), group);
      return std::make_unique<game_model<slice_game<ranked>, Engines>>(
          m_parameters, slice_game<ranked>(m_game, numbers, finished), size);
    } else {
      return any_game::game_of_group(group, finished);
    }
  }

  [[nodiscard]] settled_outcomes settle_outcomes(std::uint32_t slice, std::span<const outcome_bits* const> finished,
                                                 unsigned threads, work_monitor& monitor) const override {
    if constexpr (HasSlices<ranked>) {
      return zermelo::settle_outcomes(m_game, m_game.slices(), slice, finished, threads, monitor);
    } else {
      return any_game::settle_outcomes(slice, finished, threads, monitor);
    }
  }
  [[nodiscard]] std::shared_ptr<const solution_entries> entries_of_outcomes(
      std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes) const override {
    if constexpr (HasSlices<ranked>) {
      return std::make_shared<const outcome_entries<ranked>>(m_game, first_of_slice(slice), std::move(outcomes));
    } else {
      return any_game::entries_of_outcomes(slice, std::move(outcomes));
    }
  }
  [[nodiscard]] slice_sums sum_up_outcomes(std::uint32_t slice, const outcome_bits& outcomes, unsigned threads,
                                           work_monitor& monitor) const override {
    if constexpr (HasSlices<ranked>) {
      return zermelo::sum_up_outcomes(m_game, first_of_slice(slice), outcomes, threads, monitor);
    } else {
      return any_game::sum_up_outcomes(slice, outcomes, threads, monitor);
    }
  }
  [[nodiscard]] verify_report verify_outcomes(std::uint32_t slice, const solution_entries& values,
                                              std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                              work_monitor& monitor) const override {
    if constexpr (HasSlices<ranked>) {
      return zermelo::verify_outcomes(m_game, m_game.slices(), slice, values, finished, scope, monitor);
    } else {
      return any_game::verify_outcomes(slice, values, finished, scope, monitor);
    }
  }

  [[nodiscard]] memory_plan plan(const solve_options& options) const override {
    const graph_sample sample = sample_of_game();
    memory_plan plan;
    plan.positions = sample.positions;
    plan.edges_per_position = sample.edges_per_position;
    // What the game takes is taken already, and estimates have it.
    plan.game_bytes = m_size.bytes;
    plan.limit_bytes = options.memory_limit_bytes != 0
                           ? options.memory_limit_bytes
                           : saturating_sum(available_to(options.blocks), m_size.bytes, kept_bytes());
    const engine_task<ranked> task = task_of(options);
    const std::uint64_t least = bytes_before();
    Engines::for_each([&]<class Engine>(Engine) {
      // Of the others nobody needs to hear who has not asked.
      const bool is_asked_for = options.engine && options.engine->name() == Engine::info.name;
      if (Engine::info.is_distributed != (options.blocks != nullptr) && !is_asked_for) return;
      std::string reason = why_unavailable<Engine>(task);
      engine_estimate estimate{engine(Engine::info), reason.empty(), std::move(reason), 0};
      if constexpr (EngineFor<Engine, ranked>) {
        if (estimate.available) estimate.peak_bytes = saturating_sum(m_size.bytes, Engine::peak_bytes(task, sample));
        if constexpr (requires { Engine::how(task, sample); }) estimate.how = Engine::how(task, sample);
      }
      estimate.peak_bytes = std::max({estimate.peak_bytes, least, bytes_afterwards(estimate.engine, options)});
      plan.engines.push_back(std::move(estimate));
    });
    choose_engine(plan, options.engine);
    return plan;
  }

  [[nodiscard]] block_partition cut_to_verify(std::uint64_t num_blocks) const override {
    if constexpr (LeadsOutside<Game>) {
      throw contract_error("a part of a game is for one process");
    } else {
      if constexpr (ProductGame<Game>) {
        if (!m_turns.empty()) {
          block_partition rows = product_partition(m_game.product(), num_blocks);
          if (rows.most_in_block() / 2 <= num_positions() / num_blocks) return rows;
        }
      }
      return choose_cut(m_game, num_blocks).partition;
    }
  }
  [[nodiscard]] rules_time time_rules() const override { return sampled_rules_time(m_game); }

  [[nodiscard]] solved_game solve(const solve_options& options, solve_visitor& visitor) const override {
    const engine chosen = (options.is_planned ? options.engine : plan(options).chosen).value();
    if (options.saved != nullptr && !chosen.saves()) {
      throw input_error(fmt::format("the engine '{}' cannot go on with a saved solve", chosen.name()));
    }
    phase_clock clock(visitor);
    const auto refuse = [this] {
      throw input_error(
          fmt::format("{}: a move limit cannot be read where a game has ties and infinite play is won by "
                      "{}; give move_limit=none",
                      name(), player_name_of(m_game, *rules().infinite_play)));
    };
    const bool reads_no_ties = rules().infinite_play && rules().move_limit;
    tie_guard guard(clock, reads_no_ties ? std::function<void()>(refuse) : [] {});
    engine_result found = run(chosen, options, guard);
    solved_game solved{std::move(found.values), {}};
    solve_report& report = solved.report;
    report.engine = chosen;
    report.threads = chosen.is_baseline() ? 1 : resolve_threads(options.threads);
    report.edges = found.edges ? *found.edges : count_edges(options.threads, visitor);
    report.seconds = clock.stop();
    report.summary = std::move(found.summary);
    // An engine without waves tells of no ends.
    if (reads_no_ties && report.summary.counts.tie > 0) refuse();
    return solved;
  }

  [[nodiscard]] stored_graph store_graph(unsigned threads, work_monitor& monitor) const override {
    if constexpr (LeadsOutside<Game>) {
      throw contract_error("the graph of a game is stored, not those of its parts");
    } else {
      return materialize_from<edge_source::predecessors>(graph(), {threads}, monitor);
    }
  }

  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope& scope,
                                     solve_visitor& visitor) const override {
    if constexpr (LeadsOutside<Game>) {
      return verify_group(m_game, values, scope, visitor);
    } else {
      const index_range stretch = looked_at(num_positions(), scope);
      const bool is_part = stretch.end - stretch.begin < num_positions();
      if constexpr (ProductGame<Game>) {
        if (is_part && are_rows_to_verify(stretch, scope, values.distance_bound())) {
          return verify_product(m_game, values, stretch, scope.threads, visitor);
        }
      }
      if (is_part || is_sample(num_positions(), scope)) return verify_solution(m_game, values, scope, visitor);
      hold_keys(scope.threads, visitor);
      if constexpr (ProductGame<Game>) {
        if (!m_turns.empty()) {
          const std::uint64_t bytes = verify_product_bytes(m_game.product(), values.distance_bound());
          if (bytes <= scope.memory_bytes) {
            require_memory("verifying", bytes);
            return verify_product(m_game, values, scope.threads, visitor);
          }
        }
      }
      const std::uint64_t bytes = saturating_product(num_positions(), bytes_of_entry(values.distance_bound()));
      if (values.is_in_memory() || bytes > scope.memory_bytes) return verify_solution(m_game, values, scope, visitor);
      require_memory("verifying", bytes);
      return verify_solution(m_game, load(values, scope.threads, visitor), scope, visitor);
    }
  }

  [[nodiscard]] check_report check(const check_scope& scope, work_monitor& monitor) const override {
    if constexpr (LeadsOutside<Game>) {
      throw contract_error("the game is checked, not its parts");
    } else {
      check_report found = check_game(static_cast<const Game&>(m_game), scope, monitor);
      if constexpr (HasSizeOf<Game>) {
        if (const position said = Game::size_of(m_parameters).positions; said != num_positions()) {
          found.findings.push_back(fmt::format("size_of says {} positions, num_positions {}", said, num_positions()));
        }
      }
      return found;
    }
  }

  [[nodiscard]] reachable_summary reachable(const solution_entries& values, unsigned threads,
                                            solve_visitor& visitor) const override {
    if constexpr (LeadsOutside<Game>) throw contract_error("play from the start does not stay in a part of the game");
    if (!values.is_in_memory()) return reachable(load(values, threads, visitor), threads, visitor);
    reachable_summary summary;
    for_each_reachable_from(m_game, start().value(), visitor, [&](position p) {
      ++summary.positions;
      summary.counts.add(values[p].outcome);
    });
    return summary;
  }

  [[nodiscard]] std::uint64_t state_signature(const solution_entries& values, unsigned threads,
                                              work_monitor& monitor) const override {
    hold_keys(threads, monitor);
    return zermelo::state_signature(m_game, values, threads, monitor);
  }

  [[nodiscard]] std::optional<position_census> census(const solution_entries& values, unsigned threads,
                                                      work_monitor& monitor) const override {
    if constexpr (HasGroups<ranked> || HasOrbitSize<ranked>) {
      if (HasGroups<ranked> || counts_orbits(m_game)) return take_census(m_game, values, threads, monitor);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] game_graph<ranked> graph() const { return game_graph<ranked>(m_game); }

  /// Whether a part is verified by rows: where those that its moves may reach do not take too much.
  [[nodiscard]] bool are_rows_to_verify(index_range stretch, const verify_scope& scope,
                                        std::uint32_t distance_bound) const
    requires ProductGame<Game>
  {
    if (m_turns.empty() || stretch.begin == stretch.end || is_sample(num_positions(), scope)) return false;
    const product_form form = m_game.product();
    return verify_product_bytes(form, distance_bound) <= scope.memory_bytes && are_rows_of_one_turn(form, stretch);
  }

  [[nodiscard]] position first_of_slice(std::uint32_t number) const
    requires HasSlices<ranked>
  {
    position first = 0;
    const std::vector<slice> slices = m_game.slices();
    for (std::uint32_t s = 0; s < number; ++s) first += slices[s].size;
    return first;
  }
  [[nodiscard]] position index_of_state(const typename Game::state& s) const {
    return m_game.rank(representative_of(m_game, s));
  }

  /// What the author's hooks read entries with.
  [[nodiscard]] auto entry_of(const value_lookup& values) const {
    return [this, &values](const typename Game::state& s) { return values(index_of_state(s)); };
  }

  [[nodiscard]] position parse_index(std::string_view text) const {
    if constexpr (HasText<Game>) {
      const auto s = m_game.parse(text);
      expect_legal(text, s);
      return index_of_state(s);
    } else {
      const std::string word = parse_fields(text, {"position"}).find("position")->second;
      const auto index = parse_number<position>(word);
      if (!index || *index >= num_positions()) {
        throw input_error(fmt::format("position: '{}' is not an index from 0 to {}", word, num_positions() - 1));
      }
      expect_legal(text, m_game.unrank(*index));
      return *index;
    }
  }
  /// @throws input_error with the rule that the state breaks, if the game tells
  void expect_legal(std::string_view text, const typename Game::state& s) const {
    if constexpr (HasWhyIllegal<Game>) {
      if (const auto why = m_game.why_illegal(s)) {
        throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
      }
    }
  }

  [[nodiscard]] engine_task<ranked> task_of(const solve_options& options) const {
    return {m_game, m_published, options.threads, options.saves || options.saved != nullptr, options.blocks};
  }

  [[nodiscard]] static std::uint64_t bytes_of_entry(std::uint32_t distance_bound) noexcept {
    return distance_bound <= packed_word<std::uint16_t>::max_low ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  }
  /// Distances over it are rare; estimates leave them out.
  static constexpr std::uint32_t usual_bound = packed_word<std::uint16_t>::max_low;

  /// The peak of what comes before a solve: building the game, and planning.
  [[nodiscard]] std::uint64_t bytes_before() const {
    return saturating_sum(bytes_of_program, std::max(m_size.bytes, m_size.bytes_to_build));
  }
  /// The peak of what follows a solve, its result included.
  [[nodiscard]] std::uint64_t bytes_afterwards(engine chosen, const solve_options& options) const {
    const std::uint64_t table = saturating_product(num_positions(), bytes_of_entry(usual_bound));
    if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
      return bytes_afterwards_on(*options.blocks, chosen, options.verifies, table);
    }
    std::uint64_t solution = table;
    std::uint64_t more = 0;
    if constexpr (ProductGame<Game>) {
      if (!m_turns.empty()) {
        const product_form form = m_game.product();
        if (chosen.packs_solution()) solution = product_solution_bytes(form);
        if (options.verifies) more = verify_product_bytes(form, usual_bound);
      }
    }
    if (options.counts_reachable) {
      constexpr std::uint64_t bits_of_position = 3 + 2;  // and the lists of the search, see reachable_positions.hpp
      constexpr std::uint64_t bits_in_byte = 8;
      const std::uint64_t search = saturating_product(num_positions() / bits_in_byte, bits_of_position);
      more = std::max(more, saturating_sum(search, chosen.packs_solution() ? table : 0));
    }
    return more == 0 ? 0 : saturating_sum(bytes_of_program, m_size.bytes, solution, more);
  }
  /// The same of one of several processes, which read the entries where they are, but for rows that are verified.
  [[nodiscard]] std::uint64_t bytes_afterwards_on(const block_exchange& blocks, engine chosen, bool verifies,
                                                  std::uint64_t table_bytes) const {
    if constexpr (ProductGame<Game>) {
      if (m_turns.empty() || !verifies) return 0;
      const product_form form = m_game.product();
      const std::uint64_t rows = verify_product_bytes(form, usual_bound);
      const block_partition partition = chosen.packs_solution() ? product_partition(form, blocks.num_blocks())
                                                                : choose_cut(m_game, blocks.num_blocks()).partition;
      if (rows > most_bytes_to_verify_beside(partition.most_in_block())) return 0;
      const std::uint64_t solution = chosen.packs_solution() ? product_solution_bytes(form) : table_bytes;
      const double share = static_cast<double>(partition.most_in_block()) / static_cast<double>(num_positions());
      return saturating_sum(bytes_of_program, m_size.bytes, blocks.buffer_bytes(),
                            saturating_number(share * static_cast<double>(solution)), rows);
    }
    return 0;
  }
  /// @throws input_error for keys of another width than the game's.
  static void expect_width(key_width width)
    requires is_explored
  {
    constexpr key_width own = width_of<typename ranked::key>;
    if (width == own) return;
    throw input_error(
        fmt::format("its keys have {} bits, those of the game {}", static_cast<int>(width), static_cast<int>(own)));
  }
  [[nodiscard]] static std::uint64_t key_bytes(std::uint64_t positions) {
    if constexpr (is_explored) {
      return saturating_number(sorted_keys<typename ranked::key>::bytes_per_key() * static_cast<double>(positions));
    }
    return 0;
  }
  /// Of moves that exploring has kept, and that are still there.
  [[nodiscard]] std::uint64_t kept_bytes() const {
    if constexpr (is_explored) return m_game.moves() != nullptr ? m_kept_bytes : 0;
    return 0;
  }
  [[nodiscard]] graph_sample sample_of_game() const {
    if constexpr (is_explored) {
      if (const kept_moves* const moves = m_game.moves()) return moves->sample();
    }
    return sample_graph(m_game);
  }
  /// Whether exploring may go on, and how: by what solving would take if nothing more were found.
  /// @throws resource_error.
  [[nodiscard]] moves_are watch_exploring(const exploration_size& size, const solve_options& options, bool keeps,
                                          std::uint64_t limit) const {
    graph_sample sample;
    sample.positions = size.positions;
    sample.edges_per_position =
        static_cast<double>(size.moves) / static_cast<double>(std::max<std::uint64_t>(size.looked_at, 1));
    const auto with_exploring = [&](moves_are moves, std::uint64_t solving) {
      return std::max(saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves))),
                      saturating_sum(key_bytes(size.positions), solving));
    };
    if (keeps && with_exploring(moves_are::kept, kept_moves_bytes(sample)) <= limit) return moves_are::kept;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    const engine_task<ranked> task = task_of(options);
    Engines::for_each([&]<class Engine>(Engine) {
      if constexpr (EngineFor<Engine, ranked>) {
        const bool may_be = options.engine ? options.engine->name() == Engine::info.name : !Engine::info.is_baseline;
        if (may_be && why_unavailable<Engine>(task).empty()) {
          least = std::min(least, with_exploring(moves_are::forgotten, Engine::peak_bytes(task, sample)));
        }
      }
    });
    if (least <= limit) return moves_are::forgotten;
    throw resource_error(
        fmt::format("{} positions found, {} of them still to be looked at: solving these alone needs about {}, more "
                    "than the {} of {}",
                    size.positions, size.open, format_bytes(least),
                    options.memory_limit_bytes != 0 ? "memory limit" : "available memory", format_bytes(limit)));
  }

  /// @throws resource_error if the machine does not have so much memory to spare.
  void require_memory(std::string_view what, std::uint64_t bytes) const {
    const std::uint64_t available = available_memory_bytes();
    if (bytes <= available) return;
    throw resource_error(fmt::format("{} positions: {} needs about {}, {} are available", num_positions(), what,
                                     format_bytes(bytes), format_bytes(available)));
  }

  [[nodiscard]] engine_result run(engine chosen, const solve_options& options, solve_visitor& visitor) const {
    const engine_task<ranked> task = task_of(options);
    if constexpr (is_explored) {
      m_game.hold_keys(options.threads, visitor);
      if (chosen.name() != explicit_engine::info.name) (void)m_game.take_moves();
    }
    std::optional<engine_result> result;
    Engines::for_each([&]<class Engine>(Engine) {
      if constexpr (EngineFor<Engine, ranked>) {
        if (chosen.name() == Engine::info.name) result = Engine::solve(task, options.saved, visitor);
      }
    });
    if (!result) throw std::logic_error("an engine was planned that the game does not have");
    return std::move(*result);
  }

  [[nodiscard]] value_table load(const solution_entries& values, unsigned threads, work_monitor& monitor) const {
    return load_values(values, [this](position p) { return run_at(p); }, threads, monitor);
  }

  /// Moves out of legal positions that are not terminal.
  [[nodiscard]] std::uint64_t count_edges(unsigned threads, solve_visitor& visitor) const {
    std::atomic<std::uint64_t> edges{0};
    visitor.phase("count", num_positions());
    for_each_block(num_positions(), resolve_threads(threads), visitor, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t sum = 0;
      for (position p = begin; p != end; ++p) {
        const position_label label = graph().label(p);
        if (label.is_legal && !label.terminal) sum += graph().num_successors(p);
      }
      edges.fetch_add(sum, std::memory_order_relaxed);
    });
    return edges.load();
  }

  parameter_values m_parameters;
  ranked m_game;
  const baseline<ranked>* m_published;
  game_size m_size;                ///< of an explored game, once it is numbered
  std::uint64_t m_kept_bytes = 0;  ///< of what exploring has kept
  std::vector<player> m_turns;     ///< of a game in product form
  std::optional<position> m_chosen_start{};
};

/// The entry of a game, with its published solution if there is one.
/// @param published must outlive the entry
template <class Game>
game_entry describe_game(const baseline<ranked_form<Game>>* published) {
  static_assert(check_catalog_hooks<Game>());
  // What is wrong has been said: nothing more is, of what follows from it.
  if constexpr (!has_right_catalog_hooks<Game>) {
    return {};
  } else {
    return {
        std::string(Game::name()),
        std::string(Game::summary()),
        Game::parameters(),
        list_hooks<Game>(),
        [published](const parameter_values& values, const build_conditions& conditions) -> std::unique_ptr<any_game> {
          game_size size;
          if constexpr (HasSizeOf<Game>) {
            size = Game::size_of(values);
            check_size(size, values, conditions);
          }
          const work_monitor silent;
          return std::make_unique<game_model<Game>>(values, published, size,
                                                    conditions.monitor != nullptr ? *conditions.monitor : silent);
        },
        published == nullptr ? "" : std::string(published->summary),
        {}};
  }
}

/// The same for a game with a ranking. @param published must outlive the entry
template <class Game>
game_entry describe_game(const baseline<Game>& published) {
  return describe_game<Game>(&published);
}

template <class Game>
game_entry entry_of() {
  return describe_game<Game>(nullptr);
}

}  // namespace zermelo::experiment
