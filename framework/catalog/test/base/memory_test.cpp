// SPDX-License-Identifier: MIT
// Tests memory limits read from the system's files, and parsing and formatting of sizes.
#include <zermelo/catalog/base/memory.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

namespace zermelo::memory_test {
namespace {

class memory_test : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((m_root / file).parent_path());
    std::ofstream(m_root / file) << text;
  }
  testkit::temporary_folder m_folder;
  std::filesystem::path m_root = m_folder.path();
};

TEST_F(memory_test, reports_no_limit_when_system_files_are_missing) {
  EXPECT_EQ(available_memory_bytes(m_root), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(memory_test, reads_available_memory_from_meminfo) {
  write("proc/meminfo", "MemTotal:  900 kB\nMemAvailable:     500 kB\n");
  EXPECT_EQ(available_memory_bytes(m_root), 500 * 1024U);
}

TEST_F(memory_test, applies_limit_of_parent_cgroup_v2) {
  write("proc/meminfo", "MemAvailable: 500 kB\n");
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/b/memory.max", "max\n");
  write("sys/fs/cgroup/a/b/memory.current", "5000\n");
  write("sys/fs/cgroup/a/memory.max", "100000\n");
  write("sys/fs/cgroup/a/memory.current", "70000\n");
  write("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 10000\n");
  EXPECT_EQ(available_memory_bytes(m_root), 40000U);
}

TEST_F(memory_test, applies_limit_of_cgroup_v1) {
  write("proc/meminfo", "MemAvailable: 500 kB\n");
  write("proc/self/cgroup", "9:cpu:/x\n4:memory:/job\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "100000\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "170000\n");
  EXPECT_EQ(available_memory_bytes(m_root), 0U);
  write("sys/fs/cgroup/memory/job/memory.stat", "total_inactive_file 100000\n");
  EXPECT_EQ(available_memory_bytes(m_root), 30000U);
}

TEST(memory, reports_available_and_peak_bytes_of_this_process) {
  EXPECT_GT(available_memory_bytes(), 0U);
  EXPECT_GT(peak_bytes(), 0U);
}

TEST(parse_bytes, accepts_binary_units) {
  EXPECT_EQ(parse_bytes("1000"), 1000U);
  EXPECT_EQ(parse_bytes("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_bytes("1.5g"), std::uint64_t{3} << 29);
  EXPECT_EQ(parse_bytes("4GiB"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("2kb"), 2048U);
  EXPECT_EQ(parse_bytes("1T"), std::uint64_t{1} << 40);
}

TEST(parse_bytes, rejects_invalid_sizes) {
  for (const char* text : {"", "G", "4X", "-1G", "0", "1..5G", "4 G", "0x10", "1e3", "99999999999T", "inf"}) {
    EXPECT_THROW((void)parse_bytes(text), input_error) << text;
  }
}

TEST(format_bytes, prints_binary_units) {
  EXPECT_EQ(format_bytes(1000), "1000 bytes");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes(std::uint64_t{3} << 30), "3.0 GiB");
}

}  // namespace
}  // namespace zermelo::memory_test
