// SPDX-License-Identifier: MIT
// The input is a list of changes to a valid table, without keys or with keys of 64 or 128 bits, or with margins. The
// changes are made through HDF5, so that all checksums of HDF5 are right, and only the reader of tables can find the
// damage.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fuzzer/FuzzedDataProvider.h>
#include <hdf5.h>

#include "use_table.hpp"

namespace {

using zermelo::storage::fuzz::all_table_shapes;
using zermelo::storage::fuzz::expect_sound_table_loads;
using zermelo::storage::fuzz::table_shape;
using zermelo::storage::fuzz::temporary_file;
using zermelo::storage::fuzz::use_table;

// No call of HDF5 is checked here: a call that fails changes nothing, and calls with an invalid identifier fail, too.

constexpr std::array number_attributes{
    "positions", "legal_positions",    "wins",  "losses",     "ties",    "draws",    "first_player_wins",
    "start",     "second_player_wins", "edges", "move_limit", "threads", "complete", "format_version",
    "key_bits",  "max_margin"};
constexpr std::array text_attributes{"format",    "game",       "parameters",    "parameter_grid",
                                     "axes",      "start_text", "infinite_play", "parameters_checksum",
                                     "signature", "phases",     "rules_digest"};
constexpr std::array list_attributes{"histogram_wins", "histogram_losses", "histogram_ties", "seconds",
                                     "start",          "margin_wins",      "margin_losses"};
constexpr std::array scale_attributes{"coordinate_names", "flag_meanings"};
constexpr std::array known{"turn", "cat",        "mouse",  "row",      "column", "grid",    "note",
                           "none", "move_limit", "nobody", "position", "../cat", "cat/row", "outcome"};
constexpr std::array datasets{"outcome", "distance", "turn", "cat", "mouse", "cat_row", "mouse_column", "margin"};
constexpr std::array datasets_of_keys{"outcome",         "distance",  "position",       "key",
                                      "key_high",        "first_key", "first_key_high", "sampled_key",
                                      "sampled_key_high"};

/// Words of the format, mixed with arbitrary bytes.
std::string any_text(FuzzedDataProvider& input) {
  std::string text;
  for (int left = input.ConsumeIntegralInRange(0, 6); left > 0; --left) {
    if (!text.empty()) text += ' ';
    text += input.ConsumeBool() ? input.PickValueInArray(known) : input.ConsumeRandomLengthString(64);
  }
  return text;
}

std::int64_t any_number(FuzzedDataProvider& input) {
  constexpr std::int64_t small_number_limit = 64;
  return input.ConsumeBool() ? input.ConsumeIntegralInRange<std::int64_t>(-1, small_number_limit)
                             : input.ConsumeIntegral<std::int64_t>();
}

hid_t any_type(FuzzedDataProvider& input) {
  const std::array types{H5T_STD_I8LE,   H5T_STD_I16LE,   H5T_STD_U8LE,  H5T_STD_U16LE, H5T_STD_U32LE,
                         H5T_STD_I32LE,  H5T_STD_I64LE,   H5T_STD_U64LE, H5T_STD_U16BE, H5T_STD_B16LE,
                         H5T_IEEE_F64LE, H5T_STD_REF_OBJ, H5T_C_S1};
  return input.PickValueInArray(types);
}

/// Creates an attribute, or replaces an attribute of this name.
void put_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* values) {
  H5Adelete(object, name);
  const hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(a, type, values);
  H5Aclose(a);
}

void put_number(hid_t object, const char* name, FuzzedDataProvider& input) {
  const std::int64_t value = any_number(input);
  const hid_t space = H5Screate(H5S_SCALAR);
  put_attribute(object, name, H5T_STD_I64LE, space, &value);
  H5Sclose(space);
}

void put_text(hid_t object, const char* name, FuzzedDataProvider& input) {
  const std::string text = any_text(input);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, text.empty() ? 1 : text.size());
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const hid_t space = H5Screate(text.empty() ? H5S_NULL : H5S_SCALAR);
  put_attribute(object, name, type, space, text.data());
  H5Sclose(space);
  H5Tclose(type);
}

void put_list(hid_t object, const char* name, FuzzedDataProvider& input) {
  constexpr std::size_t max_length = 64;
  std::vector<std::int64_t> values(max_length);
  const hsize_t length = input.ConsumeIntegralInRange<hsize_t>(0, max_length);
  for (hsize_t i = 0; i < length; ++i) values[i] = any_number(input);
  const hid_t space = length == 0 ? H5Screate(H5S_NULL) : H5Screate_simple(1, &length, nullptr);
  put_attribute(object, name, input.ConsumeBool() ? H5T_STD_I64LE : any_type(input), space, values.data());
  H5Sclose(space);
}

/// The sizes of a dataset's dimensions; empty if it is not an array.
std::vector<hsize_t> shape_of(hid_t dataset) {
  const hid_t space = H5Dget_space(dataset);
  std::array<hsize_t, H5S_MAX_RANK> sizes{};
  const int rank = H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  H5Sclose(space);
  return {sizes.begin(), sizes.begin() + std::max(rank, 0)};
}

