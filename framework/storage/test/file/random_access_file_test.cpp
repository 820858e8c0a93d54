// SPDX-License-Identifier: MIT
// Tests pools of files: the number of open files, and files that have been replaced.
#include <zermelo/storage/file/random_access_file.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/testkit/error_of.hpp>

#include "temporary_folder.hpp"

namespace zermelo::storage::test::random_access_file_test {
namespace {

namespace fs = std::filesystem;

std::string read_all(const random_access_file& file) {
  std::string text(file.num_bytes(), '?');
  const auto count = file.read(0, std::as_writable_bytes(std::span(text)));
  EXPECT_EQ(count, text.size());
  return text;
}

class random_access_files : public testing::Test {
 protected:
  static constexpr std::size_t num_files = 7;

  fs::path write(std::size_t number, const std::string& text) {
    const fs::path path = m_folder.path() / std::to_string(number);
    std::ofstream(path) << text;
    return path;
  }
  std::vector<std::unique_ptr<random_access_file>> open_among(const std::shared_ptr<open_files>& among) {
    std::vector<std::unique_ptr<random_access_file>> files;
    for (std::size_t i = 0; i < num_files; ++i) {
      files.push_back(std::make_unique<random_access_file>(write(i, "file " + std::to_string(i)), among));
    }
    return files;
  }
  /// The number of the folder's files that this process has open.
  [[nodiscard]] std::size_t num_open() const {
    std::size_t open = 0;
    for (const fs::directory_entry& one : fs::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      if (fs::read_symlink(one.path(), gone).parent_path() == fs::canonical(m_folder.path())) ++open;
    }
    return open;
  }

  temporary_folder m_folder;
};

TEST_F(random_access_files, reject_symbolic_links_on_request) {
  const fs::path file = write(0, "file");
  const fs::path link = m_folder.path() / "link";
  fs::create_symlink(file, link);
  EXPECT_EQ(read_all(random_access_file(link, nullptr)), "file");
  EXPECT_EQ(read_all(random_access_file(file, nullptr, symbolic_links::rejected)), "file");
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, link.string() + ": symbolic links ...", testkit::error_of([&] {
                        const random_access_file rejected(link, nullptr, symbolic_links::rejected);
                      }));
}

TEST_F(random_access_files, share_a_limited_number_of_open_files) {
  for (const std::size_t most : {std::size_t{1}, std::size_t{3}}) {
    const auto files = open_among(std::make_shared<open_files>(most));
    EXPECT_EQ(num_open(), 0U);
    for (std::size_t i = 0; i < 3 * num_files; ++i) {
      EXPECT_EQ(read_all(*files[i % num_files]), "file " + std::to_string(i % num_files));
      EXPECT_EQ(num_open(), std::min(i + 1, most));
    }
  }
  EXPECT_EQ(num_open(), 0U);
}

TEST_F(random_access_files, are_read_by_more_threads_than_open_files) {
  const auto files = open_among(std::make_shared<open_files>(2));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 5; ++t) {
    threads.emplace_back([&files, t] {
      for (std::size_t i = 0; i < 1000; ++i) {
        const std::size_t file = i * (t + 1) % num_files;
        EXPECT_EQ(read_all(*files[file]), "file " + std::to_string(file));
      }
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_LE(num_open(), 2U);
}

TEST_F(random_access_files, reject_replaced_or_removed_files) {
  const auto files = open_among(std::make_shared<open_files>(1));
  fs::rename(write(99, "file 9"), m_folder.path() / "1");
  fs::remove(m_folder.path() / "2");
  const auto rejection = [](const random_access_file& file) {
    return testkit::error_of([&] { (void)read_all(file); });
  };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, (m_folder.path() / "1").string() + ": ... changed ...",
                      rejection(*files[1]));
  EXPECT_EQ(rejection(*files[2]), (m_folder.path() / "2").string() + ": no such file");
  EXPECT_EQ(read_all(*files[3]), "file 3");
}

TEST_F(random_access_files, without_limit_stay_open_after_renaming) {
  const random_access_file single(write(1, "before"), nullptr);
  fs::rename(write(2, "behind"), m_folder.path() / "1");
  EXPECT_EQ(read_all(single), "before");
}

TEST(open_files_test, default_limit_is_a_share_of_process_limit) {
  EXPECT_GE(open_files::default_max_open(), 1U);
  EXPECT_LE(open_files::default_max_open(), 64U);
}

}  // namespace
}  // namespace zermelo::storage::test::random_access_file_test
