#include "files/npz.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>

#include "base/error.h"
#include "files/lines.h"
#include "files/npy_header.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

NpzArchive example_archive() {
  return {.manifest = "{\"step\": 7}\n",
          .arrays = {
              {.name = "weights/round0.norm.gain", .shape = {2, 3}, .values = {1, 2, 3, 4, 5, 6}},
              {.name = "one", .shape = {2}, .values = {-0.0f, std::nanf("7")}},
              {.name = "scalar", .shape = {}, .values = {std::numeric_limits<float>::infinity()}},
              {.name = "none", .shape = {0, 4}, .values = {}}}};
}

// Compares bytes, for NaN is not equal to itself.
bool is_same(const NpzArchive& a, const NpzArchive& b) {
  if (a.manifest != b.manifest || a.arrays.size() != b.arrays.size()) return false;
  for (std::size_t i = 0; i < a.arrays.size(); ++i) {
    const NpzArray &x = a.arrays[i], &y = b.arrays[i];
    if (x.name != y.name || x.shape != y.shape || x.values.size() != y.values.size()) return false;
    const std::size_t bytes = x.values.size() * sizeof(float);
    if (bytes > 0 && std::memcmp(x.values.data(), y.values.data(), bytes) != 0) return false;
  }
  return true;
}

class NpzTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }

  // The error of reading these bytes; empty if they have the contents of `example_archive`.
  std::string error_of_bytes(std::string_view bytes) const {
    // There are many damaged files. write_file would wait for the disk each time, and so does the
    // file system if an old file is overwritten.
    std::filesystem::remove(path("damaged"));
    std::ofstream(path("damaged"), std::ios::binary) << bytes;
    try {
      EXPECT_TRUE(is_same(read_npz(path("damaged")), example_archive()));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  struct Entry {
    std::string name;
    std::string bytes;
    zip_int32_t method = ZIP_CM_STORE;
  };
  // The error of reading an archive with these entries, without the name of the file.
  std::string error_of_entries(const std::vector<Entry>& entries) const {
    std::filesystem::remove(path("other"));
    zip_t* const zip = zip_open(path("other").c_str(), ZIP_CREATE, nullptr);
    for (const auto& [name, bytes, method] : entries) {
      zip_source_t* const source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
      const zip_int64_t index = zip_file_add(zip, name.c_str(), source, 0);
      EXPECT_GE(index, 0);
      zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), method, 0);
    }
    EXPECT_EQ(zip_close(zip), 0);
    return error_of([&] { read_npz(path("other")); }).substr(path("other").size() + 2);
  }
  std::string error_of_array(const std::string& bytes) const {
    return error_of_entries({{"manifest.json", "{}"}, {"a.npy", bytes}});
  }

  TemporaryFolder folder_;
};

// An array whose description is any text.
std::string array_with(const std::string& description, const std::string& values) {
  std::string out(kNpyMagic);
  out += {1, 0, static_cast<char>(description.size()), 0};
  return out + description + values;
}
std::string array_of_shape(const std::string& shape, const std::string& values) {
  return array_with("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }", values);
}

TEST_F(NpzTest, ContentsAreReadAsTheyWereWritten) {
  write_npz(path("a"), example_archive());
  EXPECT_TRUE(is_same(read_npz(path("a")), example_archive()));
  write_npz(path("a"), {.manifest = "", .arrays = {}});
  EXPECT_TRUE(is_same(read_npz(path("a")), {.manifest = "", .arrays = {}}));
}

TEST_F(NpzTest, TheSameContentsGiveTheSameBytes) {
  write_npz(path("a"), example_archive());
  write_npz(path("b"), example_archive());
  EXPECT_EQ(read_file(path("a")), read_file(path("b")));
}

// NumPy writes this header.
TEST_F(NpzTest, AnArrayIsWrittenAsNumPyDoes) {
  EXPECT_EQ(npy_header({2, 3}), std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
                                    "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" +
                                    std::string(58, ' ') + "\n");
  EXPECT_NE(npy_header({}).find("'shape': (), }"), std::string::npos);
  EXPECT_NE(npy_header({7}).find("'shape': (7,), }"), std::string::npos);
  EXPECT_NE(npy_header({7, 8, 9}).find("'shape': (7, 8, 9), }"), std::string::npos);
}

TEST_F(NpzTest, DamagedFilesGiveAnErrorOrTheSameContents) {
  write_npz(path("a"), example_archive());
  const std::string bytes = read_file(path("a"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_TRUE(error_of_bytes(bytes.substr(0, size)).starts_with(path("damaged") + ": ")) << size;
  }
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    const std::string error = error_of_bytes(damaged);
    EXPECT_TRUE(error.empty() || error.starts_with(path("damaged") + ": ")) << bit << error;
  }
}

TEST_F(NpzTest, DamagedValuesAreNoticed) {
  write_npz(path("a"), example_archive());
  std::string bytes = read_file(path("a"));
  const float six[] = {5, 6};
  const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(six), sizeof six));
  ASSERT_NE(at, std::string::npos);
  bytes[at] ^= 1;
  EXPECT_EQ(error_of_bytes(bytes), path("damaged") + ": the archive is damaged: CRC error");
}

