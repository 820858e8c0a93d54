// SPDX-License-Identifier: MIT
#include "key_datasets.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <span>
#include <utility>

#include <fmt/core.h>
#include <hdf5_hl.h>
#include <boost/iterator/counting_iterator.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>

#include "../hdf5/attribute_archive.hpp"
#include "axis_datasets.hpp"
#include "chunk_cache.hpp"
#include "table_format.hpp"

namespace zermelo::storage {
namespace {

std::string high_dataset(const std::string& name) { return name + format::high_suffix; }

bool is_wide(const position_keys& keys) { return keys.width() == key_width::bits_128; }

/// Returns one half of each key. @param half  &wide_key::low or &wide_key::high
std::vector<std::uint64_t> halves(std::span<const wide_key> keys, std::uint64_t wide_key::* half) {
  std::vector<std::uint64_t> numbers(keys.size());
  std::transform(keys.begin(), keys.end(), numbers.begin(), std::mem_fn(half));
  return numbers;
}

/// Writes a short list of keys as a dimension scale, since netCDF requires a dimension for every list.
void write_list(hid_t file, const std::string& name, std::span<const wide_key> keys, bool with_upper_halves) {
  const hdf5::dataset scale = [&] {
    const auto low = array_dataset::create(file, name, hdf5::stored_type<std::uint64_t>(), {keys.size()});
    low.write_all<std::uint64_t, std::uint64_t>(halves(keys, &wide_key::low));
    hdf5::check(H5DSset_scale(low.id(), name.c_str()));
    return hdf5::open_dataset(file, name);
  }();
  if (!with_upper_halves) return;
  const auto high = array_dataset::create(file, high_dataset(name), hdf5::stored_type<std::uint64_t>(), {keys.size()});
  high.write_all<std::uint64_t, std::uint64_t>(halves(keys, &wide_key::high));
  hdf5::check(H5DSattach_scale(high.id(), scale, 0));
  hdf5::write_text(scale, "coordinates", high_dataset(name));
}

/// Returns the index of the first key that is not greater than the previous key, or `size` if all keys ascend. key(i)
/// returns the i-th key.
template <class Key>
std::size_t first_out_of_order(std::size_t size, const Key& key) {
  // This loop has no branch, so that it is vectorized for numbers.
  bool is_ascending = true;
  for (std::size_t i = 1; i < size; ++i) is_ascending &= key(i - 1) < key(i);
  if (is_ascending) return size;
  std::size_t i = 1;
  while (key(i - 1) < key(i)) ++i;
  return i;
}

/// The keys of a chunk in memory.
class key_chunk {
 public:
  key_chunk(uninitialized_array<std::uint64_t> low, uninitialized_array<std::uint64_t> high, std::size_t size)
      : m_low(std::move(low)), m_high(std::move(high)), m_size(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] wide_key operator[](std::size_t i) const { return {m_high.size() > 0 ? m_high[i] : 0, m_low[i]}; }
  [[nodiscard]] std::size_t first_out_of_order() const {
    if (m_high.size() > 0) return storage::first_out_of_order(m_size, [this](std::size_t i) { return (*this)[i]; });
    return storage::first_out_of_order(m_size, [this](std::size_t i) { return m_low[i]; });
  }
  /// Returns the index of the first key that is not less than `key`.
  [[nodiscard]] std::size_t lower_bound(const wide_key& key) const {
    const boost::counting_iterator<std::size_t> begin(0);
    return *std::partition_point(begin, begin + static_cast<std::ptrdiff_t>(m_size),
                                 [&](std::size_t i) { return (*this)[i] < key; });
  }

 private:
  uninitialized_array<std::uint64_t> m_low;
  uninitialized_array<std::uint64_t> m_high;  ///< empty for keys of 64 bits
  std::size_t m_size;
};

/// A list of keys in a file: one array of keys, or two arrays with the halves of the keys.
class key_list {
 public:
  /// Precondition: one or two arrays. @throws failure unless the arrays are lists of equal length and equal chunks.
  key_list(const existing_file& file, const std::string& name, const std::vector<array_description>& arrays)
      : m_low(file, name, {sizeof(std::uint64_t)}, arrays.front()) {
    if (layout().box().size() != 1) throw hdf5::failure(fmt::format("dataset '{}' is not a list", name));
    if (arrays.size() == 1) return;
    m_high.emplace(file, high_dataset(name), std::initializer_list<std::size_t>{sizeof(std::uint64_t)}, arrays.back());
    if (m_high->layout() == layout()) return;
    throw hdf5::failure(fmt::format("datasets '{}' and '{}' differ in shape or chunks", name, high_dataset(name)));
  }

