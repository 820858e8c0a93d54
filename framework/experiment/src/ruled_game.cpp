// SPDX-License-Identifier: MIT
#include <zermelo/experiment/ruled_game.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/engines/list.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/positions/explore.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/positions/kept_moves.hpp>
#include <zermelo/core/positions/reachable_positions.hpp>
#include <zermelo/core/positions/rules_digest.hpp>
#include <zermelo/core/positions/state_signature.hpp>
#include <zermelo/core/positions/store_rules.hpp>
#include <zermelo/core/positions/take_census.hpp>
#include <zermelo/core/product/product_estimate.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/slices/outcome_entries.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_outcomes.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/phase_clock.hpp>
#include <zermelo/experiment/planning.hpp>
#include <zermelo/experiment/sampled_time.hpp>
#include <zermelo/experiment/tie_guard.hpp>

#include "part_game.hpp"

namespace zermelo::experiment {
namespace {

using packed = packed_word<position_word>;

[[nodiscard]] std::uint64_t bytes_of_entry(std::uint32_t distance_bound) noexcept {
  return distance_bound <= packed_word<std::uint16_t>::max_low ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}
/// Distances over it are rare; estimates leave them out.
constexpr std::uint32_t usual_bound = packed_word<std::uint16_t>::max_low;

[[nodiscard]] position_word word_of(const zermelo::rules& rules, position p) {
  position_word word = 0;
  rules.describe(p, {&word, 1}, nullptr);
  return word;
}

}  // namespace

ruled_game::ruled_game() {
  const auto all = engine_list();
  m_engines.assign(all.begin(), all.end());
}

engine_task ruled_game::task_of(const solve_options& options) const {
  engine_task own = task();
  own.threads = options.threads;
  own.saves = options.saves || options.saved != nullptr;
  own.blocks = options.blocks;
  return own;
}

graph_sample ruled_game::sample() const {
  const position_numbering* const numbered = numbering();
  if (numbered != nullptr && numbered->moves() != nullptr) return numbered->moves()->sample();
  return sample_graph(asked_rules());
}

// Numbering the positions of a game without a ranking

bool ruled_game::is_numbered() const { return numbering() == nullptr || numbering()->is_numbered(); }

std::shared_ptr<const position_keys> ruled_game::keys() const {
  return numbering() != nullptr ? numbering()->keys() : nullptr;
}

void ruled_game::expect_width(key_width width, const position_numbering& numbered) {
  if (width == numbered.width()) return;
  throw input_error(fmt::format("its keys have {} bits, those of the game {}", static_cast<int>(width),
                                static_cast<int>(numbered.width())));
}

void ruled_game::explore(const explore_request& request, solve_visitor& visitor) {
  position_numbering* const numbered = numbering();
  if (numbered == nullptr || numbered->is_numbered()) return;
  if (request.saved != nullptr) expect_width(request.saved->width, *numbered);
  const solve_options& solve = request.solve;
  const std::uint64_t limit = solve.memory_limit_bytes != 0 ? solve.memory_limit_bytes : available_memory_bytes();
  // Only the stored graph is built from what exploring has kept.
  const bool is_of_use = request.keeps_moves && request.saved == nullptr &&
                         (!solve.engine || solve.engine->name() == explicit_engine.info.name);
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
  const exploration_size size = numbered->explore(how, visitor, request.saved);
  const bool keeps = numbered->moves() != nullptr;
  m_size = {size.positions, key_bytes(size.positions), 0};
  m_kept_bytes = keeps ? saturating_number(size.kept_bytes()) : 0;
  m_size.bytes_to_build = saturating_number(size.exploring_bytes(keeps ? moves_are::kept : moves_are::forgotten));
}

void ruled_game::number_by(const std::shared_ptr<const position_keys>& keys) {
  position_numbering* const numbered = numbering();
  if (numbered == nullptr) return any_game::number_by(keys);
  expect_width(keys->width(), *numbered);
  const std::uint64_t positions = keys->size();
  numbered->number_by(keys);
  m_size = {positions, key_bytes(positions), 0};
  (void)start();
}

void ruled_game::hold_keys(unsigned threads, work_monitor& monitor) const {
  position_numbering* const numbered = numbering();
  if (numbered == nullptr) return;
  if (!numbered->holds_keys()) require_memory("holding the keys", key_bytes(num_positions()));
  numbered->hold_keys(threads, monitor);
}

std::uint64_t ruled_game::rules_digest(std::span<const wide_key> keys) const {
  return numbering() != nullptr ? zermelo::rules_digest(numbering()->rules(), keys) : 0;
}

std::uint64_t ruled_game::key_bytes(std::uint64_t positions) const {
  const position_numbering* const numbered = numbering();
  return numbered != nullptr ? saturating_number(numbered->bytes_per_key() * static_cast<double>(positions)) : 0;
}

std::uint64_t ruled_game::kept_bytes() const {
  return numbering() != nullptr && numbering()->moves() != nullptr ? m_kept_bytes : 0;
}

// The same slice by slice

position_numbering& ruled_game::numbering_in_slices() const {
  position_numbering* const numbered = numbering();
  if (numbered == nullptr || slices().empty()) throw contract_error("a game without slices of keys");
  return *numbered;
}

keys_in_slice ruled_game::start_in_slice() const { return zermelo::start_in_slice(numbering_in_slices().rules()); }

explored_group ruled_game::explore_group(const slice_group& group, const std::vector<keys_in_slice>& entered,
                                         const solve_options& options, solve_visitor& visitor) const {
  const any_key_rules rules = numbering_in_slices().rules();
  const std::uint64_t limit = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_memory_bytes();
  explore_group_options how;
  how.threads = options.threads;
  constexpr std::uint64_t share_of_copies = 4;
  how.most_bytes = std::min(how.most_bytes, limit / share_of_copies);
  how.inside.watch = [limit](const exploration_size& size) {
    const std::uint64_t bytes =
        saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves_are::forgotten)));
    if (bytes <= limit) return moves_are::forgotten;
    throw resource_error(fmt::format("{} positions found, {} of them still to be looked at: they take about {}, of {}",
                                     size.positions, size.open, format_bytes(bytes), format_bytes(limit)));
  };
  return zermelo::explore_group(rules, slices(), group, entered, how, visitor);
}

