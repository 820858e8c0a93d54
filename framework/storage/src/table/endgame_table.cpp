// SPDX-License-Identifier: MIT
// Reads endgame tables, which may be untrusted: a child process opens the file with HDF5, sizes are checked before
// memory is allocated, and values that the format does not allow are never returned.
#include <zermelo/storage/table/endgame_table.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <oneapi/tbb/parallel_sort.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/solve_signature.hpp>
#include <zermelo/core/value/value_columns.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"
#include "chunk_cache.hpp"
#include "key_datasets.hpp"
#include "table_description.hpp"
#include "table_format.hpp"
#include "to_move_dataset.hpp"

namespace zermelo::storage {
namespace {

struct no_numbers {
  void set(position_value& /*entry*/, std::size_t /*i*/) const noexcept {}
};
/// The numbers of a chunk in one of the types that files use.
template <class Column, class Number>
struct numbers_of_type {
  uninitialized_array<Number> array;
  void set(position_value& entry, std::size_t i) const noexcept { Column::set(entry, array[i]); }
};
template <class Column>
using chunk_numbers = std::variant<no_numbers, numbers_of_type<Column, typename Column::narrow>,
                                   numbers_of_type<Column, typename Column::wide>>;

/// The entries of a chunk in their stored form. All of them are valid.
struct chunk_entries {
  uninitialized_array<std::uint8_t> outcomes;
  of_each_column<chunk_numbers> numbers;

  [[nodiscard]] position_value operator[](std::size_t i) const {
    position_value entry;
    copy(i, {&entry, 1});
    return entry;
  }
  void copy(std::size_t begin, std::span<position_value> entries) const {
    // Runs one loop for each combination of types, which sets complete entries.
    const auto copy_all = [&](const auto&... columns) {
      for (std::size_t i = 0; i < entries.size(); ++i) {
        position_value entry{static_cast<outcome>(outcomes[begin + i]), no_distance};
        (columns.set(entry, begin + i), ...);
        entries[i] = entry;
      }
    };
    std::apply([&](const auto&... stored) { std::visit(copy_all, stored...); }, numbers);
  }
};

constexpr const char* wrong_counts = "the values do not match the stored counts";

/// @throws input_error if the signature of the values differs from the stored one.
void expect_signature(const std::filesystem::path& path, std::uint64_t signature, const solution_summary& stored) {
  if (signature == stored.signature) return;
  reject_file(
      path, fmt::format("damaged: signature of values is {}, not {}", hex_text(signature), hex_text(stored.signature)));
}

}  // namespace

class endgame_table::implementation {
 public:
  implementation(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
                 const table_description& description, std::size_t cache_bytes,
                 const std::shared_ptr<chunk_memory>& memory)
      : m_file(std::move(file)),
        m_outcomes(*m_file, format::outcome_dataset, {sizeof(std::uint8_t)}, description.outcomes),
        m_numbers(numbers_of(*m_file, description)),
        m_metadata(metadata_of(*m_file, description)),
        m_cache(memory, cache_bytes, min_cached_chunks, layout().chunk_elements() * entry_bytes()) {
    const std::uint64_t elements = layout().num_elements();
    if (elements != m_metadata.summary.positions) {
      throw hdf5::failure(fmt::format("dataset 'outcome': expected {1} elements as in attribute 'positions', got {0}",
                                      elements, m_metadata.summary.positions));
    }
    if (!description.players_to_move.empty()) {
      m_metadata.players_to_move = read_players_to_move(path, m_file, description.players_to_move.front(), elements);
    }
    read_keys(path, m_file, description.keys, cache_bytes, memory, m_metadata);
  }

  [[nodiscard]] const table_metadata& metadata() const noexcept { return m_metadata; }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_outcomes.layout(); }
  [[nodiscard]] std::size_t cache_bytes() const {
    const std::size_t chunks = std::min<std::size_t>(m_cache.capacity(), layout().num_chunks());
    return chunks * layout().chunk_elements() * entry_bytes();
  }
  void forget_chunks() { m_cache.clear(); }

