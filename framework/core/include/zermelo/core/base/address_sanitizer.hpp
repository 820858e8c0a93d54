// SPDX-License-Identifier: MIT
// Defines ZERMELO_HAS_ADDRESS_SANITIZER in builds by GCC or Clang with the address sanitizer, which reserves most of
// the address space and does not return freed memory to the system.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ZERMELO_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ZERMELO_HAS_ADDRESS_SANITIZER 1
#endif
#endif
