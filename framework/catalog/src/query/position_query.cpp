// SPDX-License-Identifier: MIT
// Parses conditions into allowed indices and numbers, and tests positions row by row.
#include <zermelo/catalog/query/position_query.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

#include "field_table.hpp"

namespace zermelo {
namespace {

constexpr unsigned nobody_bit = 2;

constexpr std::int64_t min_number = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max_number = std::numeric_limits<std::int64_t>::max();

constexpr unsigned bit(std::size_t number) { return 1U << number; }

}  // namespace

position_query::position_query(const any_game& game, const std::vector<std::string>& arguments,
                               std::optional<position> best_move_to)
    : m_game(game),
      m_rules(game.result_rule()),
      m_axes(game.axes()),
      m_allowed(m_axes.size()),
      m_outcomes(bit(num_outcomes) - 1 - bit(static_cast<std::size_t>(outcome::illegal))),
      m_best_move_to(best_move_to) {
  for (const std::string& argument : arguments) {
    for (const std::string& state_field : split_tokens(argument)) add(parse(state_field));
  }
  for (std::size_t a = 0; a + 1 < m_allowed.size(); ++a) m_restricts_rows |= !m_allowed[a].empty();
  std::stable_sort(m_derived.begin(), m_derived.end(), [](const derived_condition& a, const derived_condition& b) {
    return a.field.definition->need < b.field.definition->need;
  });
}

position_query::condition position_query::parse(std::string_view text) {
  if (const auto parts = split_at_comparison(text)) return {text, parts->left, parts->op, parts->right};
  throw input_error(
      fmt::format("expected a condition 'FIELD=VALUE', or != < <= > >=, got '{}'", excerpt(std::string(text))));
}

std::int64_t position_query::number_of(const condition& c, std::int64_t first, std::int64_t last) {
  if (const auto number = parse_number<std::int64_t>(c.value)) return *number;
  throw input_error(fmt::format("'{}': {} must be an integer from {} to {}", excerpt(c.text), c.field, first, last));
}

void position_query::restrict_names(const condition& c, const std::vector<std::string>& names, unsigned& mask) {
  if (has_order(c.op)) {
    throw input_error(fmt::format("'{}': {} is text; compare it with = or !=", excerpt(c.text), c.field));
  }
  const auto named = std::find(names.begin(), names.end(), c.value);
  if (named == names.end()) throw input_error(fmt::format("'{}': {}", excerpt(c.text), suggest(c.value, names)));
  const unsigned only = bit(static_cast<std::size_t>(named - names.begin()));
  mask &= c.op == comparison::equal ? only : ~only;
}

void position_query::restrict_numbers(const condition& c, number_range& range, std::int64_t n) {
  const auto make_empty = [&range] { range.min = 1, range.max = 0; };
  switch (c.op) {
    case comparison::equal:
      range.min = std::max(range.min, n);
      range.max = std::min(range.max, n);
      return;
    case comparison::not_equal: range.excluded.push_back(n); return;
    case comparison::less: return n == min_number ? make_empty() : void(range.max = std::min(range.max, n - 1));
    case comparison::at_most: range.max = std::min(range.max, n); return;
    case comparison::greater: return n == max_number ? make_empty() : void(range.min = std::max(range.min, n + 1));
    case comparison::at_least: range.min = std::max(range.min, n); return;
  }
  throw std::logic_error("comparison out of range");
}

void position_query::restrict_axis(const condition& c, const axis_field& field) {
  const axis& field_axis = m_axes[field.axis_number];
  std::vector<bool>& allowed = m_allowed[field.axis_number];
  if (allowed.empty()) allowed.assign(field_axis.size, true);
  const bool has_numbers = field.is_number(m_axes);
  if (!has_numbers && has_order(c.op)) {
    throw input_error(fmt::format("'{}': {} is {}; compare it with = or !=", excerpt(c.text), c.field,
                                  field_axis.labels.empty() ? "a tuple" : "text"));
  }
  const std::int64_t number = has_numbers ? number_of(c) : 0;
  bool is_known = has_numbers;  // a label or tuple must exist on the axis; a range of numbers may be empty
  for (std::uint64_t axis_index = 0; axis_index < field_axis.size; ++axis_index) {
    bool matches = false;
    if (has_numbers) {
      matches = holds(c.op, field.number(m_axes, axis_index), number);
    } else {
      const bool is_equal = field.text(m_axes, axis_index) == c.value;
      matches = is_equal == (c.op == comparison::equal);
      is_known = is_known || is_equal;
    }
    allowed[axis_index] = allowed[axis_index] && matches;
  }
  if (is_known) return;
  throw input_error(field_axis.labels.empty()
                        ? fmt::format("'{}': {} does not have this value; a valid one is {}", excerpt(c.text), c.field,
                                      field.text(m_axes, 0))
                        : fmt::format("'{}': {}", excerpt(c.text), suggest(c.value, field_axis.labels)));
}

void position_query::restrict_derived(const condition& c, const position_field& field) {
  derived_condition derived{std::string(c.text), field, c.op, std::string(c.value),
                            parse_number<std::int64_t>(c.value)};
  if (field.definition->value_names != nullptr) {
    std::vector<std::string> names = field.definition->value_names(m_game);
    const std::string_view others = field.definition->name_of_others;
    if (!others.empty()) names.emplace_back(others);
    unsigned allowed = bit(names.size()) - 1;
    restrict_names(c, names, allowed);
    const bool is_others = !others.empty() && c.value == others;
    derived.number = is_others ? 0 : std::find(names.begin(), names.end(), c.value) - names.begin();
    if (is_others) derived.op = c.op == comparison::equal ? comparison::not_equal : comparison::equal;
  } else if (field.is_number(m_game)) {
    derived.number = number_of(c);
  } else if (has_order(c.op) && (field.definition != &fields::state_field || !derived.number)) {
    throw input_error(fmt::format(
        "'{}': {} is text; compare it with = or !=", excerpt(c.text),
        field.definition == &fields::state_field ? fmt::format("'{}'", excerpt(c.value)) : std::string(c.field)));
  }
  m_derived.push_back(std::move(derived));
}

void position_query::add(const condition& c) {
  const position_field field =
      at_place(fmt::format("'{}'", excerpt(c.text)), [&] { return position_field::find(m_game, c.field); });
  const field_definition* const requested = field.definition;
  if (requested == &fields::axis_index) return restrict_axis(c, field.axis_index);
  if (requested == &fields::number) return restrict_numbers(c, m_positions, number_of(c));
  if (requested == &fields::to_move) return restrict_names(c, requested->value_names(m_game), m_to_move);
  if (requested == &fields::winner) return restrict_names(c, requested->value_names(m_game), m_winners);
  if (requested == &fields::ended) return restrict_names(c, requested->value_names(m_game), m_ended);
  if (requested == &fields::of_outcome) {
    std::vector<std::string> outcomes = requested->value_names(m_game);
    outcomes.erase(outcomes.begin());  // illegal
    unsigned without_illegal = m_outcomes >> 1U;
    restrict_names(c, outcomes, without_illegal);
    m_outcomes = without_illegal << 1U;
    return;
  }
  for (std::size_t column = 0; column < num_value_columns; ++column) {
    if (requested == &fields::columns[column]) return restrict_column(c, column);
  }
  restrict_derived(c, field);
}

void position_query::restrict_column(const condition& c, std::size_t column) {
  std::int64_t first = min_number;
  std::int64_t last = max_number;
  if (fields::columns[column].name == margin_column::field) {
    last = m_game.hooks().max_margin();
    first = -last;
  }
  if (!m_numbers[column]) m_numbers[column].emplace();
  restrict_numbers(c, *m_numbers[column], number_of(c, first, last));
}

bool number_range::contains(std::int64_t number) const {
  return min <= number && number <= max && std::find(excluded.begin(), excluded.end(), number) == excluded.end();
}

bool position_query::matches_value(position_value value) const {
  if ((m_outcomes & bit(static_cast<std::size_t>(value.outcome))) == 0) return false;
  bool matches = true;
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    if (m_numbers[c]) {
      matches = matches && column::has_number(value) && m_numbers[c]->contains(column::number(value));
    }
  });
  return matches;
}

