// SPDX-License-Identifier: MIT
// Tests the content of the progress line, and when it is empty.
#include "../src/process/progress.hpp"

#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zermelo::cli::progress_test {
namespace {

using namespace std::chrono_literals;

TEST(progress_text, prints_share_rate_and_remaining_time) {
  EXPECT_EQ(progress_text({"seed", 250, 1000, 0, false, 2s}), "seed: 25 %, 250 of 1,000 positions, 125.0/s, 6 s left");
  EXPECT_EQ(progress_text({"propagate", 5000000, 20000000, 12, true, 2s}),
            "propagate: 25 %, 5,000,000 of 20,000,000 positions, at ply 12, 2.5 M/s, 6 s left");
  EXPECT_EQ(progress_text({"read", 250, 1000, 0, false, 2s, ""}), "read: 25 %, 6 s left");
  EXPECT_EQ(progress_text({"read", 250, 0, 0, false, 2s, ""}), "read:");
  EXPECT_EQ(progress_text({"verify", 1, 1000, 0, false, 10s}),
            "verify: 0 %, 1 of 1,000 positions, 0.1/s, 2 h 46 min left");
}

TEST(progress_text, prints_unit_of_work) {
  EXPECT_EQ(progress_text({"run", 250, 1000, 0, false, 2s, "cases"}),
            "run: 25 %, 250 of 1,000 cases, 125.0/s, 6 s left");
}

TEST(progress_text, omits_share_without_total) {
  EXPECT_EQ(progress_text({"reach", 3000, 0, 0, false, 1s}), "reach: 3,000 positions, 3.0 k/s");
  EXPECT_EQ(progress_text({"seed", 0, 10, 0, false, 1s}), "seed: 0 %, 0 of 10 positions");
}

TEST(progress, prints_nothing_for_short_work) {
  const std::atomic<bool> stop{false};
  std::ostringstream line;
  {
    progress display(&line, stop);
    display.phase("seed", 10);
    display.advance(10);
    display.wave({});
  }
  EXPECT_EQ(line.str(), "");
}

TEST(progress, throws_interrupted_after_stop_request) {
  std::atomic<bool> stop{false};
  const progress silent(nullptr, stop);
  EXPECT_NO_THROW(silent.check_stop());
  stop = true;
  EXPECT_THROW(silent.check_stop(), interrupted);
}

TEST(progress, erases_its_line_and_prints_it_again) {
  const std::atomic<bool> stop{false};
  std::ostringstream line;
  progress display(&line, stop, "cases");
  display.erase();
  EXPECT_EQ(line.str(), "");  // nothing was displayed
  display.phase("run", 10);
  std::this_thread::sleep_for(1100ms);
  display.advance(1);
  EXPECT_THAT(line.str(), testing::HasSubstr("1 of 10 cases"));
  display.erase();
  EXPECT_TRUE(line.str().ends_with("\r\033[K"));
  std::this_thread::sleep_for(300ms);
  display.advance(1);
  EXPECT_THAT(line.str(), testing::HasSubstr("2 of 10 cases"));
}

}  // namespace
}  // namespace zermelo::cli::progress_test