TEST_F(NpzTest, OtherFilesAreRefused) {
  const std::string not_an_archive = ": this is not an .npz archive, or it is truncated";
  EXPECT_EQ(error_of([&] { read_npz(path("none")); }),
            path("none") + ": No such file or directory");
  EXPECT_EQ(error_of([&] { read_npz(folder_.path()); }), folder_.path() + ": Is a directory");
  EXPECT_EQ(error_of([&] { read_npz("/dev/zero"); }), "/dev/zero: this is not a regular file");
  EXPECT_EQ(error_of_bytes(""), path("damaged") + not_an_archive);
  EXPECT_EQ(error_of_bytes("text\n"), path("damaged") + not_an_archive);
  EXPECT_EQ(error_of_bytes(std::string(100'000, '\0')), path("damaged") + not_an_archive);
}

TEST_F(NpzTest, OtherArchivesAreRefused) {
  EXPECT_EQ(error_of_entries({{"a.npy", npy_header({0})}}), "there is no manifest.json in it");
  EXPECT_EQ(error_of_entries({{"manifest.json", "{}"}, {"a.txt", "text"}}),
            "entry a.txt: it is neither an array nor the manifest");
  EXPECT_EQ(error_of_entries({{"manifest.json", std::string(1000, ' '), ZIP_CM_DEFLATE}}),
            "entry manifest.json: it is compressed");
  EXPECT_EQ(error_of_array("text"), "entry a.npy: it is too short");
  EXPECT_EQ(error_of_array("a longer text"), "entry a.npy: it is not an array of NumPy");
  EXPECT_EQ(error_of_array("\x93NUMPY\x04\x01 a text"),
            "entry a.npy: this version of NumPy's format is unknown");
  EXPECT_EQ(error_of_array(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14)),
            "entry a.npy: it is too short");
}

TEST_F(NpzTest, OtherArraysAreRefused) {
  const std::string unreadable = "entry a.npy: the description of the array cannot be read";
  const std::string impossible = "entry a.npy: the shape of the array is impossible";
  const std::string unfit = "entry a.npy: the shape of the array does not fit its size";
  const std::string eight(8, '\0');
  EXPECT_EQ(error_of_array(
                array_with("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", eight)),
            "entry a.npy: the numbers are not of the type '<f4' (float32)");
  EXPECT_EQ(error_of_array(
                array_with("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }", eight)),
            "entry a.npy: the array is in the order of Fortran");
  for (const std::string shape :
       {"", "(", "(1", "(,)", "(-2,)", "(2L,)", "(2 2 ,,)", "(2,), 'x': 1"}) {
    EXPECT_EQ(error_of_array(array_of_shape(shape, eight)), unreadable) << shape;
  }
  EXPECT_EQ(error_of_array(array_of_shape("(9999999999999999999,)", eight)), impossible);
  EXPECT_EQ(error_of_array(array_of_shape("(" + repeat("1,", 33) + ")", eight)), impossible);
  // The product of the last one is 2 modulo 2^64.
  for (const std::string shape :
       {"()", "(1,)", "(3,)", "(0, 2)", "(4294967296, 4294967296)", "(0, 4294967296, 4294967296)",
        "(99999999999999999,)", "(3, 12297829382473034411, )"}) {
    const std::string error = error_of_array(array_of_shape(shape, eight));
    EXPECT_TRUE(error == unfit || error == impossible) << shape << error;
  }
  EXPECT_EQ(error_of_array(array_of_shape("(2,)", eight + "x")), unfit);
}

// The directory of this archive names the manifest twice. Its bytes are there only once.
TEST_F(NpzTest, EntriesDoNotShareNamesOrBytes) {
  write_npz(path("a"), {.manifest = std::string(1000, ' '), .arrays = {}});
  std::string bytes = read_file(path("a"));
  const std::size_t directory = bytes.find("PK\1\2"), end = bytes.find("PK\5\6");
  const std::string entry = bytes.substr(directory, end - directory);
  std::string counts = bytes.substr(end + 8, 8);  // entries, entries here, bytes of the directory
  counts[0] = counts[2] = 2;
  counts[4] = static_cast<char>(2 * entry.size());
  bytes.replace(end + 8, 8, counts).insert(end, entry);
  const std::string error = error_of_bytes(bytes);
  EXPECT_TRUE(error.starts_with(path("damaged") + ": ")) << error;
}

// libzip allocates memory for as many entries as the end of a Zip64 archive states.
TEST_F(NpzTest, Zip64IsRefused) {
  write_npz(path("a"), example_archive());
  std::string bytes = read_file(path("a"));
  const std::string end = bytes.substr(bytes.size() - 22);
  bytes.erase(bytes.size() - 22);
  bytes += "PK\6\7" + std::string(16, '\0') + end;
  EXPECT_EQ(error_of_bytes(bytes),
            path("damaged") + ": this is an archive in the format Zip64, which is not supported");
}

}  // namespace
}  // namespace ineq
