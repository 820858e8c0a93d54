// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/position_search.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/random.hpp>

#include "field_table.hpp"
#include "query_matcher.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t search_block_size = 1 << 16;  // positions
constexpr std::string_view need_of_sorting = "sorting the positions found needs";

/// The keys of all requested fields. Unused keys are 0.
using field_keys = std::array<field_key, position_field::max_fields>;

struct hash_of_keys {
  std::size_t operator()(const field_keys& keys) const {
    std::uint64_t hash = 0;
    for (const field_key key : keys) hash = splitmix64_mix(hash ^ static_cast<std::uint64_t>(key));
    return hash;
  }
};

using key_counts = std::unordered_map<field_keys, std::uint64_t, hash_of_keys>;

std::vector<position_field> all_fields(const position_query& query, const std::vector<position_field>& requested) {
  std::vector<position_field> fields = fields_of(query);
  fields.insert(fields.end(), requested.begin(), requested.end());
  return fields;
}

/// Whether a search reads the requested fields.
enum class field_reading : bool { left_out, done };

}  // namespace

class position_search::implementation {
 public:
  implementation(const any_game& game, const solution_entries& values, position_query query,
                 std::vector<position_field> requested, unsigned threads, work_monitor& monitor)
      : m_game(game),
        m_values(values),
        m_query(std::move(query)),
        m_requested(std::move(requested)),
        m_threads(resolve_threads(threads)),
        m_monitor(monitor),
        m_sources(game, values, all_fields(m_query, m_requested), threads, monitor),
        m_matcher(m_sources, values, m_query, m_threads, monitor) {
    if (m_requested.size() > position_field::max_fields) throw contract_error("too many fields to search by");
  }

  /// Finds the matching positions in a block.
  void search(const index_range& block, field_reading fields, found_block& result) {
    result.found.clear();
    result.keys.clear();
    if (!m_query.may_match(block.begin, block.end)) return;
    worker& local = m_workers.local();
    local.entries.resize(block.end - block.begin);
    m_values.read(block.begin, local.entries);
    local.reader.match(block.begin, local.entries, result);
    if (fields == field_reading::done) local.reader.read_keys(m_requested, result);
  }

  /// Searches all blocks and calls f(block) for each in ascending order, until f returns `stop`.
  template <class Take>
  void for_each_in_order(field_reading fields, const Take& f) {
    m_monitor.phase("scan", m_values.size());
    for_each_block_in_order<found_block>(
        m_values.size(), m_threads, m_monitor, [](position begin) { return begin + search_block_size; },
        [&](const index_range& block, found_block& found) { search(block, fields, found); }, f);
  }

  /// Searches all blocks and calls f(block) for each, on all threads.
  template <class Use>
  void for_each_in_parallel(field_reading fields, const Use& f) {
    m_monitor.phase("scan", m_values.size());
    const auto scan = [&](position begin, position end) {
      found_block& found = m_workers.local().block;
      search({begin, end}, fields, found);
      f(std::as_const(found));
    };
    for_each_block(m_values.size(), m_threads, m_monitor, scan, search_block_size);
  }

  [[nodiscard]] std::vector<counted_values> count_by() {
    per_thread<key_counts> counts;
    for_each_in_parallel(field_reading::done, [&](const found_block& block) {
      key_counts& local = counts.local();
      const std::size_t size = block.found.size();
      key_counts::value_type* last = nullptr;
      for (std::size_t i = 0; i < size; ++i) {
        field_keys keys{};
        for (std::size_t f = 0; f < m_requested.size(); ++f) keys[f] = block.keys[f * size + i];
        if (last == nullptr || last->first != keys) last = &*local.try_emplace(keys, 0).first;
        ++last->second;
      }
      expect_countable(local.size());
    });
    key_counts sums;
    for (const key_counts& part : counts) {
      for (const auto& [keys, positions] : part) sums[keys] += positions;
      expect_countable(sums.size());
    }
    std::vector<std::pair<field_keys, std::uint64_t>> sorted(sums.begin(), sums.end());
    const std::vector<sort_direction> all_ascending(m_requested.size(), sort_direction::ascending);
    std::sort(sorted.begin(), sorted.end(),
              [&](const auto& a, const auto& b) { return order(a.first.data(), b.first.data(), all_ascending) < 0; });
    std::vector<counted_values> result;
    for (const auto& [keys, positions] : sorted) {
      counted_values& counted = result.emplace_back();
      counted.positions = positions;
      for (std::size_t f = 0; f < m_requested.size(); ++f) {
        counted.values.push_back(m_sources.value(m_requested[f], keys[f]));
      }
    }
    return result;
  }

