// SPDX-License-Identifier: MIT
#include <zermelo/experiment/question/position_search.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "field_reader.hpp"

namespace zermelo::experiment {
namespace {

constexpr std::uint64_t search_block_size = 1 << 16;  // positions

/// The positions found in a block.
struct found_block {
  std::vector<found_position> found;
  std::vector<move_count> counts;  ///< of `found`; empty if nothing needs them
  std::vector<field_key> keys;     ///< [field][position found], of the fields asked for
};

/// Keys of all fields asked for; unused ones are 0.
using field_keys = std::array<field_key, position_field::max_fields>;

struct hash_of_keys {
  std::size_t operator()(const field_keys& keys) const {
    std::uint64_t hash = 0;
    for (const field_key key : keys) hash = splitmix64_mix(hash ^ static_cast<std::uint64_t>(key));
    return hash;
  }
};

using key_counts = std::unordered_map<field_keys, std::uint64_t, hash_of_keys>;

/// A condition with its value as a key.
struct key_condition {
  position_field field;
  comparison op = comparison::equal;
  field_key key = 0;

  [[nodiscard]] bool holds(field_key found) const {
    const bool has_order = op != comparison::equal && op != comparison::not_equal;
    if (found == no_key || (has_order && field.kind == field_kind::word && found >= text_list::first_text)) {
      return false;
    }
    return experiment::holds(op, found, key);
  }
};

/// Whether a best move may lead to the target, by the entries of both positions.
class best_move_filter {
 public:
  best_move_filter(const any_game& game, position target, position_value value)
      : m_target_owner(across_move(player_to_move(game, target), game.seen_by())),
        m_value(value),
        m_infinite_play(game.reading().infinite_play) {}

  [[nodiscard]] bool may_lead_there(position_value own, player mover) const {
    const entry_scores<std::int64_t> scores(mover, m_infinite_play);
    position_value reached = m_value;
    const bool has_distances = !lacks_distance(own) && !lacks_distance(reached);
    if (!has_distances) {
      for (position_value* value : {&own, &reached}) {
        if (value->outcome != outcome::draw) value->distance_plies = 0;
      }
    }
    const std::int64_t after = scores.score(reached, m_target_owner);
    return scores.score(own, mover) == (has_distances ? scores.one_ply_back(after) : after);
  }

 private:
  player m_target_owner;  ///< as the mover calls the player to move in the target
  position_value m_value;
  std::optional<player> m_infinite_play;
};

std::vector<position_field> all_fields(const position_query& query, const std::vector<position_field>& asked) {
  std::vector<position_field> fields = asked;
  for (const derived_condition& condition : query.derived()) fields.push_back(condition.field);
  return fields;
}

/// Keeps the elements whose place in `kept` is true.
template <class T>
void keep_marked(std::vector<T>& elements, const std::vector<bool>& kept) {
  if (elements.empty()) return;
  std::size_t size = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (kept[i]) elements[size++] = elements[i];
  }
  elements.resize(size);
}

}  // namespace

class position_search::implementation {
 public:
  implementation(const any_game& game, const solution_entries& values, position_query query,
                 std::vector<position_field> asked, unsigned threads, work_monitor& monitor)
      : m_game(game),
        m_values(values),
        m_query(std::move(query)),
        m_asked(std::move(asked)),
        m_threads(resolve_threads(threads)),
        m_monitor(monitor),
        m_sources(game, values, all_fields(m_query, m_asked), threads, monitor) {
    if (m_asked.size() > position_field::max_fields) throw contract_error("a search by too many fields");
    for (const derived_condition& condition : m_query.derived()) m_conditions.push_back(key_of(condition));
    m_asks_moves = std::any_of(m_asked.begin(), m_asked.end(),
                               [](const position_field& field) { return counts_moves(field.kind); });
    if (const auto target = m_query.best_move_to()) {
      const position_value value = m_values[*target];
      if (value.outcome == outcome::illegal) {
        throw input_error(fmt::format("the table has no value of the position '{}'", format(m_game, *target)));
      }
      m_best_move.emplace(m_game, *target, value);
    }
  }

