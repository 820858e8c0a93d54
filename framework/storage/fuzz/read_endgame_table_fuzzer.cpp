// SPDX-License-Identifier: MIT
// The input is a file. Whatever it contains, the reader of tables must reject it with one line or read it correctly.
#include <cstddef>
#include <cstdint>

#include "use_table.hpp"

// NOLINTBEGIN(readability-identifier-naming): libFuzzer asks for these names.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  for (const auto shape : zermelo::storage::fuzz::all_table_shapes) {
    (void)zermelo::storage::fuzz::expect_sound_table_loads(shape);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const zermelo::storage::fuzz::temporary_file file({data, size});
  (void)zermelo::storage::fuzz::use_table(file.path());
  return 0;
}
// NOLINTEND(readability-identifier-naming)
