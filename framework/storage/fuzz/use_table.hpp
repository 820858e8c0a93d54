// SPDX-License-Identifier: MIT
// What every fuzzer of tables does with a file: opens it, and uses all that the reader offers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zermelo::storage::fuzz {

/// Ends the program, which is a finding, unless `condition` holds.
void require(bool condition, const char* what);

/// A file in the folder for temporary files, removed in the end. A new one for every input: HDF5 may not have closed
/// the damaged one before, and would go on with that if it found the same inode.
class temporary_file {
 public:
  explicit temporary_file(std::span<const std::uint8_t> bytes);
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file();

  [[nodiscard]] const std::string& path() const noexcept { return m_path; }

 private:
  std::string m_path;
};

/// Opens the file as a table and, unless it is refused, reads it in every way there is: they have to agree. A refusal
/// has to be an input_error or a resource_error of one line; anything else ends the program. Whether the table was
/// loaded.
bool use_table(const std::string& path);

/// The kinds of tables.
enum class table_shape : std::uint8_t { board, keys_of_64_bits, keys_of_128_bits };
inline constexpr std::array all_table_shapes{table_shape::board, table_shape::keys_of_64_bits,
                                             table_shape::keys_of_128_bits};

/// The bytes of a small sound table. Ends the program if it is not loaded: a fuzzer whose every input is refused, for
/// whatever reason around it, would find nothing.
std::vector<std::uint8_t> expect_sound_table_loads(table_shape shape);

}  // namespace zermelo::storage::fuzz
