// SPDX-License-Identifier: MIT
// ZERMELO_HAS_ADDRESS_SANITIZER is defined in builds with the address sanitizer, by GCC or Clang. The sanitizer
// reserves most of the address space, and keeps freed memory resident.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ZERMELO_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ZERMELO_HAS_ADDRESS_SANITIZER 1
#endif
#endif