  /// Returns the entries of a chunk from the cache or the file. Thread-safe; chunks are read in parallel.
  /// @throws hdf5::failure if the chunk is damaged or has an invalid entry.
  [[nodiscard]] std::shared_ptr<const chunk_entries> chunk(std::uint64_t number) {
    auto entries = m_cache.find(number);
    if (!entries) {
      entries = read_chunk(number);
      m_cache.insert(number, entries);
    }
    return entries;
  }
  /// Reads the codes of a chunk's outcomes from the file. Distances are not checked. Thread-safe. @throws what `chunk`
  /// throws.
  [[nodiscard]] uninitialized_array<std::uint8_t> outcomes(std::uint64_t number) const {
    auto outcomes = m_outcomes.read_chunk<std::uint8_t>(number);
    expect_outcomes(number, outcomes.span().first(layout().num_positions(number)));
    return outcomes;
  }

 private:
  using number_arrays = std::array<std::optional<chunked_array>, num_value_columns>;

  [[nodiscard]] static number_arrays numbers_of(const existing_file& file, const table_description& description) {
    number_arrays arrays;
    for_each_value_column([&](auto c) {
      using column = value_column<c>;
      if (!description.has_numbers(c)) return;
      arrays[c] = chunked_array(file, column::name, {sizeof(typename column::narrow), sizeof(typename column::wide)},
                                description.numbers[c]);
    });
    return arrays;
  }

  [[nodiscard]] std::size_t entry_bytes() const noexcept {
    std::size_t bytes = 1;
    for (const auto& array : m_numbers) bytes += array ? array->element_bytes() : 0;
    return bytes;
  }

  [[nodiscard]] std::shared_ptr<const chunk_entries> read_chunk(std::uint64_t number) const {
    auto entries = std::make_shared<chunk_entries>(chunk_entries{m_outcomes.read_chunk<std::uint8_t>(number), {}});
    const auto outcomes = entries->outcomes.span().first(layout().num_positions(number));
    // In a table with distances, outcomes are checked together with them.
    if (!m_numbers.front()) expect_outcomes(number, outcomes);
    for_each_value_column([&](auto c) {
      using column = value_column<c>;
      const auto& array = m_numbers[c];
      auto& numbers = std::get<c>(entries->numbers);
      if (!array) return;
      if (array->element_bytes() == sizeof(typename column::wide)) {
        numbers = read_numbers<column, typename column::wide>(*array, number, outcomes);
      } else {
        numbers = read_numbers<column, typename column::narrow>(*array, number, outcomes);
      }
    });
    return entries;
  }

  /// Reads the numbers of a chunk. @throws hdf5::failure if a number contradicts its outcome.
  template <class Column, class Number>
  [[nodiscard]] numbers_of_type<Column, Number> read_numbers(const chunked_array& array, std::uint64_t chunk,
                                                             std::span<const std::uint8_t> outcomes) const {
    auto numbers = array.read_chunk<Number>(chunk);
    const auto extent = static_cast<Number>(
        std::min<std::uint64_t>(Column::extent(m_metadata.summary), std::numeric_limits<Number>::max()));
    Number wrong = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      wrong = static_cast<Number>(wrong | Number{!Column::is_possible(outcomes[i], numbers[i], extent)});
    }
    if (wrong == 0) return {std::move(numbers)};
    std::size_t i = 0;
    while (Column::is_possible(outcomes[i], numbers[i], extent)) ++i;
    throw hdf5::failure(fmt::format("position {} has the impossible outcome {} and {} {}",
                                    layout().first_position(chunk) + i, outcomes[i], Column::name, numbers[i]));
  }

  /// @throws hdf5::failure if a code is not an outcome.
  void expect_outcomes(std::uint64_t number, std::span<const std::uint8_t> outcomes) const {
    const std::uint8_t greatest =
        outcomes.empty() ? std::uint8_t{0} : *std::max_element(outcomes.begin(), outcomes.end());
    if (greatest < num_outcomes) return;
    const auto wrong =
        std::find_if(outcomes.begin(), outcomes.end(), [](std::uint8_t code) { return code >= num_outcomes; });
    throw hdf5::failure(
        fmt::format("position {} has the impossible outcome {}",
                    layout().first_position(number) + static_cast<std::uint64_t>(wrong - outcomes.begin()), *wrong));
  }
  std::shared_ptr<const existing_file> m_file;  ///< shared with the keys, which may outlive the table
  chunked_array m_outcomes;
  number_arrays m_numbers;  ///< [column]; nothing: not stored
  table_metadata m_metadata;
  chunk_cache<chunk_entries> m_cache;
};

