// SPDX-License-Identifier: MIT
// Reading an endgame table. A table from elsewhere is untrusted: nothing is read before its size is checked,
// and no value is handed out that the format does not allow.
#include <zermelo/storage/endgame_table.hpp>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <oneapi/tbb/task_arena.h>

#include <fmt/core.h>

#include <zermelo/core/error.hpp>

#include "array_dataset.hpp"
#include "attribute_text.hpp"
#include "axis_datasets.hpp"
#include "existing_file.hpp"
#include "hdf5.hpp"
#include "metadata_attributes.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

class endgame_table::implementation {
 public:
  explicit implementation(const std::filesystem::path& path)
      : m_file(open_existing_file(path, format::table)),
        m_metadata(read_metadata(m_file)),
        m_outcomes(array_dataset::open(m_file, format::outcome_dataset)),
        m_distances(array_dataset::open(m_file, format::distance_dataset)),
        m_no_distance(read_no_distance()) {
    hdf5::expect_type(m_outcomes.id(), m_outcomes.name(), hdf5::stored_type<std::uint8_t>());
    if (layout() != m_distances.layout()) {
      throw hdf5::failure("datasets 'outcome' and 'distance' differ in shape or chunks");
    }
    if (layout().num_elements() != m_metadata.summary.positions) {
      throw hdf5::failure(fmt::format("dataset 'outcome' has {} elements, attribute 'positions' says {}",
                                      layout().num_elements(), m_metadata.summary.positions));
    }
    m_metadata.axes = read_axes(m_file, m_outcomes.shape());
  }

  [[nodiscard]] const table_metadata& metadata() const noexcept { return m_metadata; }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_outcomes.layout(); }

  /// Some of a chunk's entries, from its `begin`th on, each checked. Thread-safe: only HDF5 takes turns.
  /// @throws hdf5::failure if the chunk is damaged or an entry impossible.
  void read_part(std::uint64_t chunk, std::size_t begin, std::span<position_value> entries) {
    std::vector<std::uint8_t> codes(layout().num_positions(chunk));
    std::vector<std::uint32_t> distances(codes.size());
    {
      const std::lock_guard lock(m_reading_guard);
      m_outcomes.read_chunk<std::uint8_t>(chunk, codes);
      m_distances.read_chunk<std::uint32_t>(chunk, distances);
    }
    const auto longest = static_cast<std::uint32_t>(m_metadata.summary.by_distance.size());
    bool possible = true;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint8_t code = codes[begin + i];
      const std::uint32_t distance = distances[begin + i];
      const bool has_distance = code - 1U < 3U;  // win, loss, tie
      possible = possible && code < num_outcomes && (has_distance ? distance < longest : distance == m_no_distance);
      entries[i] = {static_cast<outcome>(code), has_distance ? distance : no_distance};
    }
    if (possible) return;
    for (std::size_t i = begin; i < begin + entries.size(); ++i) {
      if (decode(codes[i], distances[i])) continue;
      throw hdf5::failure(fmt::format("position {} has the impossible outcome {} and distance {}",
                                      layout().first_position(chunk) + i, codes[i], distances[i]));
    }
  }
  [[nodiscard]] std::vector<position_value> read_chunk(std::uint64_t chunk) {
    std::vector<position_value> values(layout().num_positions(chunk));
    read_part(chunk, 0, values);
    return values;
  }

  [[nodiscard]] const std::vector<position_value>& cached_chunk(std::uint64_t chunk) {
    if (const auto cached = m_cache.find(chunk); cached != m_cache.end()) return cached->second;
    auto values = read_chunk(chunk);
    if (m_cache.size() == max_cached_chunks) m_cache.clear();
    return m_cache.emplace(chunk, std::move(values)).first->second;
  }

 private:
  /// Enough for a position and its successors, which lie in a few chunks.
  static constexpr std::size_t max_cached_chunks = 16;

  [[nodiscard]] std::uint32_t read_no_distance() const {
    const hdf5::datatype type(H5Dget_type(m_distances.id()));
    if (hdf5::check(H5Tequal(type, hdf5::stored_type<std::uint16_t>())) > 0) return format::no_distance_16;
    hdf5::expect_type(m_distances.id(), m_distances.name(), hdf5::stored_type<std::uint32_t>());
    return format::no_distance_32;
  }

  /// The entry of a stored pair; nothing if there is no such entry, or its distance is not in the histogram.
  [[nodiscard]] std::optional<position_value> decode(std::uint8_t code, std::uint32_t stored_distance) const {
    if (code >= num_outcomes) return std::nullopt;
    const auto o = static_cast<outcome>(code);
    if (o == outcome::illegal || o == outcome::draw) {
      if (stored_distance != m_no_distance) return std::nullopt;
      return position_value{o, no_distance};
    }
    if (stored_distance >= m_metadata.summary.by_distance.size()) return std::nullopt;
    return position_value{o, stored_distance};
  }

  hdf5::file m_file;
  table_metadata m_metadata;
  array_dataset m_outcomes;
  array_dataset m_distances;
  std::uint32_t m_no_distance;
  std::unordered_map<std::uint64_t, std::vector<position_value>> m_cache;
  std::mutex m_reading_guard;
};

