// SPDX-License-Identifier: MIT
// A chunk as it lies in the file and as it is in memory: HDF5's filters shuffle, deflate and Fletcher-32, done here
// so that several threads can do them at once, and by a faster library than HDF5's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <libdeflate.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// The filters of a dataset. Thread-safe.
class chunk_codec {
 public:
  /// Filters in the order in which a writer applies them, each of them or not.
  struct filters {
    bool shuffle = false;
    bool deflate = false;
    bool fletcher32 = false;
  };
  /// A chunk's bytes in a file.
  struct stored_chunk {
    std::vector<std::byte> bytes;
    std::uint32_t skipped_filters = 0;  ///< bit i: the i-th filter of the dataset was not applied to this chunk
  };

  /// Sets the filters of a dataset in the making: shuffle, then deflate.
  static void set_filters(hid_t creation);
  /// Those that `set_filters` sets.
  [[nodiscard]] static constexpr filters new_filters() { return {true, true, false}; }
  /// The filters of a dataset. @throws failure if there are others, or in another order.
  [[nodiscard]] static filters filters_of(hid_t creation, const std::string& name, std::size_t element_bytes);

  chunk_codec(filters used, std::size_t element_bytes);

  /// Shuffles and deflates a chunk's elements, so that the stored bytes end in a checksum of them. Precondition: the
  /// filters are those of `set_filters`.
  [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> raw) const;
  /// The elements of a stored chunk. Precondition: `raw` has room for exactly those.
  /// @throws failure, a predicate such as "has another checksum", if the stored bytes are damaged, or make more or
  ///   fewer elements.
  void decode(const stored_chunk& stored, std::span<std::byte> raw) const;

 private:
  struct free_compressor {
    void operator()(libdeflate_compressor* c) const noexcept { libdeflate_free_compressor(c); }
  };
  struct free_decompressor {
    void operator()(libdeflate_decompressor* d) const noexcept { libdeflate_free_decompressor(d); }
  };
  /// What one thread works with.
  struct workplace {
    std::unique_ptr<libdeflate_compressor, free_compressor> compressor;
    std::unique_ptr<libdeflate_decompressor, free_decompressor> decompressor;
    std::vector<std::byte> shuffled;
    std::vector<std::byte> compressed;
  };

  filters m_filters;
  std::size_t m_element_bytes;
  mutable tbb::enumerable_thread_specific<workplace> m_workplaces;
};

}  // namespace zermelo::storage
