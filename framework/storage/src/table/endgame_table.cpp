// SPDX-License-Identifier: MIT
// Reads endgame tables, which may be of unknown origin: a child process opens the file through HDF5, sizes are checked
// before memory is taken, and no value is returned that the format does not allow.
#include <zermelo/storage/table/endgame_table.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <oneapi/tbb/parallel_sort.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/solve_signature.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"
#include "chunk_cache.hpp"
#include "key_datasets.hpp"
#include "owner_dataset.hpp"
#include "table_description.hpp"
#include "table_format.hpp"

namespace zermelo::storage {
namespace {

/// The outcomes whose entries have a distance are consecutive: win, loss and tie.
constexpr auto first_with_distance = static_cast<std::uint8_t>(outcome::win);
constexpr std::uint8_t num_with_distance = 3;
static_assert(static_cast<std::uint8_t>(outcome::loss) == first_with_distance + 1 &&
              static_cast<std::uint8_t>(outcome::tie) == first_with_distance + 2);

/// Whether entries of an outcome have a distance. Computed in the type `Code`.
template <class Code>
constexpr bool has_distance(Code code) noexcept {
  return static_cast<Code>(code - first_with_distance) < num_with_distance;
}

/// A chunk of an array whose elements have one of two types.
template <class Narrow, class Wide>
using chunk_of = std::variant<uninitialized_array<Narrow>, uninitialized_array<Wide>>;
using chunk_of_distances = chunk_of<std::uint16_t, std::uint32_t>;
using chunk_of_margins = chunk_of<std::int8_t, std::int16_t>;

/// The entries of a chunk, 1 to 7 bytes each, as in the file. All entries are possible.
class chunk_entries {
 public:
  /// @param distances  nothing: of outcomes alone  @param margins  nothing: of a table without margins
  chunk_entries(uninitialized_array<std::uint8_t> outcomes, std::optional<chunk_of_distances> distances,
                std::optional<chunk_of_margins> margins)
      : m_outcomes(std::move(outcomes)), m_distances(std::move(distances)), m_margins(std::move(margins)) {}

  [[nodiscard]] position_value operator[](std::size_t i) const {
    position_value entry;
    copy(i, {&entry, 1});
    return entry;
  }
  void copy(std::size_t begin, std::span<position_value> entries) const {
    const auto with_distance = [&](std::size_t i, std::uint32_t distance) {
      const std::uint8_t code = m_outcomes[begin + i];
      entries[i] = {static_cast<outcome>(code), has_distance(code) ? distance : no_distance};
    };
    if (m_distances) {
      std::visit(
          [&](const auto& distances) {
            for (std::size_t i = 0; i < entries.size(); ++i) with_distance(i, distances[begin + i]);
          },
          *m_distances);
    } else {
      for (std::size_t i = 0; i < entries.size(); ++i) with_distance(i, no_distance);
    }
    if (!m_margins) return;
    std::visit(
        [&](const auto& margins) {
          for (std::size_t i = 0; i < entries.size(); ++i) {
            const int margin = margins[begin + i];  // NOLINT(bugprone-signed-char-misuse): no letter but a number
            const int points = margin < 0 ? -margin : margin;
            entries[i].extra_points = static_cast<std::uint16_t>(points > 0 ? points - 1 : 0);
          }
        },
        *m_margins);
  }

