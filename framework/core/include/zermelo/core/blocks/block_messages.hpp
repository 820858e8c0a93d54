// SPDX-License-Identifier: MIT
// Messages of bytes that the blocks of a solve send to block 0, which joins them, for example in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zermelo {

/// A channel that all blocks open and close together; one channel may be open at a time. After a channel is closed, no
/// message is in transit. Not thread-safe.
class block_messages {
 public:
  /// Closes the channel. If block 0 closes its channel before the last message has arrived, `send` returns false in the
  /// other blocks.
  virtual ~block_messages() = default;
  block_messages(const block_messages&) = delete;
  block_messages& operator=(const block_messages&) = delete;

  // Called by every block except block 0.

  /// Sends a message; waits while too many messages are pending. Returns false if block 0 has closed its
  /// channel.
  [[nodiscard]] virtual bool send(std::vector<std::byte> message) = 0;
  /// Tells block 0 that this block sends no more messages. A block that closes its channel without this call counts as
  /// failed.
  virtual void finish() = 0;

  // Called by block 0.

  /// Waits for the next message of another block; returns nothing after its last message. @throws interrupted if that
  /// block has failed.
  [[nodiscard]] virtual std::optional<std::vector<std::byte>> receive(std::uint64_t block) = 0;

 protected:
  block_messages() = default;
};

}  // namespace zermelo
