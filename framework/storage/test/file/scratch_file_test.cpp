// SPDX-License-Identifier: MIT
// Tests that a scratch file returns what was written, leaves no file in its folder, and reports errors.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/scratch_file.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "full_disk.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::scratch_file_test {
namespace {

scratch_buffer random_bytes(std::size_t size) {
  std::mt19937 random(1);
  scratch_buffer bytes(size);
  std::generate(bytes.span().begin(), bytes.span().end(), [&] { return static_cast<std::uint8_t>(random()); });
  return bytes;
}

bool is_in_memory(const std::filesystem::path& folder) {
  return testkit::error_of<input_error>([&] { scratch_file file(folder); }).find("in memory") != std::string::npos;
}

TEST(scratch_file, returns_what_was_written) {
  constexpr std::uint64_t offset = 20 * scratch_space::alignment;
  const temporary_folder folder;
  if (is_in_memory(folder.path())) GTEST_SKIP() << "temporary files are in memory";
  scratch_file file(folder.path());
  const scratch_buffer written = random_bytes(5 * scratch_space::alignment);
  file.write(offset, written.span());
  file.write(0, written.span());
  for (const std::uint64_t from : {std::uint64_t{0}, offset}) {
    scratch_buffer found(3 * scratch_space::alignment);
    file.read(from + scratch_space::alignment, found.span());
    EXPECT_TRUE(std::ranges::equal(found.span(), written.span().subspan(scratch_space::alignment, found.size())));
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

TEST(scratch_file, reports_errors_with_the_name_of_the_folder) {
  const temporary_folder folder;
  const auto missing = folder.path() / "missing";
  EXPECT_EQ(testkit::error_of<resource_error>([&] { scratch_file file(missing); }),
            missing.string() + ": cannot create a temporary file: No such file or directory");
  if (is_in_memory(folder.path())) GTEST_SKIP() << "temporary files are in memory";
  scratch_file file(folder.path());
  const scratch_buffer bytes = random_bytes(2 * scratch_space::alignment);
  EXPECT_EQ(testkit::error_of<resource_error>([&] { file.read(0, bytes.span()); }),
            folder.path().string() + ": cannot read a temporary file: Input/output error");
  const file_size_limit limit(scratch_space::alignment);
  EXPECT_EQ(testkit::error_of<resource_error>([&] { file.write(0, bytes.span()); }),
            folder.path().string() + ": cannot write a temporary file: File too large");
}

TEST(scratch_file, is_not_created_in_memory) {
  const temporary_folder folder;
  const small_disk in_memory(folder.path(), 1 << 20);
  if (!in_memory.mounted()) GTEST_SKIP() << "cannot mount a file system";
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, folder.path().string() + ": the folder is in memory; ...",
                      testkit::error_of<input_error>([&] { scratch_file file(folder.path()); }));
}

}  // namespace
}  // namespace zermelo::storage::test::scratch_file_test
