// SPDX-License-Identifier: MIT
#include "small_shogi.hpp"

#include <gtest/gtest.h>

#include <zermelo/testkit/conformance.hpp>

TEST(small_shogi, conforms) {
  zermelo::testkit::expect_conforms(small_shogi("board=.k./.../PK. hands=0,0 turn=first"));
  zermelo::testkit::expect_conforms(small_shogi("board=k../P../K.. hands=0,1 turn=second"));
}
