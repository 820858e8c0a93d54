// SPDX-License-Identifier: MIT
// Shares work between blocks: each block asks block 0 for work until none is left.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo {

/// Returns the answer of block 0 to a request.
using work_request = std::function<std::string(const std::string& request)>;

/// Runs `work` in every block. A collective call: all blocks must call.
/// @param answer  called by block 0, for one request at a time
/// @param last_answer  the answer after `answer` has thrown; it should end the work of a block
/// @throws what `work` and `answer` throw
inline void share_work(block_exchange& blocks, const block_exchange::answerer& answer, const std::string& last_answer,
                       const std::function<void(const work_request& ask)>& work) {
  (void)blocks.any(false);
  if (blocks.number() == 0) {
    std::mutex guard;
    std::exception_ptr failure;  // the first failure of an answer
    const work_request answer_unless_failed = [&](const std::string& request) {
      const std::lock_guard lock(guard);
      try {
        if (!failure) return answer(request);
      } catch (...) {
        failure = std::current_exception();
      }
      return last_answer;
    };
    try {
      blocks.answer_while([&] { work(answer_unless_failed); }, answer_unless_failed);
    } catch (...) {
      if (!failure) throw;  // otherwise `work` failed because of it
    }
    if (failure) std::rethrow_exception(failure);
  } else {
    try {
      work([&blocks](const std::string& request) { return blocks.send_request(request); });
    } catch (...) {
      blocks.stop_asking();
      throw;
    }
    blocks.stop_asking();
  }
  (void)blocks.any(false);
}

}  // namespace zermelo