void ruled_game::number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) {
  position_numbering& numbered = numbering_in_slices();
  for (const auto& one : keys) {
    if (one != nullptr) expect_width(one->width(), numbered);
  }
  numbered.number_by_slices(keys);
  m_size = {num_positions(), 0, 0};
  (void)start();
}

void ruled_game::hold_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) const {
  if (numbering() != nullptr) numbering()->hold_slices(slices, threads, monitor);
}

std::shared_ptr<const position_keys> ruled_game::keys_of_slice(std::uint32_t slice) const {
  return numbering() != nullptr ? numbering()->keys_of_slice(slice) : nullptr;
}

void ruled_game::replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) const {
  if (numbering() != nullptr) numbering()->replace_keys(slice, std::move(keys));
}

// One position

bool ruled_game::is_legal(position p) const {
  position_word word = 0;
  asked_rules().label(p, {&word, 1});
  return word != packed::illegal;
}
player ruled_game::player_to_move(position p) const {
  player owner = player::first;
  asked_rules().owners({&p, 1}, {&owner, 1});
  return owner;
}
owned_run ruled_game::run_at(position p) const {
  const rules_traits traits = asked_rules().traits();
  if (!m_turns.empty()) {
    const position in_turn = num_positions() / m_turns.size();
    const std::size_t turn = p / in_turn;
    return {m_turns[turn], (turn + 1) * in_turn};
  }
  if (traits.seen_by == viewpoint::mover) return {player::first, num_positions()};
  if (traits.is_explored) return {player_to_move(p), p + 1};
  return any_game::run_at(p);
}
std::optional<result> ruled_game::end(position p) const {
  const position_word word = word_of(asked_rules(), p);
  if (packed::is_open(word) || word == packed::illegal) return std::nullopt;
  return result_of_end(word);
}
std::vector<position> ruled_game::successors(position p) const {
  position_word word = 0;
  batch_list<position> moves;
  asked_rules().expand(p, {&word, 1}, moves, nullptr);
  const std::span<const position> all = std::as_const(moves).all();
  return {all.begin(), all.end()};
}

// Planning and solving