 private:
  uninitialized_array<std::uint8_t> m_outcomes;
  std::optional<chunk_of_distances> m_distances;
  std::optional<chunk_of_margins> m_margins;
};

/// Whether an entry is possible: its outcome exists, and its distance is below `num_distances`, or none where the
/// outcome has none. Computed in the distance's type and without a branch, so that the calling loop is vectorized:
/// otherwise these checks take a fifth of the time that reading a chunk takes.
template <class Distance>
[[nodiscard]] constexpr bool is_possible(std::uint8_t code, Distance distance, Distance num_distances) noexcept {
  constexpr Distance none = std::numeric_limits<Distance>::max();
  const Distance wide_code = code;
  constexpr auto illegal = static_cast<Distance>(outcome::illegal);
  constexpr auto draw = static_cast<Distance>(outcome::draw);
  const bool needs_distance = has_distance(wide_code);
  const bool needs_none = (wide_code == illegal) | (wide_code == draw);
  return (needs_distance & (distance < num_distances)) | (needs_none & (distance == none));
}

/// Whether a margin is possible: positive for a win, negative for a loss, else 0, and at most `max_margin` points.
/// Computed without a branch, as above.
[[nodiscard]] constexpr bool is_possible_margin(std::uint8_t code, int margin, int max_margin) noexcept {
  const bool is_win = code == static_cast<std::uint8_t>(outcome::win);
  const bool is_loss = code == static_cast<std::uint8_t>(outcome::loss);
  return (is_win == (margin > 0)) & (is_loss == (margin < 0)) & (margin <= max_margin) & (margin >= -max_margin);
}

constexpr const char* wrong_counts = "the values do not agree with the stored counts";

/// @throws input_error if the values have another signature than the table says.
void expect_signature(const std::filesystem::path& path, std::uint64_t signature, const solution_summary& stored) {
  if (signature == stored.signature) return;
  refuse_file(path, fmt::format("the values have the signature {}, not {} as stored", format::to_hex(signature),
                                format::to_hex(stored.signature)));
}

}  // namespace

class endgame_table::implementation {
 public:
  implementation(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
                 const table_description& description, std::size_t cache_bytes,
                 const std::shared_ptr<chunk_memory>& memory)
      : m_file(std::move(file)),
        m_outcomes(*m_file, format::outcome_dataset, {sizeof(std::uint8_t)}, description.outcomes),
        m_distances(distances_of(*m_file, description)),
        m_margins(margins_of(*m_file, description)),
        m_metadata(metadata_of(*m_file, description)),
        m_cache(memory, cache_bytes, min_cached_chunks, layout().chunk_elements() * entry_bytes()) {
    const std::uint64_t elements = layout().num_elements();
    if (elements != m_metadata.summary.positions) {
      throw hdf5::failure(fmt::format("dataset 'outcome' has {} elements, attribute 'positions' says {}", elements,
                                      m_metadata.summary.positions));
    }
    if (!description.owners.empty()) {
      m_metadata.owners = read_owners(path, m_file, description.owners.front(), elements);
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

  /// The entries of a chunk, from the cache or the file. Thread-safe: threads can read chunks at the same time.
  /// @throws hdf5::failure if the chunk is damaged or has an impossible entry.
  [[nodiscard]] std::shared_ptr<const chunk_entries> chunk(std::uint64_t number) {
    auto entries = m_cache.find(number);
    if (!entries) {
      entries = read_chunk(number);
      m_cache.insert(number, entries);
    }
    return entries;
  }
  /// The codes of a chunk's outcomes, from the file. Distances are not checked. Thread-safe. @throws as above.
  [[nodiscard]] uninitialized_array<std::uint8_t> outcomes(std::uint64_t number) const {
    auto outcomes = m_outcomes.read_chunk<std::uint8_t>(number);
    expect_outcomes(number, outcomes.span().first(layout().num_positions(number)));
    return outcomes;
  }

 private:
  [[nodiscard]] static std::optional<chunked_array> distances_of(const existing_file& file,
                                                                 const table_description& description) {
    if (!description.metadata.has_distances) return std::nullopt;
    return chunked_array(file, format::distance_dataset, {sizeof(std::uint16_t), sizeof(std::uint32_t)},
                         description.distances);
  }

  [[nodiscard]] static std::optional<chunked_array> margins_of(const existing_file& file,
                                                               const table_description& description) {
    if (!description.metadata.max_margin) return std::nullopt;
    return chunked_array(file, format::margin_dataset, {sizeof(std::int8_t), sizeof(std::int16_t)},
                         description.margins);
  }

  [[nodiscard]] std::size_t entry_bytes() const noexcept {
    return 1 + (m_distances ? m_distances->element_bytes() : 0) + (m_margins ? m_margins->element_bytes() : 0);
  }

  [[nodiscard]] std::shared_ptr<const chunk_entries> read_chunk(std::uint64_t number) const {
    auto outcomes = m_outcomes.read_chunk<std::uint8_t>(number);
    const auto used = outcomes.span().first(layout().num_positions(number));
    std::optional<chunk_of_distances> distances;
    if (!m_distances) {
      expect_outcomes(number, used);
    } else if (m_distances->element_bytes() == sizeof(std::uint32_t)) {
      distances = read_distances<std::uint32_t>(number, used);
    } else {
      distances = read_distances<std::uint16_t>(number, used);
    }
    std::optional<chunk_of_margins> margins;
    if (m_margins && m_margins->element_bytes() == sizeof(std::int16_t)) {
      margins = read_margins<std::int16_t>(number, used);
    } else if (m_margins) {
      margins = read_margins<std::int8_t>(number, used);
    }
    return std::make_shared<const chunk_entries>(std::move(outcomes), std::move(distances), std::move(margins));
  }
  template <class Distance>
  [[nodiscard]] uninitialized_array<Distance> read_distances(std::uint64_t number,
                                                             std::span<const std::uint8_t> outcomes) const {
    auto distances = m_distances->read_chunk<Distance>(number);
    expect_possible<Distance>(number, outcomes, distances.span().first(outcomes.size()));
    return distances;
  }
  template <class Margin>
  [[nodiscard]] uninitialized_array<Margin> read_margins(std::uint64_t number,
                                                         std::span<const std::uint8_t> outcomes) const {
    auto margins = m_margins->read_chunk<Margin>(number);
    expect_possible_margins<Margin>(number, outcomes, margins.span().first(outcomes.size()));
    return margins;
  }

  /// @throws hdf5::failure if a code is no outcome.
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
  /// @throws hdf5::failure if an entry is impossible.
  template <class Distance>
  void expect_possible(std::uint64_t number, std::span<const std::uint8_t> outcomes,
                       std::span<const Distance> distances) const {
    const auto num_distances = static_cast<Distance>(
        std::min<std::size_t>(m_metadata.summary.by_distance.size(), std::numeric_limits<Distance>::max()));
    Distance wrong = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      wrong = static_cast<Distance>(wrong | Distance{!is_possible(outcomes[i], distances[i], num_distances)});
    }
    if (wrong == 0) return;
    std::size_t i = 0;
    while (is_possible(outcomes[i], distances[i], num_distances)) ++i;
    throw hdf5::failure(fmt::format("position {} has the impossible outcome {} and distance {}",
                                    layout().first_position(number) + i, outcomes[i], distances[i]));
  }

  /// @throws hdf5::failure if a margin is impossible.
  template <class Margin>
  void expect_possible_margins(std::uint64_t number, std::span<const std::uint8_t> outcomes,
                               std::span<const Margin> margins) const {
    const auto max_margin = static_cast<int>(m_metadata.summary.max_margin());
    bool is_wrong = false;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      is_wrong |= !is_possible_margin(outcomes[i], margins[i], max_margin);
    }
    if (!is_wrong) return;
    std::size_t i = 0;
    while (is_possible_margin(outcomes[i], margins[i], max_margin)) ++i;
    throw hdf5::failure(fmt::format("position {} has the impossible outcome {} and margin {}",
                                    layout().first_position(number) + i, outcomes[i], margins[i]));
  }

