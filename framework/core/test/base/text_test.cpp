// SPDX-License-Identifier: MIT
// Tests parameters and the text of positions, and the errors of both.
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::text_test {
namespace {

using testkit::matches_pattern;

TEST(suggest, edit_distance_counts_single_character_edits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "cat"), 3U);
  EXPECT_EQ(edit_distance("cat", ""), 3U);
  EXPECT_EQ(edit_distance("cat", "cat"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("jmup", "jump"), 2U);
}

TEST(suggest, returns_nearest_name_or_all_names) {
  const std::vector<std::string> known{"rows", "cols", "cat_jump", "mouse_jump"};
  EXPECT_PRED_FORMAT2(matches_pattern, "... 'rows'?", suggest("row", known));
  EXPECT_PRED_FORMAT2(matches_pattern, "... 'cat_jump'?", suggest("cat_jmup", known));
  EXPECT_EQ(suggest("dog", known), "known: rows, cols, cat_jump, mouse_jump");
  EXPECT_EQ(suggest("dog", {}), "known: none");
}

using given_values = std::map<std::string, parameter_values::value>;

given_values given(const std::string& name, const std::string& text) { return {{name, {text, "", true}}}; }

const std::vector<parameter> schema{
    {"rows", parameter_type::integer, "number of rows", "3", 1, 100},
    {"depth", parameter_type::integer, "unbounded", std::nullopt},
    {"shift", parameter_type::integer, "may be negative", "0", -5, 5},
    {"limit", parameter_type::optional_integer, "plies", "none", 1, 50},
    {"walls", parameter_type::real, "share of walls", "0.25", 0, 1},
    {"first", parameter_type::choice, "who begins", "mouse", 0, 0, {"mouse", "cat"}},
    {"grid", parameter_type::text, "the board", std::nullopt},
};

TEST(parameters, fills_in_defaults) {
  const parameter_values values(schema, {});
  EXPECT_EQ(values.integer("rows"), 3);
  EXPECT_EQ(values.optional_integer("limit"), std::nullopt);
  EXPECT_EQ(values.real("walls"), 0.25);
  EXPECT_EQ(values.text("first"), "mouse");
  EXPECT_FALSE(values.reported().at("rows").is_given);
  EXPECT_FALSE(values.has("grid"));
  EXPECT_EQ(values.optional_integer("depth"), std::nullopt);
  EXPECT_EQ(values.reported().size(), schema.size() - 2);
  EXPECT_THROW((void)values.text("grid"), std::out_of_range);
}

TEST(parameters, given_values_replace_defaults) {
  given_values all{{"rows", {"100", "", true}},   {"shift", {"-5", "", true}},  {"limit", {"50", "", true}},
                   {"walls", {"1e-3", "", true}}, {"first", {"cat", "", true}}, {"grid", {"#.\n.#", "grid.txt", true}}};
  const parameter_values values(schema, all);
  EXPECT_EQ(values.integer("rows"), 100);
  EXPECT_EQ(values.integer("shift"), -5);
  EXPECT_EQ(values.optional_integer("limit"), 50);
  EXPECT_EQ(values.real("walls"), 1e-3);
  EXPECT_EQ(values.text("first"), "cat");
  EXPECT_EQ(values.text("grid"), "#.\n.#");
  EXPECT_EQ(values.source("grid"), "grid.txt");
  EXPECT_TRUE(values.reported().at("grid").is_given);
  EXPECT_EQ(values.reported().begin()->first, "first") << "in alphabetical order";
}

TEST(parameters, omits_unreported_defaults_from_report) {
  std::vector<parameter> longer = schema;
  longer.push_back({.name = "variant",
                    .type = parameter_type::choice,
                    .help = "which rules",
                    .default_value = "usual",
                    .choices = {"usual", "other"},
                    .is_unreported_default = true});
  const auto reported = [](const parameter_values& values) {
    std::string names;
    for (const auto& [name, value] : values.reported()) names += name + "=" + value.text + " ";
    return names;
  };
  const parameter_values before(schema, {});
  const parameter_values by_default(longer, {});
  EXPECT_EQ(reported(by_default), reported(before));
  EXPECT_TRUE(by_default.has("variant"));
  EXPECT_EQ(by_default.text("variant"), "usual");
  const parameter_values said(longer, given_values{{"variant", {"usual", "", true}}});
  EXPECT_EQ(reported(said), reported(before)) << "given and default values describe the same game";
  const parameter_values other(longer, given_values{{"variant", {"other", "", true}}});
  EXPECT_EQ(reported(other), "first=mouse limit=none rows=3 shift=0 variant=other walls=0.25 ");
  EXPECT_THROW(parameter_values(longer, given_values{{"variant", {"usal", "", true}}}), input_error);
}

TEST(parameters, error_names_parameter_value_and_range) {
  const auto complaint = [](const std::string& name, const std::string& text) {
    return testkit::error_of<input_error>([&] { parameter_values(schema, given(name, text)); });
  };
  for (const std::string wrong : {"0", "101", "-1", "3.0", "3x", "x", "", " 3", "+3", "99999999999999999999"}) {
    EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'rows': ... 1 to 100, got '" + wrong + "'",
                        complaint("rows", wrong));
  }
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'shift': ... -5 to 5, got '-6'", complaint("shift", "-6"));
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'depth': ... at least 0, got '-1'", complaint("depth", "-1"));
  EXPECT_EQ(complaint("depth", "9223372036854775807"), "accepted");
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'depth': ... 0 to 9223372036854775807, got '9223372036854775808'",
                      complaint("depth", "9223372036854775808"));
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'limit': expected 'none' ... 1 to 50, got '51'",
                      complaint("limit", "51"));
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'limit': expected 'none' ... 1 to 50, got 'None'",
                      complaint("limit", "None"));
  for (const std::string wrong : {"1.5", "-0.1", "nan", "inf", "half", "0.5%", ""}) {
    EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'walls': ... 0 to 1, got '" + wrong + "'",
                        complaint("walls", wrong));
  }
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'first': ... mouse, cat, got 'dog'", complaint("first", "dog"));
  EXPECT_PRED_FORMAT2(matches_pattern, "... parameter 'row'; ... 'rows'?", complaint("row", "3"));
  EXPECT_EQ(complaint("zzzzzz", "3"),
            "unknown parameter 'zzzzzz'; known: rows, depth, shift, limit, walls, first, grid");
}

