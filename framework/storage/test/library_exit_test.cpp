// SPDX-License-Identifier: MIT
// HDF5 is not asked to tidy up a second time.
#include <zermelo/storage/library_exit.hpp>

#include <cstdlib>
#include <unistd.h>

#include <gtest/gtest.h>
#include <hdf5.h>

namespace zermelo::storage::test {
namespace {

TEST(library_exit, is_not_heard_of_by_hdf5) {
  // In a process of its own, which has not used HDF5. HDF5 refuses the call where it has been made.
  EXPECT_EXIT(
      {
        leave_library_open_at_exit();
        _exit(H5dont_atexit() < 0 ? EXIT_SUCCESS : EXIT_FAILURE);
      },
      testing::ExitedWithCode(EXIT_SUCCESS), "");
}

}  // namespace
}  // namespace zermelo::storage::test