  [[nodiscard]] const std::string& name() const noexcept { return m_low.name(); }
  [[nodiscard]] bool is_wide() const noexcept { return m_high.has_value(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return layout().num_elements(); }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_low.layout(); }

  /// Reads a chunk without checking the order of its keys. @throws failure if the chunk is damaged.
  [[nodiscard]] key_chunk read_chunk(std::uint64_t chunk) const {
    auto low = m_low.read_chunk<std::uint64_t>(chunk);
    auto high = m_high ? m_high->read_chunk<std::uint64_t>(chunk) : uninitialized_array<std::uint64_t>();
    return {std::move(low), std::move(high), layout().num_positions(chunk)};
  }
  /// Reads all keys of a short list. @throws failure if the list is damaged or does not ascend.
  [[nodiscard]] std::vector<wide_key> read_all() const {
    std::vector<wide_key> keys;
    keys.reserve(size());
    for (std::uint64_t c = 0; c < layout().num_chunks(); ++c) {
      const key_chunk chunk = read_chunk(c);
      for (std::size_t i = 0; i < chunk.size(); ++i) keys.push_back(chunk[i]);
    }
    const std::size_t wrong = first_out_of_order(keys.size(), [&](std::size_t i) { return keys[i]; });
    if (wrong < keys.size())
      throw hdf5::failure(fmt::format("the keys of '{}' do not ascend at element {}", name(), wrong));
    return keys;
  }

 private:
  chunked_array m_low;
  std::optional<chunked_array> m_high;
};

/// The keys of an open table.
class stored_keys final : public position_keys {
 public:
  stored_keys(std::filesystem::path path, std::shared_ptr<const existing_file> file, key_list keys,
              std::vector<wide_key> first_keys, std::size_t cache_bytes, std::shared_ptr<chunk_memory> memory)
      : m_path(std::move(path)),
        m_file(std::move(file)),
        m_keys(std::move(keys)),
        m_first_keys(std::move(first_keys)),
        m_cache(std::move(memory), cache_bytes, min_cached_chunks, layout().chunk_elements() * key_bytes()) {}

  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return m_keys.is_wide() ? key_width::bits_128 : key_width::bits_64; }
  void read(position first, std::span<wide_key> keys) const override {
    for (std::size_t done = 0; done < keys.size();) {
      const std::uint64_t number = layout().chunk_of(first + done);
      const auto keys_of_chunk = chunk(number);
      const auto in_chunk = static_cast<std::size_t>(first + done - layout().first_position(number));
      const std::size_t count = std::min(keys.size() - done, keys_of_chunk->size() - in_chunk);
      for (std::size_t i = 0; i < count; ++i) keys[done + i] = (*keys_of_chunk)[in_chunk + i];
      done += count;
    }
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    const auto next_chunk = std::upper_bound(m_first_keys.begin(), m_first_keys.end(), key);
    if (next_chunk == m_first_keys.begin()) return std::nullopt;
    const auto number = static_cast<std::uint64_t>(next_chunk - m_first_keys.begin() - 1);
    const auto keys = chunk(number);
    const std::size_t index = keys->lower_bound(key);
    if (index == keys->size() || (*keys)[index] != key) return std::nullopt;
    return layout().first_position(number) + index;
  }

 private:
  /// Suffices for looking up the successors of a position, which may be in different chunks.
  static constexpr std::size_t min_cached_chunks = 16;

  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_keys.layout(); }
  [[nodiscard]] std::size_t key_bytes() const { return m_keys.is_wide() ? sizeof(wide_key) : sizeof(std::uint64_t); }
  /// Returns the keys of a chunk from the cache or the file. Chunks are read in parallel. @throws input_error if the
  /// chunk is damaged.
  [[nodiscard]] std::shared_ptr<const key_chunk> chunk(std::uint64_t number) const {
    if (auto cached = m_cache.find(number)) return cached;
    return reading(m_path, [&] {
      auto keys = std::make_shared<const key_chunk>(m_keys.read_chunk(number));
      expect_in_order(number, *keys);
      m_cache.insert(number, keys);
      return keys;
    });
  }
  /// @throws failure unless the keys begin with the chunk's first key, ascend, and are less than the next chunk's first
  /// key.
  void expect_in_order(std::uint64_t number, const key_chunk& keys) const {
    const std::size_t wrong = keys.first_out_of_order();
    if (wrong < keys.size()) {
      throw hdf5::failure(
          fmt::format("the keys do not ascend at position {}", layout().first_position(number) + wrong));
    }
    const bool is_below_next = number + 1 == m_first_keys.size() || keys[keys.size() - 1] < m_first_keys[number + 1];
    if (keys[0] != m_first_keys[number] || !is_below_next) {
      throw hdf5::failure(
          fmt::format("the keys of chunk {} do not match dataset '{}'", number, format::first_key_dataset));
    }
  }