/// Replaces a chunk of a dataset by bytes that do not come from its filters. Large and invalid datasets are not
/// changed: HDF5 1.10 crashes when it writes to a dataset whose chunk index it could not create.
void put_chunk(hid_t dataset, FuzzedDataProvider& input) {
  constexpr hsize_t max_elements = 512;
  hsize_t elements = 1;
  std::array<hsize_t, H5S_MAX_RANK> offset{};
  const std::vector<hsize_t> shape = shape_of(dataset);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0 || shape[d] > max_elements / elements) return;
    elements *= shape[d];
    offset[d] = input.ConsumeIntegralInRange<hsize_t>(0, std::min<hsize_t>(shape[d] - 1, 3));
  }
  if (shape.empty()) return;
  const hid_t type = H5Dget_type(dataset);
  const std::size_t dataset_bytes = elements * H5Tget_size(type);
  H5Tclose(type);
  const auto skipped_filters = input.ConsumeIntegralInRange<std::uint32_t>(0, 8);
  const auto size = input.ConsumeBool() ? dataset_bytes : input.ConsumeIntegralInRange<std::size_t>(1, dataset_bytes);
  auto bytes = input.ConsumeBytes<std::uint8_t>(size);
  bytes.resize(size);
  H5Dwrite_chunk(dataset, H5P_DEFAULT, skipped_filters, offset.data(), bytes.size(), bytes.data());
}

/// Replaces a dataset by one with the given or an arbitrary shape.
void replace_dataset(hid_t file, const char* name, std::vector<hsize_t> shape, FuzzedDataProvider& input) {
  constexpr std::size_t max_dimensions = 4;
  if (input.ConsumeBool()) {
    shape.resize(input.ConsumeIntegralInRange<std::size_t>(0, max_dimensions));
    for (hsize_t& size : shape) size = static_cast<hsize_t>(any_number(input));
  }
  std::vector<hsize_t> chunk = shape;
  for (hsize_t& size : chunk) {
    if (input.ConsumeBool()) size = static_cast<hsize_t>(any_number(input));
  }
  const int rank = static_cast<int>(shape.size());
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  if (input.ConsumeBool()) H5Pset_chunk(creation, rank, chunk.data());
  for (int left = input.ConsumeIntegralInRange(0, 3); left > 0; --left) {
    switch (input.ConsumeIntegralInRange(0, 4)) {
      case 0: H5Pset_shuffle(creation); break;
      case 1: H5Pset_deflate(creation, 1); break;
      case 2: H5Pset_fletcher32(creation); break;
      case 3: H5Pset_nbit(creation); break;
      default: H5Pset_scaleoffset(creation, H5Z_SO_INT, 0);
    }
  }
  H5Ldelete(file, name, H5P_DEFAULT);
  const hid_t space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, shape.data(), nullptr);
  const hid_t d = H5Dcreate2(file, name, any_type(input), space, H5P_DEFAULT, creation, H5P_DEFAULT);
  for (int left = input.ConsumeIntegralInRange(0, 4); left > 0; --left) put_chunk(d, input);
  H5Dclose(d);
  H5Sclose(space);
  H5Pclose(creation);
}

/// The name of a dataset in a table.
const char* any_dataset(table_shape shape, FuzzedDataProvider& input) {
  const bool has_keys = shape == table_shape::keys_of_64_bits || shape == table_shape::keys_of_128_bits;
  return has_keys ? input.PickValueInArray(datasets_of_keys) : input.PickValueInArray(datasets);
}

void replace_by_link(hid_t file, table_shape shape, const char* name, FuzzedDataProvider& input) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const char* target = any_dataset(shape, input);
  switch (input.ConsumeIntegralInRange(0, 3)) {
    case 0: H5Lcreate_soft(target, file, name, H5P_DEFAULT, H5P_DEFAULT); break;
    case 1: H5Lcreate_hard(file, target, file, name, H5P_DEFAULT, H5P_DEFAULT); break;
    case 2: H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); break;
    default: break;  // removed only
  }
}

void change(hid_t file, table_shape shape, FuzzedDataProvider& input) {
  const char* dataset = any_dataset(shape, input);
  const hid_t opened = H5Dopen2(file, dataset, H5P_DEFAULT);
  switch (input.ConsumeIntegralInRange(0, 7)) {
    case 0: put_number(file, input.PickValueInArray(number_attributes), input); break;
    case 1: put_text(file, input.PickValueInArray(text_attributes), input); break;
    case 2: put_list(file, input.PickValueInArray(list_attributes), input); break;
    case 3: put_text(opened, input.PickValueInArray(scale_attributes), input); break;
    case 4: put_chunk(opened, input); break;
    case 5: replace_dataset(file, dataset, shape_of(opened), input); break;
    case 6: replace_by_link(file, shape, dataset, input); break;
    default: H5Adelete(file, input.PickValueInArray(text_attributes)); break;
  }
  H5Dclose(opened);
}

using sound_tables = std::array<std::vector<std::uint8_t>, all_table_shapes.size()>;

const sound_tables& all_sound_tables() {
  static const sound_tables tables = [] {
    sound_tables made;
    std::transform(all_table_shapes.begin(), all_table_shapes.end(), made.begin(), expect_sound_table_loads);
    return made;
  }();
  return tables;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): libFuzzer asks for these names.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  (void)all_sound_tables();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider input(data, size);
  const auto shape = input.PickValueInArray(all_table_shapes);
  const temporary_file copy(all_sound_tables()[static_cast<std::size_t>(shape)]);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fopen(copy.path().c_str(), H5F_ACC_RDWR, access);
  constexpr int max_changes = 8;
  for (int left = max_changes; left > 0 && input.remaining_bytes() > 0; --left) change(file, shape, input);
  H5Fclose(file);
  H5Pclose(access);
  (void)use_table(copy.path());
  return 0;
}
// NOLINTEND(readability-identifier-naming)
