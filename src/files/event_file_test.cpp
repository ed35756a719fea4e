#include "files/event_file.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "files/crc32c.h"
#include "files/lines.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

using Scalars = std::vector<std::pair<std::string, double>>;

std::string from_hexadecimal(std::string_view digits) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    out += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return out;
}

// The version, loss 0.5 in step 1, and two scalars in step 300. TensorBoard 2.21 writes these
// bytes.
const std::string kVersion = from_hexadecimal(
    "1800000000000000a37f4b2209000000c00b5ad6411a0d627261696e2e4576656e743a324ca9a464");
const std::string kFirst = from_hexadecimal(
    "1a00000000000000129bd82d09000000c00b5ad64110012a0d0a0b0a046c6f7373150000003ff50ea330");
const std::string kSecond = from_hexadecimal(
    "36000000000000004f578cef09000050c00b5ad64110ac022a280a0b0a046c6f737315000080"
    "3e0a190a1276616c69642f737563636573732072617465150000807f33de2738");

class EventFileTest : public testing::Test {
 protected:
  static void add_first(EventFile& file) { file.add(1, 1.5e9, Scalars{{"loss", 0.5}}); }
  static void add_second(EventFile& file) {  // the large number becomes infinite
    file.add(300, 1500000001.25, Scalars{{"loss", 0.25}, {"valid/success rate", 1e300}});
  }

  TemporaryFolder folder_;
  const std::string path_ = folder_.path("events.out.tfevents.test");
};

// The examples of RFC 3720 and the usual check value.
TEST(Crc32cTest, IsTheStandards) {
  EXPECT_EQ(crc32c(""), 0u);
  EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
}

TEST_F(EventFileTest, WritesTheBytesOfTensorBoard) {
  EventFile file(path_, 0);
  EXPECT_EQ(file.flush(), 0u);
  add_first(file);
  EXPECT_EQ(file.flush(), kVersion.size() + kFirst.size());
  EXPECT_EQ(read_file(path_), kVersion + kFirst);
  add_second(file);
  EXPECT_EQ(file.flush(), kVersion.size() + kFirst.size() + kSecond.size());
  EXPECT_EQ(read_file(path_), kVersion + kFirst + kSecond);
}

TEST_F(EventFileTest, ContinuesAfterACheckpoint) {
  std::uint64_t size = 0;
  {
    EventFile file(path_, 0);
    add_first(file);
    size = file.flush();
    file.add(2, 1, Scalars{{"lost", 1}});
  }
  EXPECT_GT(read_file(path_).size(), size);  // the end of the scope writes what is left
  EventFile file(path_, size);
  EXPECT_EQ(read_file(path_), kVersion + kFirst);
  add_second(file);
  EXPECT_EQ(file.flush(), kVersion.size() + kFirst.size() + kSecond.size());
  EXPECT_EQ(read_file(path_), kVersion + kFirst + kSecond);
}

TEST_F(EventFileTest, ANewFileReplacesAnOldOne) {
  for (int i = 0; i < 2; ++i) {
    EventFile file(path_, 0);
    add_first(file);
  }
  EXPECT_EQ(read_file(path_), kVersion + kFirst);
}

TEST_F(EventFileTest, AMissingOrShortFileCannotBeContinued) {
  EXPECT_EQ(error_of([&] { EventFile(path_, 7); }), path_ + ": No such file or directory");
  EventFile(path_, 0).flush();
  EXPECT_EQ(error_of([&] { EventFile(path_, 7); }),
            path_ + ": the file has fewer than the expected 7 bytes");
}

TEST_F(EventFileTest, AFullDiskIsNoticed) {
  EventFile file("/dev/full", 0);
  add_first(file);
  EXPECT_EQ(error_of([&] { file.flush(); }), "/dev/full: No space left on device");
}

}  // namespace
}  // namespace ineq
