// SPDX-License-Identifier: MIT
// What the blocks of a solve make for the first of them, which puts it together, such as a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zermelo {

/// All blocks have one at the same time, and one such at a time. When theirs are gone, nothing is under way any more. A
/// rank's own threads take turns.
class block_parcels {
 public:
  /// If the first block's is gone before the last parcels have come, the others are told that no more are wanted.
  virtual ~block_parcels() = default;
  block_parcels(const block_parcels&) = delete;
  block_parcels& operator=(const block_parcels&) = delete;

  // Of every block but the first.

  /// Sends a parcel, once those before have been taken but for a few. False: no more are wanted.
  [[nodiscard]] virtual bool send(std::vector<std::byte> parcel) = 0;
  /// There are no more. A block that does not say this has failed.
  virtual void finish() = 0;

  // Of the first.

  /// The next parcel of another block, waited for; nothing after its last. @throws interrupted if it has failed.
  [[nodiscard]] virtual std::optional<std::vector<std::byte>> receive(std::uint64_t block) = 0;

 protected:
  block_parcels() = default;
};

}  // namespace zermelo