  /// @tparam Fields  m_requested.size()
  template <std::size_t Fields>
  [[nodiscard]] std::vector<found_position> sort(std::span<const sort_direction> directions,
                                                 std::optional<std::uint64_t> limit) {
    struct row {
      found_position found;
      std::array<field_key, Fields> keys;
    };
    constexpr std::size_t min_surplus = 1024;  // prevents sorting after every block if the limit is small
    std::vector<row> rows;
    const auto sort_and_cut = [&] {
      std::sort(rows.begin(), rows.end(), [&](const row& a, const row& b) {
        const int compared = order(a.keys.data(), b.keys.data(), directions);
        return compared != 0 ? compared < 0 : a.found.at < b.found.at;
      });
      if (limit && rows.size() > *limit) rows.resize(*limit);
    };
    for_each_in_order(field_reading::done, [&](const found_block& block) {
      const std::size_t size = block.found.size();
      for (std::size_t i = 0; i < size; ++i) {
        if (rows.size() == rows.capacity()) grow(rows);
        row& added = rows.emplace_back(row{block.found[i], {}});
        for (std::size_t f = 0; f < Fields; ++f) added.keys[f] = block.keys[f * size + i];
        if (limit && rows.size() >= 2 * *limit + min_surplus) sort_and_cut();
      }
      return sweep_step::proceed;
    });
    sort_and_cut();
    std::vector<found_position> sorted;
    expect_available(need_of_sorting, rows.size() * sizeof(found_position));
    sorted.reserve(rows.size());
    for (const row& r : rows) sorted.push_back(r.found);
    return sorted;
  }

  [[nodiscard]] std::size_t num_fields() const noexcept { return m_requested.size(); }

 private:
  struct worker {
    explicit worker(const query_matcher& matcher) : reader(matcher) {}
    match_reader reader;
    std::vector<position_value> entries;
    found_block block;
  };

  /// Doubles the capacity for rows. @throws resource_error if there is not enough memory.
  template <class Row>
  static void grow(std::vector<Row>& rows) {
    constexpr std::size_t min_rows = 1024;
    const std::size_t more = std::max(min_rows, 2 * rows.capacity());
    expect_available(need_of_sorting, more * sizeof(Row));
    rows.reserve(more);
  }

  /// Returns a negative number if key a is before key b, and 0 if the keys are equal.
  [[nodiscard]] int order(const field_key* a, const field_key* b, std::span<const sort_direction> directions) const {
    for (std::size_t f = 0; f < m_requested.size(); ++f) {
      if (a[f] == b[f]) continue;
      if (a[f] == no_key || b[f] == no_key) return a[f] == no_key ? 1 : -1;
      const bool is_before = m_sources.is_less(m_requested[f], a[f], b[f]);
      return is_before == (directions[f] == sort_direction::ascending) ? -1 : 1;
    }
    return 0;
  }

  static void expect_countable(std::size_t combinations) {
    if (combinations <= max_counted) return;
    throw input_error(fmt::format("the positions found have more than {} different values; count by fewer fields",
                                  grouped_digits(max_counted)));
  }

  const any_game& m_game;
  const solution_entries& m_values;
  position_query m_query;
  std::vector<position_field> m_requested;
  unsigned m_threads;
  work_monitor& m_monitor;
  field_sources m_sources;
  query_matcher m_matcher;
  per_thread<worker> m_workers{[this] { return worker(m_matcher); }};
};

std::string field_text(const field_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

position_search::position_search(const any_game& game, const solution_entries& values, position_query query,
                                 std::vector<position_field> fields, unsigned threads, work_monitor& monitor)
    : m_search(std::make_unique<implementation>(game, values, std::move(query), std::move(fields), threads, monitor)) {}
position_search::~position_search() = default;

sort_order sort_order::parse(const any_game& game, std::string_view text) {
  std::string names;
  sort_order order;
  bool is_first_character = true;
  for (const char c : text) {
    const bool descends = is_first_character && c == '-';
    if (is_first_character) {
      order.directions.push_back(descends ? sort_direction::descending : sort_direction::ascending);
    }
    if (!descends) names += c;
    is_first_character = c == ',';
  }
  order.fields = position_field::find_all(game, names);
  return order;
}

bool position_search::looks_up_positions(const position_query& query, const std::vector<position_field>& fields) {
  const auto fields_of_search = all_fields(query, fields);
  return query.best_move_to() ||
         std::any_of(fields_of_search.begin(), fields_of_search.end(),
                     [](const position_field& field) { return field.definition->need > field_need::rules; });
}

void position_search::for_each(const std::function<sweep_step(std::span<const found_position>)>& f) {
  m_search->for_each_in_order(field_reading::left_out, [&f](const found_block& block) { return f(block.found); });
}

std::uint64_t position_search::count() {
  std::atomic<std::uint64_t> count = 0;
  m_search->for_each_in_parallel(field_reading::left_out, [&count](const found_block& block) {
    count.fetch_add(block.found.size(), std::memory_order_relaxed);  // read after the loop
  });
  return count;
}

std::vector<counted_values> position_search::count_by() { return m_search->count_by(); }

std::vector<found_position> position_search::sort(std::span<const sort_direction> directions,
                                                  std::optional<std::uint64_t> limit) {
  switch (m_search->num_fields()) {
    case 1: return m_search->sort<1>(directions, limit);
    case 2: return m_search->sort<2>(directions, limit);
    case 3: return m_search->sort<3>(directions, limit);
    case 4: return m_search->sort<4>(directions, limit);
    default: throw contract_error("expected 1 to 4 fields to sort by");
  }
}

}  // namespace zermelo