  /// The positions that match in a block. @param with_keys  whether to read the fields asked for
  void search(const index_range& block, bool with_keys, found_block& result) {
    result.found.clear();
    result.counts.clear();
    result.keys.clear();
    if (!m_query.may_match(block.begin, block.end)) return;
    worker& local = m_workers.local();
    local.entries.resize(block.end - block.begin);
    m_values.read(block.begin, local.entries);
    m_query.for_each_match(block.begin, local.entries,
                           [&](position p, position_value v) { result.found.push_back({p, v}); });
    apply_conditions(local, result);
    if (!with_keys || result.found.empty()) return;
    if (m_asks_moves && result.counts.empty()) local.reader.count_moves(result.found, result.counts);
    const std::size_t size = result.found.size();
    result.keys.resize(m_asked.size() * size);
    for (std::size_t f = 0; f < m_asked.size(); ++f) {
      local.reader.read(m_asked[f], result.found, result.counts, std::span(result.keys).subspan(f * size, size));
    }
  }

  /// Calls f(block searched) for all blocks, in ascending order until f returns `stop`.
  template <class Take>
  void for_each_in_order(bool with_keys, const Take& f) {
    m_monitor.phase("scan", m_values.size());
    for_each_block_in_order<found_block>(
        m_values.size(), m_threads, m_monitor, [](position begin) { return begin + search_block_size; },
        [&](const index_range& block, found_block& found) { search(block, with_keys, found); }, f);
  }

  /// Calls f(block searched, by thread) for all blocks, on all threads.
  template <class Use>
  void for_each_in_parallel(bool with_keys, const Use& f) {
    m_monitor.phase("scan", m_values.size());
    const auto scan = [&](position begin, position end) {
      found_block& found = m_workers.local().block;
      search({begin, end}, with_keys, found);
      f(std::as_const(found));
    };
    for_each_block(m_values.size(), m_threads, m_monitor, scan, search_block_size);
  }