  std::filesystem::path m_path;
  std::shared_ptr<const existing_file> m_file;  ///< the source of `m_keys`
  key_list m_keys;
  std::vector<wide_key> m_first_keys;
  mutable chunk_cache<key_chunk> m_cache;
};

/// Describes a list of keys as one array, or as two arrays if the keys have upper halves.
std::vector<array_description> describe_list(described_file& file, const std::string& name, bool with_upper_halves) {
  std::vector<array_description> arrays{describe_array(file, name, {hdf5::stored_type<std::uint64_t>()})};
  if (with_upper_halves) {
    arrays.push_back(describe_array(file, high_dataset(name), {hdf5::stored_type<std::uint64_t>()}));
  }
  return arrays;
}

}  // namespace

void expect_storable_keys(const table_metadata& metadata) {
  const auto& sample = metadata.sampled_keys;
  if (metadata.keys == nullptr) {
    if (!sample.empty()) throw contract_error("sampled_keys needs keys; set both");
    return;
  }
  const position_keys& keys = *metadata.keys;
  if (metadata.axes.size() != 1 || !metadata.axes.front().coordinates.empty()) {
    throw contract_error("positions with keys need exactly one axis, without coordinates");
  }
  const axis& a = metadata.axes.front();
  for (const std::string name : {format::key_dataset, format::first_key_dataset, format::sampled_key_dataset}) {
    if (a.name == name || a.name == high_dataset(name)) {
      throw contract_error(fmt::format("the name '{}' of an axis is already used", a.name));
    }
  }
  if (keys.size() != a.size)
    throw contract_error(fmt::format("expected {1} keys, one per position, got {0}", keys.size(), a.size));
  if (sample.empty() || sample.size() > format::max_sampled_keys) {
    throw contract_error(
        fmt::format("expected 1 to {1} sampled keys, got {0}", sample.size(), format::max_sampled_keys));
  }
  if (first_out_of_order(sample.size(), [&](std::size_t i) { return sample[i]; }) < sample.size()) {
    throw contract_error("the sampled keys do not ascend");
  }
  if (!is_wide(keys) && sample.back().high != 0) throw contract_error("a sampled key has more than 64 bits");
}

std::vector<std::string> key_coordinates(const table_metadata& metadata) {
  if (metadata.keys == nullptr) return {};
  if (!is_wide(*metadata.keys)) return {format::key_dataset};
  return {format::key_dataset, high_dataset(format::key_dataset)};
}

key_arrays::key_arrays(hid_t file, const table_metadata& metadata)
    : m_file(file),
      m_metadata(metadata),
      m_low(array_dataset::create(file, format::key_dataset, hdf5::stored_type<std::uint64_t>(),
                                  shape_of(metadata.axes))) {
  const bool wide = is_wide(*metadata.keys);
  hdf5::write_number<std::int64_t>(file, format::key_bits_attribute, wide ? 128 : 64);
  attribute_writer(file).hex(format::rules_digest_attribute, metadata.rules_digest);
  label_axes(file, m_low.id(), metadata.axes);
  hdf5::write_text(m_low.id(), "long_name", wide ? "key of the position, lower half" : "key of the position");
  if (!wide) return;
  m_high.emplace(array_dataset::create(file, high_dataset(format::key_dataset), hdf5::stored_type<std::uint64_t>(),
                                       shape_of(metadata.axes)));
  label_axes(file, m_high->id(), metadata.axes);
  hdf5::write_text(m_high->id(), "long_name", "key of the position, upper half");
}

