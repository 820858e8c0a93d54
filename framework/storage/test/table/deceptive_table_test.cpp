// SPDX-License-Identifier: MIT
// Tables whose attributes are each of the right make, but together would deceive a reader: names listed many times,
// names that lead elsewhere, numbers that add up only modulo 2^64.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../../src/hdf5/attribute_text.hpp"
#include "damage.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::deceptive_table_test {
namespace {

class deceptive_table : public testing::Test {
 protected:
  void SetUp() override {
    work_monitor silent;
    write_endgame_table(m_path, m_sample.metadata, m_sample.values, silent);
  }

  void expect_refused_after(const hdf5_edit& change, const std::string& message) {
    edit_hdf5(m_path, change);
    try {
      (void)endgame_table::open(m_path);
      ADD_FAILURE() << "the table was opened";
    } catch (const input_error& refused) {
      EXPECT_EQ(refused.what(), m_path.string() + ": " + message);
    }
  }

  void expect_refused_with_coordinates(const std::string& names, const std::string& message) {
    const auto list = [&](hid_t file) {
      const hid_t scale = H5Dopen2(file, "cat", H5P_DEFAULT);
      set_text(scale, "coordinate_names", names);
      H5Dclose(scale);
    };
    expect_refused_after(list, message);
  }

  temporary_folder m_folder;
  std::filesystem::path m_path = m_folder.path() / "t.h5";
  sample m_sample = make_sample(pursuit_axes(3, 4), 1);
};

TEST_F(deceptive_table, that_lists_a_coordinate_twice_is_refused) {
  expect_refused_with_coordinates("row column row", "the name 'cat_row' of an axis or coordinate is taken");
}

TEST_F(deceptive_table, that_lists_an_axis_twice_is_refused) {
  expect_refused_after([](hid_t file) { set_text(file, "axes", "turn cat cat"); },
                       "the name 'cat' of an axis or coordinate is taken");
}

TEST_F(deceptive_table, whose_coordinate_lies_behind_a_link_to_another_file_is_refused) {
  const auto other = m_folder.path() / "other.h5";
  std::filesystem::copy_file(m_path, other);
  edit_hdf5(m_path, [&](hid_t file) {
    H5Lcreate_external(other.c_str(), "/", file, "cat_elsewhere", H5P_DEFAULT, H5P_DEFAULT);
  });
  expect_refused_with_coordinates("elsewhere/cat_row", "'cat_elsewhere/cat_row' is no name for an axis");
}

TEST_F(deceptive_table, that_lists_a_parameter_twice_is_refused) {
  const auto& grid = m_sample.metadata.parameters.front();
  const auto list_twice = [&](hid_t file) {
    set_text(file, "parameters", "grid grid");
    set_text(file, "parameters_checksum", format::to_hex(format::parameters_checksum({grid, grid})));
  };
  expect_refused_after(list_twice, "the parameter 'grid' is there twice");
}

/// Adds to a number, or to the first of a list.
void add(hid_t file, const char* name, std::int64_t amount) {
  const hid_t a = H5Aopen(file, name, H5P_DEFAULT);
  const hid_t space = H5Aget_space(a);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  ASSERT_GE(H5Aread(a, H5T_NATIVE_INT64, numbers.data()), 0);
  numbers.front() += amount;
  ASSERT_GE(H5Awrite(a, H5T_NATIVE_INT64, numbers.data()), 0);
  H5Sclose(space);
  H5Aclose(a);
}

constexpr std::int64_t quarter_of_2_to_the_64 = std::int64_t{1} << 62;

TEST_F(deceptive_table, whose_counts_add_up_only_modulo_2_to_the_64_is_refused) {
  const auto add_2_to_the_64 = [](hid_t file) {
    for (const char* name : {"wins", "losses", "ties", "draws", "first_player_wins", "second_player_wins",
                             "histogram_wins", "histogram_losses", "histogram_ties"}) {
      add(file, name, quarter_of_2_to_the_64);
    }
  };
  expect_refused_after(add_2_to_the_64, "a count is larger than the number of positions");
}

TEST_F(deceptive_table, whose_histogram_adds_up_only_modulo_2_to_the_64_is_refused) {
  const auto add_2_to_the_64 = [](hid_t file) {
    std::vector<std::int64_t> counts(41);
    const hid_t a = H5Aopen(file, "histogram_wins", H5P_DEFAULT);
    ASSERT_GE(H5Aread(a, H5T_NATIVE_INT64, counts.data()), 0);
    for (std::size_t d = 0; d < 4; ++d) counts[d] += quarter_of_2_to_the_64;
    ASSERT_GE(H5Awrite(a, H5T_NATIVE_INT64, counts.data()), 0);
    H5Aclose(a);
  };
  expect_refused_after(add_2_to_the_64, "a count is larger than the number of positions");
}

TEST_F(deceptive_table, whose_coordinates_are_fewer_bytes_than_their_chunk_has_is_refused) {
  const auto shorten = [](hid_t file) {
    replace(file, "cat_row", H5T_STD_I32LE, {12}, [](hid_t creation) {
      chunked({12})(creation);
      H5Pset_deflate(creation, 1);
    });
    const hid_t rows = H5Dopen2(file, "cat_row", H5P_DEFAULT);
    constexpr std::array<unsigned char, 4> one_row{};
    constexpr std::uint32_t without_deflate = 1;
    constexpr hsize_t first = 0;
    ASSERT_GE(H5Dwrite_chunk(rows, H5P_DEFAULT, without_deflate, &first, one_row.size(), one_row.data()), 0);
    H5Dclose(rows);
  };
  expect_refused_after(shorten, "damaged: chunk 0 of dataset 'cat_row' has another size than its elements");
}

TEST_F(deceptive_table, whose_seconds_are_no_times_is_refused) {
  const auto stored = [](double first) {
    return [first](hid_t file) {
      const hid_t a = H5Aopen(file, "seconds", H5P_DEFAULT);
      const hid_t space = H5Aget_space(a);
      std::vector<double> seconds(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
      seconds.front() = first;
      ASSERT_GE(H5Awrite(a, H5T_NATIVE_DOUBLE, seconds.data()), 0);
      H5Sclose(space);
      H5Aclose(a);
    };
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  expect_refused_after(stored(infinity), "attribute 'seconds': inf is no time");
  expect_refused_after(stored(-infinity), "attribute 'seconds': -inf is no time");
  expect_refused_after(stored(std::numeric_limits<double>::quiet_NaN()), "attribute 'seconds': nan is no time");
  expect_refused_after(stored(-0.5), "attribute 'seconds': -0.5 is no time");
}

TEST_F(deceptive_table, whose_refusal_quotes_it_is_refused_in_one_line_without_escapes) {
  expect_refused_after([](hid_t file) { set_text(file, "infinite_play", "a\n\x1b[2J\u202e\xff"); },
                       "attribute 'infinite_play': 'a/\\u001b[2J\\u202e\\xff' is none of: nobody, first, second");
}

}  // namespace
}  // namespace zermelo::storage::test::deceptive_table_test