memory_plan ruled_game::plan(const solve_options& options) const {
  const graph_sample looked_at = sample();
  memory_plan plan;
  plan.positions = looked_at.positions;
  plan.edges_per_position = looked_at.edges_per_position;
  // What the game takes is taken already, and estimates have it.
  plan.game_bytes = m_size.bytes;
  plan.limit_bytes = options.memory_limit_bytes != 0
                         ? options.memory_limit_bytes
                         : saturating_sum(available_to(options.blocks), m_size.bytes, kept_bytes());
  const engine_task own = task_of(options);
  const std::uint64_t least = bytes_before();
  for (const engine_definition* const one : m_engines) {
    // Of the others nobody needs to hear who has not asked.
    const bool is_asked_for = options.engine && options.engine->name() == one->info.name;
    if (one->info.is_distributed != (options.blocks != nullptr) && !is_asked_for) continue;
    std::string reason = why_unavailable(*one, own);
    engine_estimate estimate{engine(one->info), reason.empty(), std::move(reason), 0};
    if (estimate.available) estimate.peak_bytes = saturating_sum(m_size.bytes, one->peak_bytes(own, looked_at));
    if (one->how != nullptr) estimate.how = one->how(own, looked_at);
    estimate.peak_bytes = std::max({estimate.peak_bytes, least, bytes_afterwards(estimate.engine, options)});
    plan.engines.push_back(std::move(estimate));
  }
  choose_engine(plan, options.engine);
  return plan;
}

block_partition ruled_game::cut_to_verify(std::uint64_t num_blocks) const {
  if (asked_rules().traits().leads_outside) throw contract_error("a part of a game is for one process");
  if (const product_rules* const form = product()) {
    block_partition rows = product_partition(form->form(), num_blocks);
    if (rows.most_in_block() / 2 <= num_positions() / num_blocks) return rows;
  }
  return task().choose_cut(num_blocks).partition;
}

rules_time ruled_game::time_rules() const { return sampled_rules_time(asked_rules()); }

