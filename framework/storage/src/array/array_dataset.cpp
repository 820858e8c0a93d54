// SPDX-License-Identifier: MIT
#include "array_dataset.hpp"

namespace zermelo::storage {

array_dataset array_dataset::create(hid_t file, const std::string& name, hid_t stored,
                                    const std::vector<hsize_t>& shape) {
  const hdf5::dataspace space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
  return create(file, name, stored, space, chunk_layout::choose(shape));
}

array_dataset array_dataset::create_growing(hid_t file, const std::string& name, hid_t stored) {
  constexpr hsize_t no_elements = 0;
  constexpr hsize_t unlimited = H5S_UNLIMITED;
  const hdf5::dataspace space(H5Screate_simple(1, &no_elements, &unlimited));
  return create(file, name, stored, space, chunk_layout::choose({chunk_layout::max_elements}));
}

array_dataset array_dataset::create(hid_t file, const std::string& name, hid_t stored, const hdf5::dataspace& space,
                                    const chunk_layout& layout) {
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::check(H5Pset_chunk(creation, static_cast<int>(layout.chunk_shape().size()), layout.chunk_shape().data()));
  chunk_codec::set_filters(creation);
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  hdf5::dataset created(H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  chunk_codec codec(chunk_codec::new_filters(), H5Tget_size(stored));
  return {std::move(created), name, layout, std::move(codec)};
}

void array_dataset::grow(std::uint64_t size) {
  const hsize_t extent = size;
  hdf5::check(H5Dset_extent(m_dataset, &extent));
  m_layout = chunk_layout::of_stored({extent}, m_layout.chunk_shape()).value();
}

void array_dataset::write_stored(std::uint64_t chunk, std::span<const std::byte> stored) const {
  const auto offset = m_layout.offset(chunk);
  constexpr std::uint32_t no_filter_skipped = 0;
  hdf5::check(H5Dwrite_chunk(m_dataset, H5P_DEFAULT, no_filter_skipped, offset.data(), stored.size(), stored.data()));
}

}  // namespace zermelo::storage
