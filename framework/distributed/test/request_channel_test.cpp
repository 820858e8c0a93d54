// SPDX-License-Identifier: MIT
// Tests that rank 0 answers the requests of the other ranks while it works, and that no rank waits for one that has
// failed. Every rank runs every test.
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "failing_ranks.hpp"
#include "ranks.hpp"

namespace zermelo::distributed::test::request_channel_test {
namespace {

/// Returns the numbers from 1 to `last`, each of them once.
class counter {
 public:
  explicit counter(std::uint64_t last) : m_last(last) {}
  std::optional<std::uint64_t> next() {
    const std::lock_guard lock(m_guard);
    return m_next <= m_last ? std::optional(m_next++) : std::nullopt;
  }

 private:
  std::mutex m_guard;
  std::uint64_t m_last;
  std::uint64_t m_next = 1;
};

TEST(ranks, every_task_is_assigned_once) {
  constexpr std::uint64_t last = 500;
  const auto blocks = session().make_exchange();
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> sums(1);
    std::mutex guard;
    const auto add = [&](std::uint64_t number) {
      const std::lock_guard lock(guard);
      sums[0] += number;
    };
    if (blocks->number() == 0) {
      counter numbers(last);
      blocks->answer_while(
          [&] {
            while (const auto number = numbers.next()) add(*number);
          },
          [&](const std::string& request) {
            EXPECT_TRUE(request == "next" || request.size() == 100'000);
            const auto number = numbers.next();
            return number ? std::to_string(*number) : "";
          });
    } else {
      const auto work = [&] {
        while (true) {
          const std::string answer = blocks->send_request(round == 1 ? std::string(100'000, 'x') : "next");
          if (answer.empty()) return;
          add(std::stoull(answer));
        }
      };
      std::thread other(work);  // threads take turns
      work();
      other.join();
      blocks->stop_asking();
    }
    blocks->sum(sums);
    EXPECT_EQ(sums[0], last * (last + 1) / 2);
  }
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

TEST(ranks, failing_task_answers_requests_of_other_ranks_before_it_throws) {
  const auto blocks = session().make_exchange();
  std::string message;
  if (blocks->number() == 0) {
    try {
      blocks->answer_while([] { throw std::runtime_error("the disk is full"); },
                           [](const std::string& request) { return request + "!"; });
    } catch (const std::runtime_error& failure) {
      message = failure.what();
    }
    EXPECT_EQ(message, "the disk is full");
  } else {
    EXPECT_EQ(blocks->send_request("a"), "a!");
    blocks->stop_asking();
    message = message_in_next_round(*blocks);
    EXPECT_TRUE(message.starts_with("another rank ")) << message;
  }
  const block_end end = blocks->conclude({3, message});
  EXPECT_EQ(end.status, 3);
  EXPECT_TRUE(end.failure.ends_with("the disk is full")) << end.failure;
}

TEST(ranks, entries_are_shared_again_after_sharing_stops) {
  const auto blocks = session().make_exchange();
  const std::uint64_t n = blocks->num_blocks();
  const block_partition partition(10 * n, 1, n);
  for (std::uint32_t distance = 1; distance <= 3; ++distance) {
    value_table::narrow_words words(10);
    for (std::size_t i = 0; i < 10; ++i) {
      words[i] = packed_word<std::uint16_t>::decided(outcome::win, player::first, distance);
    }
    {
      const auto entries = blocks->share(partition, std::make_unique<value_table>(std::move(words)));
      std::vector<position_value> read(10 * n);
      entries->read(0, read);
      for (const position_value& one : read) EXPECT_EQ(one, (position_value{outcome::win, distance}));
    }
    blocks->stop_sharing();
  }
  EXPECT_EQ(blocks->conclude({}).status, 0);
}

}  // namespace
}  // namespace zermelo::distributed::test::request_channel_test