encoded_keys key_arrays::encode(std::uint64_t chunk) const {
  constexpr std::size_t keys_at_once = 4096;  // fit in a cache
  const chunk_layout& layout = m_low.layout();
  const std::size_t count = layout.num_positions(chunk);
  const position first = layout.first_position(chunk);
  thread_buffers& local = m_buffers.local();
  local.keys.resize(std::min(count, keys_at_once));
  local.low.assign(layout.chunk_elements(), 0);
  local.high.assign(layout.chunk_elements(), 0);
  for (std::size_t begin = 0; begin < count; begin += keys_at_once) {
    const auto keys = std::span(local.keys).first(std::min(keys_at_once, count - begin));
    m_metadata.keys->read(first + begin, keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      local.low[begin + i] = keys[i].low;
      local.high[begin + i] = keys[i].high;
    }
  }
  const auto key = [&local](std::size_t i) { return wide_key{local.high[i], local.low[i]}; };
  const std::size_t wrong = first_out_of_order(count, key);
  if (wrong < count) {
    throw contract_error(fmt::format("the keys do not ascend at position {}", first + wrong));
  }
  encoded_keys encoded{key(0), key(count - 1), m_low.encode<std::uint64_t>(local.low), {}};
  if (m_high) {
    encoded.high = m_high->encode<std::uint64_t>(local.high);
  } else if (encoded.last.high != 0) {
    throw contract_error(fmt::format("the key of position {} has more than 64 bits", first + count - 1));
  }
  return encoded;
}

void key_arrays::write_next(const encoded_keys& encoded) {
  const std::uint64_t chunk = m_first_keys.size();
  if (chunk > 0 && encoded.first <= m_last) {
    throw contract_error(fmt::format("the keys do not ascend at position {}", m_low.layout().first_position(chunk)));
  }
  m_low.write_stored(chunk, encoded.low);
  if (m_high) m_high->write_stored(chunk, encoded.high);
  m_first_keys.push_back(encoded.first);
  m_last = encoded.last;
}

void key_arrays::finish() const {
  write_list(m_file, format::first_key_dataset, m_first_keys, m_high.has_value());
  write_list(m_file, format::sampled_key_dataset, m_metadata.sampled_keys, m_high.has_value());
}

keys_description describe_keys(described_file& file) {
  keys_description described;
  if (!hdf5::has_attribute(file, format::key_bits_attribute)) return described;
  const auto bits = hdf5::read_number<std::int64_t>(file, format::key_bits_attribute);
  if (bits != 64 && bits != 128) {
    throw hdf5::failure(fmt::format("attribute '{}': expected 64 or 128, got {}", format::key_bits_attribute, bits));
  }
  attribute_reader(file).hex(format::rules_digest_attribute, described.rules_digest);
  const bool wide = bits == 128;
  described.keys = describe_list(file, format::key_dataset, wide);
  described.first_keys = describe_list(file, format::first_key_dataset, wide);
  described.sampled_keys = describe_list(file, format::sampled_key_dataset, wide);
  return described;
}

void read_keys(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
               const keys_description& description, std::size_t cache_bytes, std::shared_ptr<chunk_memory> memory,
               table_metadata& metadata) {
  const std::size_t num_arrays = description.keys.size();
  if (num_arrays == 0) return;
  if (num_arrays > 2 || description.first_keys.size() != num_arrays || description.sampled_keys.size() != num_arrays) {
    throw hdf5::failure("the keys have different widths");
  }
  key_list keys(*file, format::key_dataset, description.keys);
  const key_list first_keys(*file, format::first_key_dataset, description.first_keys);
  const key_list sample(*file, format::sampled_key_dataset, description.sampled_keys);
  if (keys.size() != metadata.summary.positions) {
    throw hdf5::failure(fmt::format("dataset '{0}': expected {2} elements as in attribute 'positions', got {1}",
                                    keys.name(), keys.size(), metadata.summary.positions));
  }
  if (first_keys.size() != keys.layout().num_chunks()) {
    throw hdf5::failure(fmt::format("dataset '{0}': expected {2} elements, one per chunk of '{3}', got {1}",
                                    first_keys.name(), first_keys.size(), keys.layout().num_chunks(), keys.name()));
  }
  if (sample.size() > std::min(format::max_sampled_keys, keys.size())) {
    throw hdf5::failure(fmt::format("dataset '{}' has {} elements for {} positions; at most {} are allowed",
                                    sample.name(), sample.size(), keys.size(), format::max_sampled_keys));
  }
  metadata.sampled_keys = sample.read_all();
  metadata.rules_digest = description.rules_digest;
  metadata.keys = std::make_shared<stored_keys>(path, std::move(file), std::move(keys), first_keys.read_all(),
                                                cache_bytes, std::move(memory));
}

}  // namespace zermelo::storage
