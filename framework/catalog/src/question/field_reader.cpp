// SPDX-License-Identifier: MIT
#include "field_reader.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

/// Positions in a call of `classify`.
constexpr std::size_t max_classified = 256;

/// The groups of legal positions in a stretch, and the classes of which they are.
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

}  // namespace

std::string field_text(const field_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

std::optional<std::int64_t> number_of_word(std::string_view word) {
  const auto number = parse_number<std::int64_t>(word);
  if (!number || *number <= -text_list::first_text || *number >= text_list::first_text) return std::nullopt;
  if (std::to_string(*number) != word) return std::nullopt;
  return number;
}

field_key text_list::key(std::string_view text) {
  if (const auto number = number_of_word(text)) return *number;
  const std::lock_guard lock(m_mutex);
  if (const auto known = m_keys.find(text); known != m_keys.end()) return known->second;
  // A text, its place in the map and the map's list of chains, which doubles.
  constexpr std::uint64_t bytes_beside_characters = sizeof(std::string) + 80;
  constexpr std::uint64_t bytes_per_check = 16 << 20;
  m_bytes_unchecked += bytes_beside_characters + text.size();
  if (m_bytes_unchecked >= bytes_per_check) {
    expect_available("keeping the words of the positions found needs another", 2 * bytes_per_check);
    m_bytes_unchecked = 0;
  }
  const std::string& added = m_texts.emplace_back(text);
  return m_keys.emplace(added, first_text + static_cast<field_key>(m_texts.size() - 1)).first->second;
}

std::string text_list::text(field_key key) {
  const std::lock_guard lock(m_mutex);
  return m_texts[static_cast<std::size_t>(key - first_text)];
}

bool text_list::is_less(field_key a, field_key b) {
  if (a < first_text || b < first_text) return false;
  const std::lock_guard lock(m_mutex);
  return m_texts[static_cast<std::size_t>(a - first_text)] < m_texts[static_cast<std::size_t>(b - first_text)];
}

bool counts_moves(field_kind kind) {
  return kind == field_kind::moves || kind == field_kind::winning_moves || kind == field_kind::keeping_moves;
}

field_sources::field_sources(const any_game& game, const solution_entries& values,
                             std::span<const position_field> fields, unsigned threads, work_monitor& monitor)
    : m_game(game), m_axes(game.axes()) {
  const auto has = [fields](field_kind kind) {
    return std::any_of(fields.begin(), fields.end(), [kind](const position_field& f) { return f.kind == kind; });
  };
  const bool needs_reach = has(field_kind::reachable);
  for (const position_field& field : fields) field.expect_answer(game);
  if (needs_reach && !game.start()) {
    throw input_error(fmt::format("reachable: {} has no start position", game.name()));
  }
  if (needs_reach) m_reached = find_reached(game.rules(), *game.start(), threads, monitor);
  if (has(field_kind::winning_moves) || has(field_kind::keeping_moves)) {
    m_worths.emplace(game, values, threads, monitor);
  }
  if (has(field_kind::zugzwang)) m_turn_pairs.emplace(game, values, threads, monitor);
}

field_value field_sources::value(const position_field& field, field_key key) const {
  if (key == no_key) return {};
  if (field.kind == field_kind::group) return m_game.hooks().group_name(static_cast<std::uint32_t>(key));
  if (field.kind == field_kind::word && key >= text_list::first_text) return m_texts.text(key);
  if (field.kind == field_kind::place && !field.place.is_number(m_axes)) {
    return field.place.text(m_axes, static_cast<std::uint64_t>(key));
  }
  const bool is_of_word = field.kind == field_kind::word;  // a word that is a number
  if (is_of_word || field.is_number(m_game)) return key;
  return value_names(m_game, field.kind)[static_cast<std::size_t>(key)];
}

bool field_sources::is_less(const position_field& field, field_key a, field_key b) const {
  if (field.kind == field_kind::word && a >= text_list::first_text && b >= text_list::first_text) {
    return m_texts.is_less(a, b);
  }
  return a < b;
}

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
  throw input_error(fmt::format("'{}': no position is of the group '{}'; {}", excerpt(condition.text),
                                excerpt(condition.value), suggest(condition.value, names)));
}

field_reader::field_reader(const field_sources& sources, std::optional<position> best_move_to)
    : m_sources(sources),
      m_game(sources.game()),
      m_rules(m_game.reading()),
      m_strides(sources.axes().size(), 1),
      m_counter(m_game, sources.worths(), best_move_to) {
  for (std::size_t a = m_strides.size() - 1; a-- > 0;) m_strides[a] = m_strides[a + 1] * sources.axes()[a + 1].size;
}

void field_reader::count_moves(std::span<const found_position> found, std::vector<move_count>& counts) {
  counts.resize(found.size());
  m_counter.count(found, counts);
}

