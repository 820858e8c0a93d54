// SPDX-License-Identifier: MIT
// The common part of the table fuzzers: opens a file, and calls all functions of the reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zermelo::storage::fuzz {

/// Unless `condition` holds, prints the violation and aborts the program.
void require(bool condition, const char* violation);

/// A file in the folder for temporary files, removed by the destructor. Every input gets a new file: HDF5 may not have
/// closed an earlier, damaged file, and would use it again if the new file had the same inode.
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

/// Opens the file as a table and, unless it is rejected, calls all functions of the reader, whose results must agree. A
/// rejection must be an input_error or a resource_error of one line; otherwise the program is aborted. Returns whether
/// the table was loaded.
bool use_table(const std::string& path);

/// The kinds of tables.
enum class table_shape : std::uint8_t { board, keys_of_64_bits, keys_of_128_bits, board_with_margins };
inline constexpr std::array all_table_shapes{table_shape::board, table_shape::keys_of_64_bits,
                                             table_shape::keys_of_128_bits, table_shape::board_with_margins};

/// The bytes of a small valid table. Aborts the program if the table cannot be loaded: a fuzzer whose inputs are all
/// rejected would find nothing.
std::vector<std::uint8_t> expect_sound_table_loads(table_shape shape);

}  // namespace zermelo::storage::fuzz