bool position_query::matches_end(position p, position_value value) const {
  return m_ended == ended_or_not || (m_ended & bit(has_ended(m_game, p, value) ? 1 : 0)) != 0;
}

bool position_query::matches_player(position_value value, player to_move) const {
  if ((m_to_move & bit(index_of(to_move))) == 0) return false;
  const auto winner = read_value(value, to_move, m_rules).winner;
  return (m_winners & bit(winner ? index_of(*winner) : nobody_bit)) != 0;
}

bool position_query::matches_row(std::uint64_t row) const {
  if (!m_restricts_rows) return true;
  for (std::size_t a = m_axes.size() - 1; a-- > 0; row /= m_axes[a].size) {
    if (!m_allowed[a].empty() && !m_allowed[a][row % m_axes[a].size]) return false;
  }
  return true;
}

bool position_query::may_match(position begin, position end) const {
  const number_range& allowed = m_positions;
  if (allowed.min > allowed.max || std::cmp_greater(begin, allowed.max) || std::cmp_less_equal(end, allowed.min)) {
    return false;
  }
  const std::uint64_t row_length = m_axes.back().size;
  for (std::uint64_t row = begin / row_length; row <= (end - 1) / row_length; ++row) {
    if (matches_row(row)) return true;
  }
  return false;
}

void position_query::for_each_candidate(position first, std::span<const position_value> entries,
                                        const match_callback& f) const {
  const std::uint64_t row_length = m_axes.back().size;
  const std::vector<bool>& allowed = m_allowed.back();
  const bool needs_player = m_to_move != any_player || m_winners != any_winner;
  to_move_run run;
  for (std::size_t done = 0; done < entries.size();) {
    const position row_begin = first + done;
    const std::uint64_t column = row_begin % row_length;
    const std::size_t count = std::min<std::uint64_t>(entries.size() - done, row_length - column);
    if (matches_row(row_begin / row_length)) {
      for (std::size_t i = 0; i < count; ++i) {
        const position p = row_begin + i;
        const position_value value = entries[done + i];
        if (!matches_value(value) || !(allowed.empty() || allowed[column + i]) ||
            !m_positions.contains(static_cast<std::int64_t>(p)))
          continue;
        if (needs_player) {
          if (p >= run.end) run = run_at(m_game, p);
          if (!matches_player(value, run.to_move)) continue;
        }
        if (matches_end(p, value)) f(p, value);
      }
    }
    done += count;
  }
}

}  // namespace zermelo