  std::shared_ptr<const existing_file> m_file;  ///< shared with the keys, which may outlive the table
  chunked_array m_outcomes;
  std::optional<chunked_array> m_distances;  ///< nothing: a table of outcomes alone
  std::optional<chunked_array> m_margins;    ///< nothing: a table without margins
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
  if (p >= num_positions()) throw std::out_of_range(fmt::format("position {} of {}", p, num_positions()));
  const chunk_layout& layout = m_table->layout();
  const std::uint64_t chunk = layout.chunk_of(p);
  return (*reading(m_path, [&] { return m_table->chunk(chunk); }))[p - layout.first_position(chunk)];
}

void endgame_table::look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
                            const work_monitor& monitor) const {
  // The places of the positions in ascending order; empty if the positions ascend already.
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
    throw std::out_of_range(fmt::format("position {} of {}", positions[nth(positions.size() - 1)], num_positions()));
  }
  // The positions of one chunk form a group: the start of each group, and the end of the last.
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
    throw std::out_of_range(fmt::format("{} positions from {} on, of {}", entries.size(), first, num_positions()));
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
  // A block covers whole words, so that no two threads write one word; and whole chunks if all chunks have one size, so
  // that no chunk is read twice.
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
              bits.set(p, outcome::win);  // any outcome will do: readers ask the rules whether a position is legal
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
  if (all.counts != stored.counts) refuse_file(m_path, wrong_counts);
  return bits;
}

value_table endgame_table::load(const std::function<owned_run(position)>& run_at, work_monitor& monitor,
                                unsigned threads) const {
  if (!metadata().has_distances) refuse_file(m_path, "it has outcomes alone, no distances");
  value_table values = load_values(*this, run_at, threads, monitor);
  const solution_summary& stored = metadata().summary;
  const solution_summary computed = summarize(values, threads);
  expect_signature(m_path, computed.signature, stored);
  if (computed != stored) refuse_file(m_path, wrong_counts);
  return values;
}

}  // namespace zermelo::storage
