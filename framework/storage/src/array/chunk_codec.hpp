// SPDX-License-Identifier: MIT
// Encodes and decodes chunks with HDF5's filters shuffle, deflate and Fletcher-32. Unlike HDF5, it works in parallel
// and uses libdeflate, which is faster than zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <libdeflate.h>

#include <zermelo/core/base/per_thread.hpp>

#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// Applies the filters of a dataset. Thread-safe.
class chunk_codec {
 public:
  /// The filters of a dataset, in the order in which a writer applies them.
  struct filters {
    bool shuffle = false;
    bool deflate = false;
    bool fletcher32 = false;
  };
  /// The bytes of a chunk in a file.
  struct stored_chunk {
    std::vector<std::byte> bytes;
    std::uint32_t skipped_filters = 0;  ///< bit i: the i-th filter of the dataset was not applied to this chunk
  };

  /// Sets the filters of a new dataset: shuffle, then deflate.
  static void set_filters(hid_t creation);
  /// Returns the filters that `set_filters` sets.
  [[nodiscard]] static constexpr filters new_filters() { return {true, true, false}; }
  /// Returns the filters of a dataset. @param name  the dataset, for messages  @throws failure for unsupported filters
  /// or another order.
  [[nodiscard]] static filters filters_of(hid_t creation, const std::string& name, std::size_t element_bytes);

  chunk_codec(filters used, std::size_t element_bytes);

  /// Shuffles and deflates the elements of a chunk. The encoded bytes end with zlib's checksum. Preconditions: the
  /// filters are `new_filters()`, and elements have 1, 2, 4 or 8 bytes.
  [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> raw) const;
  /// Sets `raw` to the elements of a stored chunk. @throws failure if the stored bytes are damaged, or do not decode to
  /// the size of `raw`. The message is a predicate, such as "has a wrong checksum".
  void decode(const stored_chunk& stored, std::span<std::byte> raw) const;

 private:
  struct deleter {
    void operator()(libdeflate_compressor* c) const noexcept { libdeflate_free_compressor(c); }
    void operator()(libdeflate_decompressor* d) const noexcept { libdeflate_free_decompressor(d); }
  };
  struct thread_buffers {
    std::unique_ptr<libdeflate_compressor, deleter> compressor;
    std::unique_ptr<libdeflate_decompressor, deleter> decompressor;
    std::vector<std::byte> shuffled;
    std::vector<std::byte> compressed;
  };

  filters m_filters;
  std::size_t m_element_bytes;
  mutable per_thread<thread_buffers> m_buffers;
};

}  // namespace zermelo::storage
