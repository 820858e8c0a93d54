// SPDX-License-Identifier: MIT
#include "query_matcher.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/move_scores.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/rules.hpp>

#include "field_table.hpp"
#include "sampled_positions.hpp"

namespace zermelo {
namespace {

/// Retains the elements whose flag in `kept` is true.
template <class T>
void keep_marked(std::vector<T>& elements, const std::vector<bool>& retained) {
  if (elements.empty()) return;
  std::size_t size = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (retained[i]) elements[size++] = elements[i];
  }
  elements.resize(size);
}

/// The maximum number of positions in a call of `classify`.
constexpr std::size_t max_classified = 256;

/// Adds the groups to which the legal positions in a range belong.
void add_groups(const any_game& game, std::span<const position> positions, std::set<std::uint32_t>& groups) {
  std::array<position_class, max_classified> classes;
  game.rules().classify(positions, std::span(classes).first(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (classes[i].is_legal) groups.insert(classes[i].group);
  }
}

std::set<std::uint32_t> all_groups(const any_game& game, unsigned threads, work_monitor& monitor) {
  per_thread<std::set<std::uint32_t>> found;
  monitor.phase("groups", game.num_positions());
  const auto add_block = [&](position begin, position end) {
    std::array<position, max_classified> batch;
    for (position p = begin; p < end;) {
      std::size_t size = 0;
      while (p < end && size < batch.size()) batch[size++] = p++;
      add_groups(game, std::span(batch).first(size), found.local());
    }
  };
  for_each_block(game.num_positions(), resolve_threads(threads), monitor, add_block);
  std::set<std::uint32_t> groups;
  for (const auto& part : found) groups.insert(part.begin(), part.end());
  return groups;
}

/// Returns the key of the group with this name. Runs phase "groups" if no sampled position belongs to the group.
/// @throws input_error if no position belongs to this group; interrupted.
field_key find_group(const any_game& game, const derived_condition& condition, unsigned threads,
                     work_monitor& monitor) {
  const auto find = [&](const std::set<std::uint32_t>& groups) -> std::optional<field_key> {
    for (const std::uint32_t group : groups) {
      if (game.hooks().group_name(group) == condition.value) return group;
    }
    return std::nullopt;
  };
  std::set<std::uint32_t> groups;
  for (const position p : sampled_positions(game)) add_groups(game, {&p, 1}, groups);
  if (const auto found = find(groups)) return *found;
  groups = all_groups(game, threads, monitor);
  if (const auto found = find(groups)) return *found;
  std::vector<std::string> names;
  for (const std::uint32_t group : groups) names.push_back(game.hooks().group_name(group));
  throw input_error(fmt::format("'{}': no position is in the group '{}'; {}", excerpt(condition.text),
                                excerpt(condition.value), suggest(condition.value, names)));
}

}  // namespace

std::vector<position_field> fields_of(const position_query& query) {
  std::vector<position_field> fields;
  for (const derived_condition& condition : query.derived()) fields.push_back(condition.field);
  return fields;
}

bool key_condition::holds(field_key found) const { return found != no_key && zermelo::holds(op, found, key); }

bool key_condition::holds(std::optional<std::string_view> state_field) const {
  if (!state_field) return false;
  if (!has_order(op)) return (*state_field == text) == (op == comparison::equal);
  const auto number = canonical_number(*state_field);
  return number && zermelo::holds(op, *number, key);
}

best_move_filter::best_move_filter(const any_game& game, position target, position_value value)
    : m_game(game),
      m_target(target),
      m_target_to_move(across_move(player_to_move(game, target), game.seen_by())),
      m_value(value) {}

bool best_move_filter::is_best_move(const found_position& from, player to_move, int gain) const {
  const position_value after = value_after(m_game, from.at, m_target, m_value);
  const move_scores scores(to_move, m_game.result_rule().infinite_play,
                           !lacks_distance(from.value) && !lacks_distance(after));
  return scores.of_move(after, m_target_to_move, gain) == scores.of_position(from.value);
}

query_matcher::query_matcher(const field_sources& sources, const solution_entries& values, const position_query& query,
                             unsigned threads, work_monitor& monitor)
    : m_sources(sources), m_query(query) {
  const any_game& game = sources.game();
  for (const derived_condition& condition : query.derived()) {
    const bool is_group = condition.field.definition == &fields::group;
    const field_key key = is_group ? find_group(game, condition, threads, monitor) : condition.number.value_or(0);
    m_conditions.push_back({condition.field, condition.op, key, condition.value});
  }
  const auto target = query.best_move_to();
  if (!target) return;
  const position_value value = values[*target];
  if (value.outcome == outcome::illegal) {
    throw input_error(fmt::format("wrong table: '{}' is legal, but its entry is illegal", format(game, *target)));
  }
  m_best_move.emplace(game, *target, value);
}

match_reader::match_reader(const query_matcher& matcher)
    : m_matcher(matcher), m_reader(matcher.sources(), matcher.query().best_move_to()) {}

void match_reader::match(position first, std::span<const position_value> entries, found_block& result) {
  result.found.clear();
  result.counts.clear();
  result.keys.clear();
  m_matcher.query().for_each_candidate(first, entries,
                                       [&](position p, position_value v) { result.found.push_back({p, v}); });
  apply_conditions(result);
}

void match_reader::read_keys(std::span<const position_field> fields, found_block& result) {
  const std::size_t size = result.found.size();
  result.keys.resize(fields.size() * size);
  if (size == 0) return;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    m_reader.read(fields[f], result, std::span(result.keys).subspan(f * size, size));
  }
}

void match_reader::apply_conditions(found_block& result) {
  const auto filter = [&](const auto& is_retained) {
    m_retained.resize(result.found.size());
    for (std::size_t i = 0; i < result.found.size(); ++i) m_retained[i] = is_retained(i);
    keep_marked(result.found, m_retained);
    keep_marked(result.counts, m_retained);
  };
  if (const auto& best_move = m_matcher.best_move()) {
    m_keys.resize(result.found.size());
    m_reader.read({&fields::to_move}, result, m_keys);
    const auto is_best_move = [&](std::size_t i, int gain) {
      return best_move->is_best_move(result.found[i], static_cast<player>(m_keys[i]), gain);
    };
    if (has_gains(m_matcher.sources().game())) {
      m_reader.count_moves(result);
      filter([&](std::size_t i) { return result.counts[i].leads_to_target && is_best_move(i, result.counts[i].gain); });
    } else {
      filter([&](std::size_t i) { return is_best_move(i, 0); });  // leaves only few positions whose moves must be
                                                                  // listed
      m_reader.count_moves(result);
      filter([&](std::size_t i) { return result.counts[i].leads_to_target; });
    }
  }
  for (const key_condition& condition : m_matcher.conditions()) {
    if (result.found.empty()) return;
    if (condition.field.definition == &fields::state_field) {
      filter([&](std::size_t i) { return condition.holds(m_reader.state_field(condition.field, result.found[i].at)); });
      continue;
    }
    m_keys.resize(result.found.size());
    m_reader.read(condition.field, result, m_keys);
    filter([&](std::size_t i) { return condition.holds(m_keys[i]); });
  }
}

}  // namespace zermelo