  [[nodiscard]] std::vector<counted_values> count_by() {
    tbb::enumerable_thread_specific<key_counts> counts;
    for_each_in_parallel(true, [&](const found_block& block) {
      key_counts& local = counts.local();
      const std::size_t size = block.found.size();
      key_counts::value_type* last = nullptr;
      for (std::size_t i = 0; i < size; ++i) {
        field_keys keys{};
        for (std::size_t f = 0; f < m_asked.size(); ++f) keys[f] = block.keys[f * size + i];
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
    std::sort(sorted.begin(), sorted.end(), [this](const auto& a, const auto& b) {
      const std::vector<sort_direction> all_ascending(m_asked.size(), sort_direction::ascending);
      return order(a.first.data(), b.first.data(), all_ascending) < 0;
    });
    std::vector<counted_values> result;
    for (const auto& [keys, positions] : sorted) {
      counted_values& counted = result.emplace_back();
      counted.positions = positions;
      for (std::size_t f = 0; f < m_asked.size(); ++f) {
        counted.values.push_back(m_sources.value(m_asked[f], keys[f]));
      }
    }
    return result;
  }

  /// @tparam Fields  m_asked.size()
  template <std::size_t Fields>
  [[nodiscard]] std::vector<found_position> sort(std::span<const sort_direction> directions,
                                                 std::optional<std::uint64_t> limit) {
    struct row {
      found_position found;
      std::array<field_key, Fields> keys;
    };
    constexpr std::size_t min_surplus = 1024;  // so that a small limit does not make every block sort
    std::vector<row> rows;
    const auto sort_and_cut = [&] {
      std::sort(rows.begin(), rows.end(), [&](const row& a, const row& b) {
        const int compared = order(a.keys.data(), b.keys.data(), directions);
        return compared != 0 ? compared < 0 : a.found.at < b.found.at;
      });
      if (limit && rows.size() > *limit) rows.resize(*limit);
    };
    for_each_in_order(true, [&](const found_block& block) {
      const std::size_t size = block.found.size();
      for (std::size_t i = 0; i < size; ++i) {
        row& added = rows.emplace_back(row{block.found[i], {}});
        for (std::size_t f = 0; f < Fields; ++f) added.keys[f] = block.keys[f * size + i];
        if (limit && rows.size() >= 2 * *limit + min_surplus) sort_and_cut();
      }
      return sweep_step::proceed;
    });
    sort_and_cut();
    std::vector<found_position> sorted;
    sorted.reserve(rows.size());
    for (const row& r : rows) sorted.push_back(r.found);
    return sorted;
  }

  [[nodiscard]] std::size_t num_fields() const noexcept { return m_asked.size(); }

 private:
  struct worker {
    explicit worker(const implementation& search) : reader(search.m_sources, search.m_query.best_move_to()) {}
    field_reader reader;
    std::vector<position_value> entries;
    std::vector<field_key> keys;
    std::vector<bool> kept;
    found_block block;
  };

  [[nodiscard]] key_condition key_of(const derived_condition& condition) {
    key_condition result{condition.field, condition.op, condition.number.value_or(0)};
    if (condition.field.kind == field_kind::group) result.key = find_group(m_game, condition, m_threads, m_monitor);
    const bool is_equality = condition.op == comparison::equal || condition.op == comparison::not_equal;
    if (condition.field.kind == field_kind::word && is_equality) {
      result.key = m_sources.texts().key(condition.value);
    }
    return result;
  }

  /// Removes the positions that do not meet the conditions which the rules are asked for.
  void apply_conditions(worker& local, found_block& result) {
    const auto filter = [&](const auto& is_kept) {
      local.kept.resize(result.found.size());
      for (std::size_t i = 0; i < result.found.size(); ++i) local.kept[i] = is_kept(i);
      keep_marked(result.found, local.kept);
      keep_marked(result.counts, local.kept);
    };
    if (m_best_move) {
      local.keys.resize(result.found.size());
      local.reader.read({field_kind::to_move}, result.found, {}, local.keys);
      filter([&](std::size_t i) {
        return m_best_move->may_lead_there(result.found[i].value, static_cast<player>(local.keys[i]));
      });
      local.reader.count_moves(result.found, result.counts);
      filter([&](std::size_t i) { return result.counts[i].leads_to_target; });
    }
    for (const key_condition& condition : m_conditions) {
      if (result.found.empty()) return;
      if (counts_moves(condition.field.kind) && result.counts.empty()) {
        local.reader.count_moves(result.found, result.counts);
      }
      local.keys.resize(result.found.size());
      local.reader.read(condition.field, result.found, result.counts, local.keys);
      filter([&](std::size_t i) { return condition.holds(local.keys[i]); });
    }
  }

  /// Negative if the keys a come before the keys b, 0 if they are equal.
  [[nodiscard]] int order(const field_key* a, const field_key* b, std::span<const sort_direction> directions) const {
    for (std::size_t f = 0; f < m_asked.size(); ++f) {
      if (a[f] == b[f]) continue;
      if (a[f] == no_key || b[f] == no_key) return a[f] == no_key ? 1 : -1;
      const bool is_before = m_sources.is_less(m_asked[f], a[f], b[f]);
      return is_before == (directions[f] == sort_direction::ascending) ? -1 : 1;
    }
    return 0;
  }

  static void expect_countable(std::size_t combinations) {
    if (combinations <= max_counted) return;
    throw input_error(
        fmt::format("the positions found have more than {} values to count by", grouped_digits(max_counted)));
  }

  const any_game& m_game;
  const solution_entries& m_values;
  position_query m_query;
  std::vector<position_field> m_asked;
  unsigned m_threads;
  work_monitor& m_monitor;
  field_sources m_sources;
  std::vector<key_condition> m_conditions;
  bool m_asks_moves = false;
  std::optional<best_move_filter> m_best_move;
  tbb::enumerable_thread_specific<worker> m_workers{std::cref(*this)};
};

position_search::position_search(const any_game& game, const solution_entries& values, position_query query,
                                 std::vector<position_field> fields, unsigned threads, work_monitor& monitor)
    : m_search(std::make_unique<implementation>(game, values, std::move(query), std::move(fields), threads, monitor)) {}
position_search::~position_search() = default;

bool position_search::looks_up_moves(const position_query& query, const std::vector<position_field>& fields) {
  const auto fields_of_search = all_fields(query, fields);
  return query.best_move_to() ||
         std::any_of(fields_of_search.begin(), fields_of_search.end(), [](const position_field& field) {
           return counts_moves(field.kind) || field.kind == field_kind::reachable;
         });
}

void position_search::for_each(const std::function<sweep_step(std::span<const found_position>)>& f) {
  m_search->for_each_in_order(false, [&f](const found_block& block) { return f(block.found); });
}

std::uint64_t position_search::count() {
  std::atomic<std::uint64_t> count = 0;
  m_search->for_each_in_parallel(false, [&count](const found_block& block) {
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
    default: throw contract_error("a search is sorted by 1 to 4 fields");
  }
}

}  // namespace zermelo::experiment
