#include "files/fields.h"

#include <gtest/gtest.h>

#include "files/field_json.h"
#include "support/fixture.h"

namespace ineq {

enum class Colour { kRed, kGreen, kBlue };
std::string_view to_string(Colour colour) {
  constexpr std::string_view kNames[] = {"red", "green", "blue"};
  return kNames[static_cast<std::size_t>(colour)];
}
template <>
inline constexpr std::size_t kEnumerators<Colour> = 3;

struct Painting {
  std::uint64_t width = 3;
  double price = 0.5;
  bool sold = false;
  std::string title = {};
  std::vector<std::string> owners = {};
  Colour colour = Colour::kRed;
  std::optional<Colour> frame = {};
};
template <typename PaintingOrConst, typename Visit>
requires FieldsOf<PaintingOrConst, Painting>
void visit_fields(PaintingOrConst& p, const Visit& visit) {
  visit("width", p.width, "In centimetres");
  visit("price", p.price, "In pounds");
  visit("sold", p.sold, "Whether it is sold");
  visit("title", p.title, "Its title");
  visit("owners", p.owners, "Its owners");
  visit("colour", p.colour, "Its colour");
  visit("frame", p.frame, "The colour of its frame");
}

namespace {

using OrderedJson = nlohmann::ordered_json;

TEST(FieldsTest, EveryTypeGoesThroughJson) {
  const Painting painting{.width = ~std::uint64_t{0},
                          .price = 0.1,
                          .sold = true,
                          .title = "a \"b\"",
                          .owners = {"c", "d"},
                          .colour = Colour::kBlue,
                          .frame = Colour::kGreen};
  const OrderedJson json = fields_to_json(painting);
  EXPECT_EQ(json.dump(),
            R"({"width":18446744073709551615,"price":0.1,"sold":true,"title":"a \"b\"",)"
            R"("owners":["c","d"],"colour":"blue","frame":"green"})");
  Painting back;
  fields_from_json(OrderedJson::parse(json.dump()), back);
  EXPECT_EQ(fields_to_json(back), json);
  // What is missing stays as it is; null takes the value of an optional field away.
  fields_from_json(OrderedJson::parse(R"({"frame": null})"), back);
  EXPECT_EQ(back.frame, std::nullopt);
  EXPECT_EQ(back.width, painting.width);
  EXPECT_TRUE(fields_to_json(back)["frame"].is_null());
}

TEST(FieldsTest, FieldsAreReadFromText) {
  Painting painting;
  set_field(painting, "price", "1e3");
  set_field(painting, "frame", "blue");
  set_field(painting, "owners", "a");
  set_field(painting, "owners", "b");
  EXPECT_EQ(painting.price, 1000);
  EXPECT_EQ(painting.frame, Colour::kBlue);
  EXPECT_EQ(painting.owners, (Texts{"a", "b"}));
}

TEST(FieldsTest, BadValuesSayWhatIsExpected) {
  const std::tuple<const char*, const char*, const char*> kCases[] = {
      {"width", "-1", "width: expected a whole number of at least 0, found '-1'"},
      {"width", "1.5", "width: expected a whole number of at least 0, found '1.5'"},
      {"width", "18446744073709551616",
       "width: expected a whole number below 2^64, found '18446744073709551616'"},
      {"price", "nan", "price: expected a number of at least 0, found 'nan'"},
      {"price", "-0.5", "price: expected a number of at least 0, found '-0.5'"},
      {"price", "1x", "price: expected a number of at least 0, found '1x'"},
      {"sold", "1", "sold: expected true or false, found '1'"},
      {"colour", "pink", "colour: expected red, green or blue, found 'pink'"},
      {"frame", "", "frame: expected red, green or blue, found ''"},
      {"weight", "1", "there is no field 'weight'"},
  };
  Painting painting;
  const OrderedJson before = fields_to_json(painting);
  for (const auto& [name, text, message] : kCases) {
    EXPECT_EQ(error_of([&] { set_field(painting, name, text); }), message);
  }
  const std::pair<const char*, const char*> kJson[] = {
      {"[]", "this is not a JSON object in UTF-8"},
      {R"({"width": null})", "width: expected one value"},
      {R"({"width": [1]})", "width: expected one value"},
      {R"({"owners": [["a"]]})", "owners: expected one value"},
      {R"({"weight": null})", "weight: expected one value"},
      {R"({"weight": 1})", "there is no field 'weight'"},
  };
  for (const auto& [text, message] : kJson) {
    EXPECT_EQ(error_of([&] { fields_from_json(OrderedJson::parse(text), painting); }), message);
  }
  EXPECT_EQ(fields_to_json(painting), before);
}

}  // namespace
}  // namespace ineq