field_key field_reader::place_key(const position_field& field, position p) const {
  const std::size_t a = field.place.axis_number;
  const std::uint64_t place = p / m_strides[a] % m_sources.axes()[a].size;
  return field.place.coordinate ? field.place.number(m_sources.axes(), place) : static_cast<field_key>(place);
}

std::optional<std::string_view> field_reader::word(const position_field& field, position p) {
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

player field_reader::to_move(position p) {
  if (p < m_run_begin || p >= m_run.end) {
    m_run_begin = p;
    m_run = run_at(m_game, p);
  }
  return m_run.to_move;
}

void field_reader::read_groups(std::span<const found_position> found, std::span<field_key> keys) const {
  std::array<position, max_classified> batch;
  std::array<position_class, max_classified> classes;
  for (std::size_t begin = 0; begin < found.size(); begin += batch.size()) {
    const std::size_t size = std::min(batch.size(), found.size() - begin);
    for (std::size_t i = 0; i < size; ++i) batch[i] = found[begin + i].at;
    m_game.rules().classify(std::span(batch).first(size), std::span(classes).first(size));
    for (std::size_t i = 0; i < size; ++i) keys[begin + i] = classes[i].group;
  }
}

void field_reader::read_zugzwangs(std::span<const found_position> found, std::span<field_key> keys) {
  constexpr std::size_t batch_size = 512;
  std::array<position, batch_size> batch;
  std::array<position_value, batch_size> values;
  std::array<turn_pair, batch_size> pairs;
  if (!m_turn_pairs) m_turn_pairs.emplace(m_sources.turn_pairs()->reader());
  for (std::size_t begin = 0; begin < found.size(); begin += batch_size) {
    const std::size_t size = std::min(batch_size, found.size() - begin);
    for (std::size_t i = 0; i < size; ++i) {
      batch[i] = found[begin + i].at;
      values[i] = found[begin + i].value;
    }
    m_turn_pairs->read(std::span(batch).first(size), std::span(values).first(size), std::span(pairs).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      const field_key kind = pairs[i].is_mutual ? 2 : 1;  // as value_names has them
      keys[begin + i] = pairs[i].is_zugzwang() ? kind : 0;
    }
  }
}

void field_reader::read(const position_field& field, std::span<const found_position> found,
                        std::span<const move_count> counts, std::span<field_key> keys) {
  constexpr field_key nobody = 2;
  const auto fill = [&](const auto& key_of) {
    for (std::size_t i = 0; i < found.size(); ++i) keys[i] = key_of(found[i], i);
  };
  switch (field.kind) {
    case field_kind::place: return fill([&](const found_position& f, std::size_t) { return place_key(field, f.at); });
    case field_kind::number:
      return fill([](const found_position& f, std::size_t) { return static_cast<field_key>(f.at); });
    case field_kind::outcome:
      return fill([](const found_position& f, std::size_t) { return static_cast<field_key>(f.value.outcome); });
    case field_kind::plies:
      return fill([](const found_position& f, std::size_t) {
        return f.value.distance_plies == no_distance ? no_key : field_key{f.value.distance_plies};
      });
    case field_kind::margin:
      return fill([](const found_position& f, std::size_t) { return field_key{f.value.margin()}; });
    case field_kind::to_move:
      return fill([&](const found_position& f, std::size_t) { return static_cast<field_key>(to_move(f.at)); });
    case field_kind::winner:
      return fill([&](const found_position& f, std::size_t) {
        const auto winner = read_value(f.value, to_move(f.at), m_rules).winner;
        return winner ? static_cast<field_key>(*winner) : nobody;
      });
    case field_kind::ended:
      return fill([&](const found_position& f, std::size_t) { return has_ended(m_game, f.at, f.value) ? 1 : 0; });
    case field_kind::reachable:
      return fill([&](const found_position& f, std::size_t) { return m_sources.is_reached(f.at) ? 1 : 0; });
    case field_kind::group: return read_groups(found, keys);
    case field_kind::word:
      return fill([&](const found_position& f, std::size_t) {
        const auto text = word(field, f.at);
        return text ? m_sources.texts().key(*text) : no_key;
      });
    case field_kind::zugzwang: return read_zugzwangs(found, keys);
    case field_kind::moves: return fill([&](const auto&, std::size_t i) { return field_key{counts[i].moves}; });
    case field_kind::winning_moves:
      return fill([&](const auto&, std::size_t i) { return field_key{counts[i].winning}; });
    case field_kind::keeping_moves:
      return fill([&](const auto&, std::size_t i) { return field_key{counts[i].keeping}; });
  }
  throw std::logic_error("kind of field out of range");
}

}  // namespace zermelo
