// SPDX-License-Identifier: MIT
// Tests tables whose metadata was altered so that its checksums are right: HDF5 itself may crash on them or exhaust the
// memory; a reader of tables must not.
#include <zermelo/storage/table/endgame_table.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/address_sanitizer.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "../../src/file/file_descriptor.hpp"
#include "damage.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::hostile_table_test {
namespace {

const std::filesystem::path hostile = std::filesystem::path(ZERMELO_DATA_DIR) / "hostile";

/// Opens a table and reads all of it.
void read_all(const std::filesystem::path& path) {
  endgame_table::open(path).for_each([](position, position_value) {});
}

TEST(hostile_table, is_rejected_if_it_crashes_hdf5) {
  for (const char* name : {"fpe.h5", "segv1.h5", "segv2.h5", "segv3.h5"}) {
    const auto path = hostile / name;
    const std::string message = testkit::error_of([&] { read_all(path); });
    EXPECT_TRUE(message.starts_with(path.string() + ": damaged: ")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

#if !defined(ZERMELO_HAS_ADDRESS_SANITIZER) && !defined(ZERMELO_THREAD_SANITIZER)  // sanitizers use all addresses
TEST(hostile_table, is_rejected_if_it_exhausts_memory) {
  const auto path = hostile / "memory.h5";
  EXPECT_TRUE(is_rejected(path, [&] { read_all(path); }));
  rusage of_children{};
  ::getrusage(RUSAGE_CHILDREN, &of_children);
  rusage of_this{};
  ::getrusage(RUSAGE_SELF, &of_this);
  constexpr long most_kib = 132 << 10;  // in addition to the memory of this process
  EXPECT_LT(of_children.ru_maxrss, of_this.ru_maxrss + most_kib);
}
#endif

TEST(hostile_table, does_not_affect_other_threads) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const sample s = make_sample(pursuit_axes(5, 5), 1);
  write_table(path, s, 1);
  std::vector<std::thread> readers;
  for (int t = 0; t < 4; ++t) {
    readers.emplace_back([&, t] {
      for (int round = 0; round < 5; ++round) {
        const auto damaged = hostile / (t % 2 == 0 ? "segv1.h5" : "fpe.h5");
        EXPECT_TRUE(is_rejected(damaged, [&] { read_all(damaged); }));
        const auto table = endgame_table::open(path);
        for (position p = 0; p < s.values.size(); ++p) EXPECT_EQ(table.probe(p), s.values[p]);
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
}

TEST(hostile_table, valid_table_is_read_despite_foreign_lock) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  write_table(path, make_sample(pursuit_axes(3, 3), 1), 1);
  const file_descriptor writer(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX | LOCK_NB), 0);
  EXPECT_NO_THROW(read_all(path));
}

/// Jenkins's hash "lookup3" (2006) of bytes, which HDF5 uses as the checksum of its metadata.
std::uint32_t lookup3(std::span<const unsigned char> bytes) {
  const auto start = 0xdeadbeefU + static_cast<std::uint32_t>(bytes.size());
  std::array<std::uint32_t, 3> s{start, start, start};
  auto& [a, b, c] = s;
  const auto add = [&](std::span<const unsigned char> some) {
    for (std::size_t i = 0; i < some.size(); ++i) s[i / 4] += std::uint32_t{some[i]} << (8 * (i % 4));
  };
  constexpr std::size_t at_once = 12;
  for (; bytes.size() > at_once; bytes = bytes.subspan(at_once)) {
    add(bytes.first(at_once));
    const auto turn = [&s](std::size_t x, std::size_t y, std::size_t z, int bits) {
      s[x] -= s[y];
      s[x] ^= std::rotl(s[y], bits);
      s[y] += s[z];
    };
    constexpr std::array rotations{4, 6, 8, 16, 19, 4};
    for (std::size_t i = 0; i < rotations.size(); ++i) turn(i % 3, (i + 2) % 3, (i + 1) % 3, rotations[i]);
  }
  if (bytes.empty()) return c;
  add(bytes);
  const auto close = [](std::uint32_t& x, std::uint32_t y, int bits) {
    x ^= y;
    x -= std::rotl(y, bits);
  };
  close(c, b, 14);
  close(a, c, 11);
  close(b, a, 25);
  close(c, b, 16);
  close(a, c, 4);
  close(b, a, 14);
  close(c, b, 24);
  return c;
}

/// A range of a file that ends in a checksum of the bytes before.
struct checksummed {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< the location of the checksum
};

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < sizeof(number); ++i)
    number |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

std::uint32_t hash(const std::string& bytes, const checksummed& block) {
  return lookup3({reinterpret_cast<const unsigned char*>(bytes.data()) + block.begin, block.end - block.begin});
}

/// The metadata blocks of an HDF5 file: bytes that begin like one, up to a matching checksum.
std::vector<checksummed> find_metadata(const std::string& bytes) {
  constexpr std::array<std::string_view, 9> signatures{"\x89HDF", "OHDR", "OCHK", "FRHP", "FHDB",
                                                       "BTHD",    "BTLF", "FAHD", "FADB"};
  constexpr std::size_t longest = 4096;
  std::vector<checksummed> blocks;
  for (std::size_t at = 0; at + 8 < bytes.size(); ++at) {
    const std::string_view head(bytes.data() + at, 4);
    if (std::find(signatures.begin(), signatures.end(), head) == signatures.end()) continue;
    for (checksummed block{at, at + 8}; block.end + 4 <= bytes.size() && block.end < at + longest; ++block.end) {
      if (hash(bytes, block) != number_at(bytes, block.end)) continue;
      blocks.push_back(block);
      break;
    }
  }
  return blocks;
}

std::string with_altered(std::string bytes, const std::vector<checksummed>& blocks, random_generator& random) {
  const checksummed& block = blocks[random.below(blocks.size())];
  constexpr std::array<unsigned char, 6> boundary_bytes{0, 1, 0x7f, 0x80, 0xfe, 0xff};
  constexpr std::uint64_t most_changes = 4;
  constexpr std::size_t signature_bytes = 4;
  for (std::uint64_t n = 1 + random.below(most_changes); n > 0; --n) {
    const std::size_t at = block.begin + signature_bytes + random.below(block.end - block.begin - signature_bytes);
    bytes[at] = static_cast<char>(random.below(2) == 0 ? boundary_bytes[random.below(boundary_bytes.size())]
                                                       : random.below(256));
  }
  const std::uint32_t right = hash(bytes, block);
  for (std::size_t i = 0; i < sizeof(right); ++i) bytes[block.end + i] = static_cast<char>(right >> (8 * i) & 0xff);
  return bytes;
}

TEST(hostile_table, is_rejected_or_gives_correct_values_after_metadata_changes) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const sample s = make_sample(pursuit_axes(9, 9), 1);
  write_table(path, s, 1);
  const std::string whole = read_bytes(path);
  const std::vector<checksummed> blocks = find_metadata(whole);
  constexpr std::size_t fewest_blocks = 10;
  ASSERT_GT(blocks.size(), fewest_blocks);
  random_generator random(20261122);
  constexpr int trials = 1000;
  int rejected = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(fmt::format("trial {}", trial));
    write_bytes(path, with_altered(whole, blocks, random));
    rejected += is_rejected(path, [&] {
      const auto table = endgame_table::open(path);
      ASSERT_EQ(table.num_positions(), s.values.size());
      table.for_each([&](position p, position_value value) { ASSERT_EQ(value, s.values[p]) << p; });
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(rejected, trials / 4);
  EXPECT_LT(rejected, trials);
}

}  // namespace
}  // namespace zermelo::storage::test::hostile_table_test