TEST(parameters, shortens_long_values_in_errors) {
  const std::string lines = "#####\n#####\n#####\n#####\n#####\n#####\n#####\n#####\n";
  EXPECT_PRED_FORMAT2(matches_pattern,
                      "parameter 'rows': ... 1 to 100, got '#####/#####/#####/#####/#####/#####/####...'",
                      testkit::error_of<input_error>([&] { parameter_values(schema, given("rows", lines)); }));
}

TEST(parameters, rejects_default_outside_its_range) {
  const std::vector<parameter> wrong{{"rows", parameter_type::integer, "", "0", 1, 100}};
  EXPECT_PRED_FORMAT2(matches_pattern, "parameter 'rows': ... 1 to 100, got '0'",
                      testkit::error_of<input_error>([&] { parameter_values(wrong, {}); }));
}

TEST(text, excerpt_ends_between_characters) {
  EXPECT_EQ(excerpt(std::string(40, 'a')), std::string(40, 'a'));
  EXPECT_EQ(excerpt(std::string(38, 'a') + "üb"), std::string(38, 'a') + "ü...");
  EXPECT_EQ(excerpt(std::string(39, 'a') + "üb"), std::string(39, 'a') + "...");
  EXPECT_EQ(excerpt(std::string(37, 'a') + "🐱b"), std::string(37, 'a') + "...");
  EXPECT_EQ(excerpt(std::string(100, '\x80')).size(), 4 * 36 + 3U) << "invalid UTF-8 is cut, too";
}

TEST(text, excerpt_escapes_invisible_characters) {
  using namespace std::string_literals;
  EXPECT_EQ(excerpt("mnk\0x"s), "mnk\\u0000x");
  EXPECT_EQ(excerpt("\xef\xbb\xbf"
                    "C\xe2\x80\x8br\xc2\xad"),
            "\\ufeffC\\u200br\\u00ad");
  EXPECT_EQ(excerpt("\x1b[31m\tü"), "\\u001b[31m\\tü");
  EXPECT_EQ(excerpt(std::string(41, '\0')).size(), 6 * 40 + 3U) << "the text is cut before it is escaped";
}

TEST(text, parse_number_rounds_underflow_to_zero) {
  EXPECT_EQ(parse_number<double>("1e-400"), 0.0);
  EXPECT_EQ(parse_number<double>("-1e-400"), 0.0);
  EXPECT_EQ(parse_number<double>("1e-310"), 1e-310);
  EXPECT_EQ(parse_number<double>("1e400"), std::nullopt);
  EXPECT_EQ(parse_number<double>("1e-400x"), std::nullopt);
}

TEST(position_text, accepts_fields_in_any_order) {
  const std::vector<std::string> names{"mouse", "cat", "turn"};
  const auto fields = parse_fields("  turn=mouse\tcat=1,1 \n mouse=2,0 ", names);
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields.at("mouse"), "2,0");
  EXPECT_EQ(fields.at("cat"), "1,1");
  EXPECT_EQ(fields.at("turn"), "mouse");
  EXPECT_EQ(parse_fields("mouse=a=b cat= turn=x", names).at("mouse"), "a=b");
  EXPECT_TRUE(parse_fields("", {}).empty());
}

TEST(position_text, error_names_the_invalid_or_missing_field) {
  const auto complaint = [](const std::string& text) {
    return testkit::error_of<input_error>([&] { (void)parse_fields(text, {"mouse", "cat"}); });
  };
  EXPECT_PRED_FORMAT2(matches_pattern, "position: ... FIELD=VALUE, got 'cat'", complaint("mouse=1 cat"));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: ... field 'cta'; ... 'cat'?", complaint("mouse=1 cta=2"));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: ... field 'dog'; known: mouse, cat",
                      complaint("mouse=1 cat=2 dog=3"));
  EXPECT_PRED_FORMAT2(matches_pattern, "position: duplicate ... 'mouse'", complaint("mouse=1 mouse=2 cat=3"));
  EXPECT_EQ(complaint("mouse=1"), "position: field 'cat' is missing");
  EXPECT_EQ(complaint(""), "position: field 'mouse' is missing");
}

}  // namespace
}  // namespace zermelo::text_test