solved_game ruled_game::solve(const solve_options& options, solve_visitor& visitor) const {
  const engine chosen = (options.is_planned ? options.engine : plan(options).chosen).value();
  if (options.saved != nullptr && !chosen.saves()) {
    throw input_error(fmt::format("the engine '{}' cannot go on with a saved solve", chosen.name()));
  }
  phase_clock clock(visitor);
  const auto refuse = [this] {
    throw input_error(
        fmt::format("{}: a move limit cannot be read where a game has ties and infinite play is won by "
                    "{}; give move_limit=none",
                    name(), player_names()[index_of(*rules().infinite_play)]));
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

engine_result ruled_game::run(engine chosen, const solve_options& options, solve_visitor& visitor) const {
  if (position_numbering* const numbered = numbering()) {
    numbered->hold_keys(options.threads, visitor);
    // Only the stored graph is built from what exploring has kept.
    if (chosen.name() != explicit_engine.info.name) (void)numbered->take_moves();
  }
  const engine_task own = task_of(options);
  for (const engine_definition* const one : m_engines) {
    if (chosen.name() == one->info.name) return one->solve(own, options.saved, visitor);
  }
  throw std::logic_error("an engine was planned that the game does not have");
}

std::uint64_t ruled_game::count_edges(unsigned threads, solve_visitor& visitor) const {
  std::atomic<std::uint64_t> edges{0};
  visitor.phase("count", num_positions());
  for_each_block(num_positions(), resolve_threads(threads), visitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for_each_call(begin, end, [&](position p, std::span<position_word> words) {
      asked_rules().describe(p, words, nullptr);
      for (const position_word word : words) sum += num_moves_of(word);
    });
    edges.fetch_add(sum, std::memory_order_relaxed);
  });
  return edges.load();
}

// Memory

std::uint64_t ruled_game::bytes_before() const {
  return saturating_sum(bytes_of_program, std::max(m_size.bytes, m_size.bytes_to_build));
}

std::uint64_t ruled_game::bytes_afterwards(engine chosen, const solve_options& options) const {
  const std::uint64_t table = saturating_product(num_positions(), bytes_of_entry(usual_bound));
  if (options.blocks != nullptr && options.blocks->num_blocks() > 1) {
    return bytes_afterwards_on(*options.blocks, chosen, options.verifies, table);
  }
  std::uint64_t solution = table;
  std::uint64_t more = 0;
  if (const product_rules* const rows = product()) {
    const product_form form = rows->form();
    if (chosen.packs_solution()) solution = product_solution_bytes(form);
    if (options.verifies) more = verify_product_bytes(form, usual_bound);
  }
  if (options.counts_reachable) {
    constexpr std::uint64_t bits_of_position = 3 + 2;  // and the lists of the search, see reachable_positions.hpp
    constexpr std::uint64_t bits_in_byte = 8;
    const std::uint64_t search = saturating_product(num_positions() / bits_in_byte, bits_of_position);
    more = std::max(more, saturating_sum(search, chosen.packs_solution() ? table : 0));
  }
  return more == 0 ? 0 : saturating_sum(bytes_of_program, m_size.bytes, solution, more);
}

std::uint64_t ruled_game::bytes_afterwards_on(const block_exchange& blocks, engine chosen, bool verifies,
                                              std::uint64_t table_bytes) const {
  const product_rules* const product_form_of = product();
  if (product_form_of == nullptr || !verifies) return 0;
  const product_form form = product_form_of->form();
  const std::uint64_t rows = verify_product_bytes(form, usual_bound);
  const block_partition partition = chosen.packs_solution() ? product_partition(form, blocks.num_blocks())
                                                            : task().choose_cut(blocks.num_blocks()).partition;
  if (rows > most_bytes_to_verify_beside(partition.most_in_block())) return 0;
  const std::uint64_t solution = chosen.packs_solution() ? product_solution_bytes(form) : table_bytes;
  const double share = static_cast<double>(partition.most_in_block()) / static_cast<double>(num_positions());
  return saturating_sum(bytes_of_program, m_size.bytes, blocks.buffer_bytes(),
                        saturating_number(share * static_cast<double>(solution)), rows);
}

moves_are ruled_game::watch_exploring(const exploration_size& size, const solve_options& options, bool keeps,
                                      std::uint64_t limit) const {
  graph_sample found;
  found.positions = size.positions;
  found.edges_per_position =
      static_cast<double>(size.moves) / static_cast<double>(std::max<std::uint64_t>(size.looked_at, 1));
  const auto with_exploring = [&](moves_are moves, std::uint64_t solving) {
    return std::max(saturating_sum(bytes_of_program, saturating_number(size.exploring_bytes(moves))),
                    saturating_sum(key_bytes(size.positions), solving));
  };
  if (keeps && with_exploring(moves_are::kept, kept_moves_bytes(found)) <= limit) return moves_are::kept;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const engine_task own = task_of(options);
  for (const engine_definition* const one : m_engines) {
    const bool may_be = options.engine ? options.engine->name() == one->info.name : !one->info.is_baseline;
    if (may_be && why_unavailable(*one, own).empty()) {
      least = std::min(least, with_exploring(moves_are::forgotten, one->peak_bytes(own, found)));
    }
  }
  if (least <= limit) return moves_are::forgotten;
  throw resource_error(
      fmt::format("{} positions found, {} of them still to be looked at: solving these alone needs about {}, more "
                  "than the {} of {}",
                  size.positions, size.open, format_bytes(least),
                  options.memory_limit_bytes != 0 ? "memory limit" : "available memory", format_bytes(limit)));
}

void ruled_game::require_memory(std::string_view what, std::uint64_t bytes) const {
  const std::uint64_t available = available_memory_bytes();
  if (bytes <= available) return;
  throw resource_error(fmt::format("{} positions: {} needs about {}, {} are available", num_positions(), what,
                                   format_bytes(bytes), format_bytes(available)));
}

// Slices

position ruled_game::first_of_slice(std::uint32_t number) const {
  const std::vector<slice> all = slices();
  if (all.empty()) throw contract_error("a game without slices has none to settle");
  position first = 0;
  for (std::uint32_t s = 0; s < number; ++s) first += all[s].size;
  return first;
}

settled_outcomes ruled_game::settle_outcomes(std::uint32_t slice, std::span<const outcome_bits* const> finished,
                                             unsigned threads, work_monitor& monitor) const {
  (void)first_of_slice(slice);
  return zermelo::settle_outcomes(asked_rules(), slices(), slice, finished, threads, monitor);
}

std::shared_ptr<const solution_entries> ruled_game::entries_of_outcomes(
    std::uint32_t slice, std::shared_ptr<const outcome_bits> outcomes) const {
  return std::make_shared<const outcome_entries>(asked_rules(), first_of_slice(slice), std::move(outcomes));
}

slice_sums ruled_game::sum_up_outcomes(std::uint32_t slice, const outcome_bits& outcomes, unsigned threads,
                                       work_monitor& monitor) const {
  return zermelo::sum_up_outcomes(asked_rules(), first_of_slice(slice), outcomes, threads, monitor);
}

verify_report ruled_game::verify_outcomes(std::uint32_t slice, const solution_entries& values,
                                          std::span<const outcome_bits* const> finished, const verify_scope& scope,
                                          work_monitor& monitor) const {
  (void)first_of_slice(slice);
  return zermelo::verify_outcomes(asked_rules(), slices(), slice, values, finished, scope, monitor);
}

std::unique_ptr<any_game> ruled_game::game_of_group(const slice_group& group,
                                                    const std::shared_ptr<const joined_entries>& finished) const {
  if (slices().empty()) return any_game::game_of_group(group, finished);
  game_size size = m_size;
  if (const position_numbering* const numbered = numbering()) size.bytes = key_bytes(numbered->num_keys_held());
  size.bytes = saturating_sum(size.bytes, finished->bytes_in_memory());
  return std::make_unique<part_game>(*this, asked_rules(), slice_numbers(slices(), group), finished, size);
}

// All positions

stored_graph ruled_game::store_graph(unsigned threads, work_monitor& monitor) const {
  if (asked_rules().traits().leads_outside) {
    throw contract_error("the graph of a game is stored, not those of its parts");
  }
  return store_rules(asked_rules(), {.threads = threads}, monitor);
}

bool ruled_game::are_rows_to_verify(index_range stretch, const verify_scope& scope,
                                    std::uint32_t distance_bound) const {
  const product_rules* const rows = product();
  if (rows == nullptr || stretch.begin == stretch.end || is_sample(num_positions(), scope)) return false;
  const product_form form = rows->form();
  return verify_product_bytes(form, distance_bound) <= scope.memory_bytes && are_rows_of_one_turn(form, stretch);
}

verify_report ruled_game::verify(const solution_entries& values, const verify_scope& scope,
                                 solve_visitor& visitor) const {
  const index_range stretch = looked_at(num_positions(), scope);
  const bool is_part = stretch.end - stretch.begin < num_positions();
  const product_rules* const rows = product();
  if (is_part && are_rows_to_verify(stretch, scope, values.distance_bound())) {
    return verify_product(*rows, values, stretch, scope.threads, visitor);
  }
  if (is_part || is_sample(num_positions(), scope)) return verify_solution(asked_rules(), values, scope, visitor);
  hold_keys(scope.threads, visitor);
  if (rows != nullptr) {
    const std::uint64_t bytes = verify_product_bytes(rows->form(), values.distance_bound());
    if (bytes <= scope.memory_bytes) {
      require_memory("verifying", bytes);
      return verify_product(*rows, values, scope.threads, visitor);
    }
  }
  const std::uint64_t bytes = saturating_product(num_positions(), bytes_of_entry(values.distance_bound()));
  if (values.is_in_memory() || bytes > scope.memory_bytes) {
    return verify_solution(asked_rules(), values, scope, visitor);
  }
  require_memory("verifying", bytes);
  return verify_solution(asked_rules(), load(values, scope.threads, visitor), scope, visitor);
}

value_table ruled_game::load(const solution_entries& values, unsigned threads, work_monitor& monitor) const {
  return load_values(values, [this](position p) { return run_at(p); }, threads, monitor);
}

reachable_summary ruled_game::reachable(const solution_entries& values, unsigned threads,
                                        solve_visitor& visitor) const {
  if (asked_rules().traits().leads_outside) {
    throw contract_error("play from the start does not stay in a part of the game");
  }
  if (!values.is_in_memory()) return reachable(load(values, threads, visitor), threads, visitor);
  reachable_summary summary;
  for_each_reachable_from(asked_rules(), start().value(), visitor, [&](position p) {
    ++summary.positions;
    summary.counts.add(values[p].outcome);
  });
  return summary;
}

std::uint64_t ruled_game::state_signature(const solution_entries& values, unsigned threads,
                                          work_monitor& monitor) const {
  hold_keys(threads, monitor);
  return zermelo::state_signature(asked_rules(), values, threads, monitor);
}

std::optional<position_census> ruled_game::census(const solution_entries& values, unsigned threads,
                                                  work_monitor& monitor) const {
  const rules_traits traits = asked_rules().traits();
  if (!traits.has_groups && !traits.counts_orbits) return std::nullopt;
  return take_census(
      asked_rules(), [this](std::uint32_t group) { return group_name(group); }, values, threads, monitor);
}

}  // namespace zermelo::experiment
