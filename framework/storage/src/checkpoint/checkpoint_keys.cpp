// SPDX-License-Identifier: MIT
// Writing keys in slices, reading and finding them; see checkpoint_keys.hpp.
#include "checkpoint_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>

namespace zermelo::storage {

namespace {

/// Large enough for the disk, and still in the cache after their digest.
constexpr std::uint64_t slice_keys = std::uint64_t{1} << 17;
/// Few enough for all threads to have some of a slice.
constexpr std::size_t grain = std::size_t{1} << 13;

using key_range = tbb::blocked_range<std::size_t>;

/// A list of keys that is written from front to back.
class key_writer {
 public:
  key_writer(const new_file& file, key_width width, std::uint64_t size) : m_file(file), m_size(size) {
    if (width == key_width::bits_128) {
      m_wide.emplace(file.id(), keys_dataset, size);
    } else {
      m_narrow.emplace(file.id(), keys_dataset, size);
    }
  }

  /// Of the keys that are written.
  [[nodiscard]] const key_digest& digest() const noexcept { return m_digest; }

  /// @throws contract_error if there is no room for them, or they are wider than the list is.
  void write(std::span<const wide_key> keys) {
    if (keys.size() > m_size - m_digest.num_keys()) throw contract_error("more keys than were to be saved");
    const std::uint64_t first = m_digest.num_keys();
    if (m_wide) {
      m_wide->write(first, keys);
    } else {
      m_numbers.resize(keys.size());
      std::transform(keys.begin(), keys.end(), m_numbers.begin(), [](const wide_key& key) { return key.low; });
      const bool is_narrow = std::all_of(keys.begin(), keys.end(), [](const wide_key& key) { return key.high == 0; });
      if (!is_narrow) throw contract_error("a key of more than 64 bits");
      m_narrow->write(first, m_numbers);
    }
    m_digest.add(keys);
    m_file.expect_written();
  }

 private:
  const new_file& m_file;
  std::uint64_t m_size;
  std::optional<new_plain_list<std::uint64_t>> m_narrow;  ///< one of the two is there
  std::optional<new_plain_list<wide_key>> m_wide;
  std::vector<std::uint64_t> m_numbers;
  key_digest m_digest;
};

/// Gathers runs of keys to slices.
class key_gatherer {
 public:
  explicit key_gatherer(key_writer& writer) : m_writer(writer) { m_keys.reserve(slice_keys); }
  void add(std::span<const wide_key> keys) {
    while (!keys.empty()) {
      const auto some = keys.first(std::min<std::size_t>(keys.size(), slice_keys - m_keys.size()));
      m_keys.insert(m_keys.end(), some.begin(), some.end());
      keys = keys.subspan(some.size());
      if (m_keys.size() == slice_keys) flush();
    }
  }
  void flush() {
    m_writer.write(m_keys);
    m_keys.clear();
  }

 private:
  key_writer& m_writer;
  std::vector<wide_key> m_keys;
};

void read_raw(const stored_list& list, std::uint64_t first, std::span<wide_key> keys) {
  if (list.element_bytes() == sizeof(wide_key)) {
    list.read(first, keys);
    return;
  }
  // Through few at a time, in their place behind the last that were widened.
  std::vector<std::uint64_t> numbers(std::min<std::size_t>(keys.size(), grain));
  for_each_slice(keys.size(), grain, [&](std::uint64_t begin, std::uint64_t length) {
    const auto some = std::span(numbers).first(length);
    list.read(first + begin, some);
    std::transform(some.begin(), some.end(), keys.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](std::uint64_t low) { return wide_key{0, low}; });
  });
}

}  // namespace

void key_digest::add(std::span<const wide_key> keys) {
  if (keys.empty()) return;
  const std::uint64_t first = m_num_keys;
  m_value += tbb::parallel_reduce(
      key_range(0, keys.size(), grain), std::uint64_t{0},
      [&](const key_range& block, std::uint64_t sum) {
        for (std::size_t i = block.begin(); i != block.end(); ++i) {
          sum += splitmix64_mix(splitmix64_mix(splitmix64_mix(first + i) + keys[i].low) + keys[i].high);
        }
        return sum;
      },
      std::plus<>());
  if (!m_first_out_of_order) {
    const auto pair = std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>());
    if (first > 0 && keys.front() <= m_last) {
      m_first_out_of_order = first;
    } else if (pair != keys.end()) {
      m_first_out_of_order = first + static_cast<position>(pair - keys.begin()) + 1;
    }
  }
  m_last = keys.back();
  m_num_keys += keys.size();
}

std::uint64_t write_saved_keys(const new_file& file, const position_keys& keys) {
  key_writer writer(file, keys.width(), keys.size());
  std::vector<wide_key> slice(std::min(slice_keys, keys.size()));
  for_each_slice(keys.size(), slice_keys, [&](position first, std::uint64_t length) {
    tbb::parallel_for(key_range(0, length, grain), [&](const key_range& block) {
      keys.read(first + block.begin(), std::span(slice).subspan(block.begin(), block.size()));
    });
    writer.write(std::span(slice).first(length));
  });
  return writer.digest().value();
}

std::uint64_t write_saved_keys(const new_file& file, const exploration_snapshot& snapshot) {
  key_writer writer(file, snapshot.width, snapshot.num_closed + snapshot.num_open);
  key_gatherer gatherer(writer);
  const auto write = [&](const auto& for_each, std::uint64_t end, const char* which) {
    for_each([&gatherer](std::span<const wide_key> keys) { gatherer.add(keys); });
    gatherer.flush();
    if (writer.digest().num_keys() != end) throw contract_error(fmt::format("not as many {} keys as were told", which));
  };
  write(snapshot.for_each_closed, snapshot.num_closed, "closed");
  write(snapshot.for_each_open, snapshot.num_closed + snapshot.num_open, "open");
  return writer.digest().value();
}

void read_saved_keys(const stored_list& list, std::span<wide_key> keys, key_digest& digest) {
  for_each_slice(keys.size(), slice_keys, [&](std::uint64_t begin, std::uint64_t length) {
    const auto slice = keys.subspan(begin, length);
    read_raw(list, digest.num_keys(), slice);
    digest.add(slice);
  });
}

key_digest checkpoint_keys::digest() const {
  std::vector<wide_key> slice(std::min(slice_keys, size()));
  key_digest digest;
  for_each_slice(size(), slice_keys, [&](position /*first*/, std::uint64_t length) {
    read_saved_keys(m_list, std::span(slice).first(length), digest);
  });
  return digest;
}

void checkpoint_keys::read(position first, std::span<wide_key> keys) const {
  reading(m_path, [&] { read_raw(m_list, first, keys); });
}

}  // namespace zermelo::storage
