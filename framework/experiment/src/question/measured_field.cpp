// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/measured_field.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {
namespace {

/// Whether a place on an axis, or its coordinate, is a number, as queries compare it.
bool is_numeric(const std::vector<axis>& axes, const place_field& field) {
  const axis& a = axes[field.axis_number];
  return field.coordinate || (a.labels.empty() && a.coordinates.empty());
}

}  // namespace

measured_field::measured_field(const any_game& game, std::string_view name) : m_game(game) {
  const std::vector<axis> axes = game.axes();
  std::vector<std::string> known;
  for (const std::string& field : place_field::names(axes)) {
    if (is_numeric(axes, place_field::find(axes, field))) known.push_back(field);
  }
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    known.insert(known.end(), {"plies", "moves"});
    if (name == "plies" || name == "moves") {
      m_source = name == "plies" ? source::plies : source::moves;
      return;
    }
    throw input_error(fmt::format("there is no field '{}' with numbers; {}", excerpt(name), suggest(name, known)));
  }
  const place_field field = place_field::find(axes, name);
  const axis& own_axis = axes[field.axis_number];
  m_num_places = own_axis.size;
  for (std::size_t a = field.axis_number + 1; a < axes.size(); ++a) m_stride *= axes[a].size;
  if (field.coordinate) m_numbers = own_axis.coordinates[*field.coordinate].values;
}

void measured_field::for_each_number(const position_query& query, position first,
                                     std::span<const position_value> entries, const number_callback& f) const {
  switch (m_source) {
    case source::plies:
      return query.for_each_match(first, entries, [&f](position, position_value value) {
        if (value.distance_plies != no_distance) f(value.distance_plies);
      });
    case source::moves: return for_each_count_of_moves(query, first, entries, f);
    case source::place:
      return query.for_each_match(first, entries, [&](position p, position_value) {
        const std::uint64_t place = p / m_stride % m_num_places;
        f(m_numbers.empty() ? static_cast<std::int64_t>(place) : m_numbers[place]);
      });
  }
  throw std::logic_error("source out of range");
}

void measured_field::for_each_count_of_moves(const position_query& query, position first,
                                             std::span<const position_value> entries, const number_callback& f) const {
  // Rules answer a stretch faster than its positions one by one; a stretch without a match is left out.
  constexpr std::size_t stretch_length = 256;
  std::array<position_word, stretch_length> words{};
  position begin = first;
  position end = first;
  query.for_each_match(first, entries, [&](position p, position_value) {
    if (p >= end) {
      begin = p;
      end = std::min<position>(p + stretch_length, first + entries.size());
      m_game.rules().describe(begin, std::span(words).first(end - begin), nullptr);
    }
    f(static_cast<std::int64_t>(num_moves_of(words[p - begin])));
  });
}

void number_counts::add(std::int64_t number, std::uint64_t count) {
  constexpr std::int64_t max_small = 65'535;
  if (number < 0 || number > max_small) {
    m_other[number] += count;
    return;
  }
  const auto place = static_cast<std::size_t>(number);
  if (place >= m_small.size()) m_small.resize(place + 1);
  m_small[place] += count;
}

void number_counts::add(const number_counts& other) {
  for (const auto& [number, count] : other.all()) add(number, count);
}

bool number_counts::empty() const { return m_small.empty() && m_other.empty(); }

std::map<std::int64_t, std::uint64_t> number_counts::all() const {
  std::map<std::int64_t, std::uint64_t> counts = m_other;
  for (std::size_t number = 0; number < m_small.size(); ++number) {
    if (m_small[number] > 0) counts.emplace(static_cast<std::int64_t>(number), m_small[number]);
  }
  return counts;
}

double number_counts::mean() const {
  double sum = 0;
  double total = 0;
  for (const auto& [number, count] : all()) {
    sum += static_cast<double>(number) * static_cast<double>(count);
    total += static_cast<double>(count);
  }
  return sum / total;
}

double number_counts::quantile(double at) const {
  const auto counts = all();
  std::uint64_t total = 0;
  for (const auto& [number, count] : counts) total += count;
  const double place = at * static_cast<double>(total - 1);
  const auto below = std::min(static_cast<std::uint64_t>(place), total - 1);
  // The numbers at `below` and after it.
  std::uint64_t up_to = 0;
  for (auto one = counts.begin(); one != counts.end(); ++one) {
    up_to += one->second;
    if (up_to <= below) continue;
    const auto lower = static_cast<double>(one->first);
    const bool is_last_of_number = up_to == below + 1;
    if (!is_last_of_number || below + 1 == total) return lower;
    const auto upper = static_cast<double>(std::next(one)->first);
    return lower + (upper - lower) * (place - static_cast<double>(below));
  }
  throw std::logic_error("a quantile of no numbers");
}

}  // namespace zermelo::experiment