endgame_table::endgame_table(std::filesystem::path path, std::unique_ptr<implementation> table)
    : m_path(std::move(path)), m_table(std::move(table)) {}
endgame_table::endgame_table(endgame_table&&) noexcept = default;
endgame_table& endgame_table::operator=(endgame_table&&) noexcept = default;
endgame_table::~endgame_table() = default;

endgame_table endgame_table::open(const std::filesystem::path& path, std::size_t cache_bytes,
                                  std::shared_ptr<open_files> pool, const std::shared_ptr<chunk_memory>& memory) {
  return reading(path, [&] {
    auto file = std::make_shared<const existing_file>(path, format::table, std::move(pool));
    const auto description = file->described<table_description>(describe_table);
    return endgame_table(path,
                         std::make_unique<implementation>(path, std::move(file), description, cache_bytes, memory));
  });
}

const table_metadata& endgame_table::metadata() const { return m_table->metadata(); }

std::uint64_t endgame_table::size() const { return metadata().summary.positions; }

std::uint32_t endgame_table::distance_bound() const {
  return static_cast<std::uint32_t>(std::max<std::size_t>(metadata().summary.by_distance.size(), 1) - 1);
}

std::uint32_t endgame_table::margin_bound() const {
  return std::max<std::uint32_t>(metadata().summary.max_margin(), 1);
}

position_value endgame_table::probe(position p) const {
  if (p >= num_positions())
    throw std::out_of_range(fmt::format("position {} is out of range; the table has {} positions", p, num_positions()));
  const chunk_layout& layout = m_table->layout();
  const std::uint64_t chunk = layout.chunk_of(p);
  return (*reading(m_path, [&] { return m_table->chunk(chunk); }))[p - layout.first_position(chunk)];
}

void endgame_table::look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
                            const work_monitor& monitor) const {
  // The indices of the positions in ascending order; empty if the positions are already sorted.
  std::vector<std::size_t> order;
  worker_arena arena(threads);
  if (!std::is_sorted(positions.begin(), positions.end())) {
    order.resize(positions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    arena.execute([&] {
      tbb::parallel_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return positions[a] < positions[b]; });
    });
  }
  const auto nth = [&](std::size_t i) { return order.empty() ? i : order[i]; };
  if (!positions.empty() && positions[nth(positions.size() - 1)] >= num_positions()) {
    throw std::out_of_range(fmt::format("position {} is out of range; the table has {} positions",
                                        positions[nth(positions.size() - 1)], num_positions()));
  }
  // The positions of a chunk form a group. `groups` has the start of each group, and the end of the last.
  std::vector<std::size_t> groups{0};
  for (std::size_t i = 0; i < positions.size(); groups.push_back(i)) {
    const position end = read_together(positions[nth(i)]).end;
    while (i < positions.size() && positions[nth(i)] < end) ++i;
  }
  const auto read_group = [&](std::uint64_t group) {
    monitor.check_stop();
    const std::size_t begin = groups[group];
    const index_range range = read_together(positions[nth(begin)]);
    const auto chunk = reading(m_path, [&] { return m_table->chunk(m_table->layout().chunk_of(range.begin)); });
    for (std::size_t i = begin; i < groups[group + 1]; ++i) {
      entries[nth(i)] = (*chunk)[positions[nth(i)] - range.begin];
    }
  };
  for_each_index(arena, threads, groups.size() - 1, read_group);
}

