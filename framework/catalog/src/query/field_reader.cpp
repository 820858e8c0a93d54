// SPDX-License-Identifier: MIT
#include "field_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/rules/rules.hpp>

#include "field_table.hpp"

namespace zermelo {
field_sources::field_sources(const any_game& game, const solution_entries& values,
                             std::span<const position_field> fields, unsigned threads, work_monitor& monitor)
    : m_game(game), m_axes(game.axes()) {
  const auto needs = [fields](field_need need) {
    return std::any_of(fields.begin(), fields.end(), [need](const auto& f) { return f.definition->need == need; });
  };
  if (needs(field_need::reach)) {
    if (!game.start()) throw input_error(fmt::format("reachable: {} has no start position", game.name()));
    m_reached = find_reached(game.rules(), *game.start(), threads, monitor);
  }
  if (needs(field_need::move_values)) m_move_values.emplace(game, values, threads, monitor);
  if (needs(field_need::turn_pairs)) m_turn_pairs.emplace(game, values, threads, monitor);
}

field_value field_sources::value(const position_field& field, field_key key) const {
  if (key == no_key) return {};
  if (field.definition == &fields::group) return m_game.hooks().group_name(static_cast<std::uint32_t>(key));
  if (field.definition == &fields::state_field && key >= text_list::first_text) return m_strings.text(key);
  if (field.definition == &fields::axis_index && !field.axis_index.is_number(m_axes)) {
    return field.axis_index.text(m_axes, static_cast<std::uint64_t>(key));
  }
  if (field.definition->value_names == nullptr) return key;
  return field.definition->value_names(m_game)[static_cast<std::size_t>(key)];
}

bool field_sources::is_less(const position_field& field, field_key a, field_key b) const {
  if (field.definition == &fields::state_field && a >= text_list::first_text && b >= text_list::first_text) {
    return m_strings.is_less(a, b);
  }
  return a < b;
}

field_reader::field_reader(const field_sources& sources, std::optional<position> best_move_to)
    : m_sources(sources),
      m_game(sources.game()),
      m_rules(m_game.result_rule()),
      m_strides(sources.axes().size(), 1),
      m_counter(m_game, sources.values_of_moves(), best_move_to) {
  for (std::size_t a = m_strides.size() - 1; a-- > 0;) m_strides[a] = m_strides[a + 1] * sources.axes()[a + 1].size;
}

void field_reader::read(const position_field& field, found_block& block, std::span<field_key> keys) {
  if (field.definition->counts_moves()) count_moves(block);
  field.definition->read(*this, field, block, keys);
}

void field_reader::count_moves(found_block& block) {
  if (!block.counts.empty()) return;
  block.counts.resize(block.found.size());
  m_counter.count(block.found, block.counts);
}

field_key field_reader::axis_key(const axis_field& field, position p) const {
  const std::size_t a = field.axis_number;
  const std::uint64_t axis_index = p / m_strides[a] % m_sources.axes()[a].size;
  return field.number(m_sources.axes(), axis_index);
}

std::optional<std::string_view> field_reader::state_field(const position_field& field, position p) {
  m_text = format(m_game, p);
  const std::string_view text = m_text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    if (one.size() > field.name.size() && one.starts_with(field.name) && one[field.name.size()] == '=') {
      return one.substr(field.name.size() + 1);
    }
    begin = end + 1;
  }
  return std::nullopt;
}

turn_pair_reader& field_reader::turn_pairs() {
  if (!m_turn_pairs) m_turn_pairs.emplace(m_sources.turn_pairs()->reader());
  return *m_turn_pairs;
}

}  // namespace zermelo
