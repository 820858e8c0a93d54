// SPDX-License-Identifier: MIT
// Tests that messages arrive unchanged, and that after any failure no rank waits forever and no message remains in
// transit. Every rank runs every test.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_messages.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "ranks.hpp"

namespace zermelo::distributed::test::mpi_messages_test {
namespace {

constexpr std::uint64_t num_messages = 60;

/// Messages of various sizes: some empty, some too large to be sent before they are received.
std::vector<std::byte> bytes_of_message(std::uint64_t block, std::uint64_t number) {
  constexpr std::uint64_t large = 100'000;
  return std::vector<std::byte>(number % 3 * large / 7 * block, static_cast<std::byte>(number));
}

/// Sends messages, and returns the number of accepted ones.
std::uint64_t send_all(block_exchange& blocks, block_messages& messages, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!messages.send(bytes_of_message(blocks.number(), i))) return i;
  }
  return count;
}

TEST(ranks, messages_arrive_unchanged_and_in_order) {
  const auto blocks = session().make_exchange();
  for (int times = 0; times < 3; ++times) {
    const auto messages = blocks->open_messages();
    if (blocks->number() != 0) {
      // One rank sends fewer messages than the others.
      const std::uint64_t count = blocks->number() == 1 ? 5 : num_messages;
      EXPECT_EQ(send_all(*blocks, *messages, count), count);
      messages->finish();
      continue;
    }
    for (std::uint64_t i = 0; i < num_messages; ++i) {
      for (std::uint64_t b = 1; b < blocks->num_blocks(); ++b) {
        const auto arrived = messages->receive(b);
        ASSERT_EQ(arrived.has_value(), b != 1 || i < 5);
        EXPECT_TRUE(!arrived || *arrived == bytes_of_message(b, i));
      }
    }
    for (std::uint64_t b = 1; b < blocks->num_blocks(); ++b) EXPECT_FALSE(messages->receive(b).has_value());
  }
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, senders_stop_when_receiver_wants_no_more_messages) {
  const auto blocks = session().make_exchange();
  for (const std::uint64_t wanted : {0U, 1U, 20U}) {
    {
      const auto messages = blocks->open_messages();
      if (blocks->number() == 0) {
        for (std::uint64_t i = 0; i < wanted && blocks->num_blocks() > 1; ++i) {
          const auto arrived = messages->receive(1);
          EXPECT_TRUE(arrived && *arrived == bytes_of_message(1, i));
        }
      } else {
        constexpr std::uint64_t endless = 1'000'000;
        EXPECT_LT(send_all(*blocks, *messages, endless), endless);
        messages->finish();
      }
    }
    EXPECT_FALSE(blocks->any(false));
  }
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, all_ranks_stop_when_a_sender_fails) {
  for (std::uint64_t failing = 1; failing < session().num_ranks(); ++failing) {
    const auto blocks = session().make_exchange();
    std::string message;
    try {
      const auto messages = blocks->open_messages();
      if (blocks->number() == failing) {
        (void)send_all(*blocks, *messages, 10);
        throw std::runtime_error("no memory");
      }
      if (blocks->number() == 0) {
        while (messages->receive(failing)) continue;
      } else {
        (void)send_all(*blocks, *messages, num_messages);
        messages->finish();
      }
    } catch (const std::exception& problem) {
      message = problem.what();
    }
    if (message.empty()) {
      try {
        (void)blocks->any(false);
      } catch (const interrupted& failure) {
        message = failure.what();
      }
    }
    EXPECT_EQ(message, blocks->number() == failing ? "no memory" : "another rank has failed");
    const block_end end = blocks->conclude({3, message});
    EXPECT_EQ(end.status, 3);
    EXPECT_EQ(end.failure, "rank " + std::to_string(failing) + ": no memory");
  }
}

TEST(ranks, all_ranks_stop_when_the_receiver_fails) {
  const auto blocks = session().make_exchange();
  std::string message;
  try {
    {
      const auto messages = blocks->open_messages();
      if (blocks->number() == 0) throw std::runtime_error("the disk is full");
      (void)send_all(*blocks, *messages, num_messages);
      messages->finish();
    }
    (void)blocks->any(false);
  } catch (const std::exception& problem) {
    message = problem.what();
  }
  EXPECT_EQ(message, blocks->number() == 0 ? "the disk is full" : "another rank has failed");
  const block_end end = blocks->conclude({3, message});
  EXPECT_EQ(end.status, 3);
  EXPECT_TRUE(end.failure.ends_with("the disk is full")) << end.failure;
}

position_value entry_of(position p) { return {outcome::win, static_cast<std::uint32_t>(p)}; }

/// Shares `size` entries, which are distributed over the ranks.
std::unique_ptr<const solution_entries> shared_by(block_exchange& blocks, position size) {
  const block_partition partition(size, 2, blocks.num_blocks());
  const layered_range own = partition.block(blocks.number());
  value_table values = value_table::with_capacity(own.size(), static_cast<std::uint32_t>(size));
  for (std::uint64_t i = 0; i < own.size(); ++i) values.set(i, entry_of(own.vertex_at(i)), player::first);
  return blocks.share(partition, std::make_unique<value_table>(std::move(values)));
}

TEST(ranks, failed_sender_serves_entries_until_all_ranks_know_of_the_failure) {
  constexpr position size = 5'000;
  for (std::uint64_t failing = 1; failing < session().num_ranks(); ++failing) {
    const auto blocks = session().make_exchange();
    const auto entries = shared_by(*blocks, size);
    const auto read_all = [&] {
      std::uint64_t wrong = 0;
      for (position p = 0; p < size; ++p) wrong += (*entries)[p] == entry_of(p) ? 0U : 1U;
      return wrong;
    };
    bool has_failed = false;
    try {
      const auto messages = blocks->open_messages();
      if (blocks->number() == failing) throw std::runtime_error("no memory");
      if (blocks->number() == 0) {
        while (messages->receive(failing)) continue;
      } else {
        messages->finish();
      }
    } catch (const std::exception&) {
      has_failed = true;
    }
    if (blocks->number() == 0) {
      EXPECT_TRUE(has_failed);
      EXPECT_EQ(read_all(), 0U);
    }
    const block_end end = blocks->conclude({3, has_failed ? "no memory" : ""});
    EXPECT_EQ(end.failure, "rank " + std::to_string(failing) + ": no memory");
  }
}

TEST(ranks, threads_read_remote_entries_concurrently) {
  constexpr position size = 20'000;
  const auto blocks = session().make_exchange();
  const auto entries = shared_by(*blocks, size);
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> wrong(6);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      std::vector<position_value> read(1 + 37 * t);
      for (position p = t; p + read.size() <= size; p += 97 + read.size()) {
        entries->read(p, read);
        for (std::size_t i = 0; i < read.size(); ++i) wrong[t] += read[i] == entry_of(p + i) ? 0U : 1U;
      }
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, std::vector<std::uint64_t>(wrong.size()));
  (void)blocks->any(false);
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

}  // namespace
}  // namespace zermelo::distributed::test::mpi_messages_test