void endgame_table::read(position first, std::span<position_value> entries) const {
  if (entries.size() > num_positions() || first > num_positions() - entries.size()) {
    throw std::out_of_range(fmt::format("{} positions from position {} are out of range; the table has {}",
                                        entries.size(), first, num_positions()));
  }
  const chunk_layout& layout = m_table->layout();
  for (std::size_t done = 0; done < entries.size();) {
    const std::uint64_t chunk = layout.chunk_of(first + done);
    const auto in_chunk = static_cast<std::size_t>(first + done - layout.first_position(chunk));
    const std::size_t count = std::min(entries.size() - done, layout.num_positions(chunk) - in_chunk);
    reading(m_path, [&] { return m_table->chunk(chunk); })->copy(in_chunk, entries.subspan(done, count));
    done += count;
  }
}

index_range endgame_table::read_together(position p) const {
  const chunk_layout& layout = m_table->layout();
  const std::uint64_t chunk = layout.chunk_of(p);
  const position first = layout.first_position(chunk);
  return {first, first + layout.num_positions(chunk)};
}

std::size_t endgame_table::cache_bytes() const { return m_table->cache_bytes(); }

void endgame_table::forget_chunks() const { m_table->forget_chunks(); }

outcome_bits endgame_table::load_outcomes(work_monitor& monitor, unsigned threads) const {
  const chunk_layout& layout = m_table->layout();
  struct sums {
    outcome_counts counts;
    std::uint64_t signature = 0;
  };
  per_thread<sums> sums_of_threads;
  outcome_bits bits(size());
  // A block consists of complete words, so that no two threads write the same word. If all chunks have equal sizes, it
  // consists of complete chunks, so that no chunk is read twice.
  const std::uint64_t block = std::lcm(layout.chunk_elements(), outcome_bits::positions_per_word);
  monitor.phase("read", size());
  for_each_block(
      size(), resolve_threads(threads), monitor,
      [&](position begin, position end) {
        sums& local = sums_of_threads.local();
        for (position p = begin; p != end;) {
          const std::uint64_t chunk = layout.chunk_of(p);
          const position first = layout.first_position(chunk);
          const position end_in_chunk = std::min(end, first + layout.num_positions(chunk));
          const auto codes = reading(m_path, [&] { return m_table->outcomes(chunk); });
          for (; p != end_in_chunk; ++p) {
            const auto code = static_cast<outcome>(codes[p - first]);
            if (code == outcome::illegal) {
              bits.set(p, outcome::win);  // arbitrary: the rules determine whether a position is legal
              continue;
            }
            bits.set(p, code);
            local.counts.add(code);
            local.signature += signature_term(p, {code, no_distance});
          }
        }
      },
      block);
  sums all;
  for (const sums& local : sums_of_threads) {
    all.counts += local.counts;
    all.signature += local.signature;
  }
  const solution_summary& stored = metadata().summary;
  if (!metadata().has_distances) expect_signature(m_path, all.signature, stored);
  if (all.counts != stored.counts) reject_file(m_path, wrong_counts);
  return bits;
}

value_table endgame_table::load(const std::function<to_move_run(position)>& run_at, work_monitor& monitor,
                                unsigned threads) const {
  if (!metadata().has_distances) reject_file(m_path, "the table has only outcomes, no distances");
  value_table values = load_values(*this, run_at, threads, monitor);
  const solution_summary& stored = metadata().summary;
  const solution_summary computed = summarize(values, threads);
  expect_signature(m_path, computed.signature, stored);
  if (computed != stored) reject_file(m_path, wrong_counts);
  return values;
}

}  // namespace zermelo::storage