endgame_table::endgame_table(std::filesystem::path path, std::unique_ptr<implementation> table)
    : m_path(std::move(path)), m_table(std::move(table)) {}
endgame_table::endgame_table(endgame_table&&) noexcept = default;
endgame_table& endgame_table::operator=(endgame_table&&) noexcept = default;
endgame_table::~endgame_table() = default;

endgame_table endgame_table::open(const std::filesystem::path& path) {
  return reading(path, [&] { return endgame_table(path, std::make_unique<implementation>(path)); });
}

const table_metadata& endgame_table::metadata() const { return m_table->metadata(); }

std::uint64_t endgame_table::num_positions() const { return metadata().summary.positions; }

position_value endgame_table::probe(position p) const {
  if (p >= num_positions()) throw std::out_of_range(fmt::format("position {} of {}", p, num_positions()));
  const chunk_layout& layout = m_table->layout();
  const std::uint64_t chunk = layout.chunk_of(p);
  return reading(m_path, [&] { return m_table->cached_chunk(chunk)[p - layout.first_position(chunk)]; });
}

std::uint32_t endgame_table::distance_bound() const {
  return static_cast<std::uint32_t>(std::max<std::size_t>(metadata().summary.by_distance.size(), 1) - 1);
}

void endgame_table::read(position first, std::span<position_value> entries) const {
  if (entries.size() > num_positions() || first > num_positions() - entries.size()) {
    throw std::out_of_range(fmt::format("positions {} to {} of {}", first, first + entries.size(), num_positions()));
  }
  const chunk_layout& layout = m_table->layout();
  for (std::size_t done = 0; done < entries.size();) {
    const std::uint64_t chunk = layout.chunk_of(first + done);
    const auto in_chunk = static_cast<std::size_t>(first + done - layout.first_position(chunk));
    const std::size_t count = std::min(entries.size() - done, layout.num_positions(chunk) - in_chunk);
    reading(m_path, [&] { m_table->read_part(chunk, in_chunk, entries.subspan(done, count)); });
    done += count;
  }
}

entry_range endgame_table::read_together(position p) const {
  const chunk_layout& layout = m_table->layout();
  const std::uint64_t chunk = layout.chunk_of(p);
  const position first = layout.first_position(chunk);
  return {first, first + layout.num_positions(chunk)};
}

value_table endgame_table::load(solve_visitor& visitor) const {
  const solution_summary& stored = metadata().summary;
  const chunk_layout& layout = m_table->layout();
  const std::size_t distances = std::max<std::size_t>(stored.by_distance.size(), 1);
  auto values = value_table::with_capacity(num_positions(), static_cast<std::uint32_t>(distances - 1));
  visitor.phase("read", num_positions());
  for (std::uint64_t chunk = 0; chunk < layout.num_chunks(); ++chunk) {
    visitor.check_stop();
    const auto entries = reading(m_path, [&] { return m_table->read_chunk(chunk); });
    const position first = layout.first_position(chunk);
    for (std::size_t i = 0; i < entries.size(); ++i) values.set(first + i, entries[i], player::first);
    visitor.advance(entries.size());
  }
  auto found = summarize(values, static_cast<unsigned>(tbb::this_task_arena::max_concurrency()));
  found.winners = stored.winners;  // the table does not say who is to move
  if (found.signature != stored.signature) {
    throw input_error(fmt::format("{}: the values have the signature {}, not {} as stored", m_path.string(),
                                  format::to_hex(found.signature), format::to_hex(stored.signature)));
  }
  if (found != stored) {
    throw input_error(fmt::format("{}: the values do not agree with the stored counts", m_path.string()));
  }
  return values;
}

}  // namespace zermelo::storage
