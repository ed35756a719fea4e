#include "files/npz.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/printable.h"
#include "files/file_error.h"
#include "files/npy_header.h"
#include "files/output.h"

namespace ineq {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they are");

constexpr std::string_view kManifestEntry = "manifest.json";
constexpr std::string_view kArrayEnding = ".npy";
// Beyond these limits an archive needs Zip64. Headers of entries take a part of the bytes.
constexpr std::uint64_t kMostArchiveBytes = std::uint64_t{0xffff} << 16;
constexpr std::size_t kMostEntries = 0xfffe;

using ZipArchive = std::unique_ptr<zip_t, decltype([](zip_t* zip) { zip_discard(zip); })>;
using ZipFile = std::unique_ptr<zip_file_t, decltype([](zip_file_t* file) { zip_fclose(file); })>;
using ZipSource =
    std::unique_ptr<zip_source_t, decltype([](zip_source_t* s) { zip_source_free(s); })>;

// Writing. Failures of libzip are bugs or a lack of memory, for no file is involved yet.

class ZipWriter {
 public:
  ZipWriter() {
    source_.reset(zip_source_buffer_create(nullptr, 0, 0, nullptr));
    INEQ_CHECK(source_ != nullptr);
    zip_.reset(zip_open_from_source(source_.get(), ZIP_TRUNCATE, nullptr));
    INEQ_CHECK(zip_ != nullptr);
    zip_source_keep(source_.get());  // the archive has one reference, this object the other
  }

  // The bytes must stay where they are until `finish`.
  void add(const std::string& name, std::string_view header, std::string_view body) {
    // Empty fragments crash libzip 1.7.
    std::vector<zip_buffer_fragment_t> parts;
    for (const std::string_view bytes : {header, body}) {
      // libzip does not change the bytes, although its pointers are not const.
      auto* const data = reinterpret_cast<zip_uint8_t*>(const_cast<char*>(bytes.data()));
      if (!bytes.empty()) parts.push_back({data, bytes.size()});
    }
    zip_source_t* const entry =
        zip_source_buffer_fragment(zip_.get(), parts.data(), parts.size(), 0);
    INEQ_CHECK(entry != nullptr);
    const zip_int64_t index = zip_file_add(zip_.get(), name.c_str(), entry, ZIP_FL_ENC_UTF_8);
    INEQ_CHECK(index >= 0);
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kFirstOfJanuary1980 = 1 << 5 | 1;
    INEQ_CHECK(zip_set_file_compression(zip_.get(), at, ZIP_CM_STORE, 0) == 0);
    INEQ_CHECK(zip_file_set_dostime(zip_.get(), at, 0, kFirstOfJanuary1980, 0) == 0);
  }

  // Passes the bytes of the archive to `write`, part by part.
  template <typename Write>
  void finish(const Write& write) {
    INEQ_CHECK(zip_close(zip_.release()) == 0);
    INEQ_CHECK(zip_source_open(source_.get()) == 0);
    std::string part(std::size_t{1} << 20, '\0');
    while (true) {
      const zip_int64_t size = zip_source_read(source_.get(), part.data(), part.size());
      INEQ_CHECK(size >= 0);
      if (size == 0) break;
      write(std::string_view(part).substr(0, static_cast<std::size_t>(size)));
    }
    zip_source_close(source_.get());
  }

 private:
  ZipSource source_;
  ZipArchive zip_;
};

// Reading.

class ZipReader {
 public:
  explicit ZipReader(const std::string& path) : path_(path) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0) throw FileError(path, errno);
    if (S_ISDIR(status.st_mode)) throw FileError(path, EISDIR);
    if (!S_ISREG(status.st_mode)) fail("this is not a regular file");
    left_ = size_ = static_cast<std::uint64_t>(status.st_size);
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) throw FileError(path, errno);
    refuse_zip64(file.get());
    zip_error_t error;
    zip_error_init(&error);
    ZipSource source(zip_source_filep_create(file.get(), 0, -1, &error));
    if (source) {
      file.release();  // the source closes it
      // Local headers must agree with the directory, so that no damage to them goes unnoticed.
      zip_.reset(zip_open_from_source(source.get(), ZIP_RDONLY | ZIP_CHECKCONS, &error));
    }
    if (!zip_) fail(error);
    source.release();  // the archive frees it
  }

  zip_uint64_t entries() const {
    return static_cast<zip_uint64_t>(zip_get_num_entries(zip_.get(), 0));
  }

  // Begins to read an entry. Its functions below throw Error if there are not enough bytes.
  void open(zip_uint64_t index) {
    file_.reset();
    zip_stat_t status;
    zip_stat_init(&status);
    constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                     ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(zip_.get(), index, ZIP_FL_ENC_RAW, &status) != 0)
      fail(*zip_get_error(zip_.get()));
    if ((status.valid & kNeeded) != kNeeded) fail("the directory of the archive is damaged");
    name_ = status.name;
    if (status.encryption_method != ZIP_EM_NONE) fail_entry("it is encrypted");
    if (status.comp_method != ZIP_CM_STORE || status.comp_size != status.size)
      fail_entry("it is compressed");
    // Entries do not share bytes. A small file could otherwise claim very much.
    if (status.size > left_) fail_entry("it is larger than the file");
    left_ -= status.size;
    unread_ = status.size;
    file_.reset(zip_fopen_index(zip_.get(), index, 0));
    if (!file_) fail(*zip_get_error(zip_.get()));
  }

  const std::string& name() const { return name_; }  // of the entry
  std::uint64_t unread() const { return unread_; }   // in bytes

  void read(void* to, std::uint64_t size) {
    if (size > unread_) fail_entry("it is too short");
    unread_ -= size;
    for (auto* at = static_cast<char*>(to); size > 0;) {
      const zip_int64_t got = zip_fread(file_.get(), at, size);
      if (got < 0) fail(*zip_file_get_error(file_.get()));
      if (got == 0) fail_entry("it is too short");
      at += got;
      size -= static_cast<std::uint64_t>(got);
    }
  }

  std::string read_text(std::uint64_t size) {
    if (size > unread_) fail_entry("it is too short");
    std::string out(size, '\0');
    read(out.data(), size);
    return out;
  }

  // The checksum is compared when libzip meets the end, which takes one more call.
  void finish_entry() {
    char more;
    const zip_int64_t got = unread_ == 0 ? zip_fread(file_.get(), &more, 1) : 1;
    if (got < 0) fail(*zip_file_get_error(file_.get()));
    if (got > 0) fail_entry("it is too long");
  }

  [[noreturn]] void fail(const std::string& what) const { throw Error(path_ + ": " + what); }
  [[noreturn]] void fail_entry(const std::string& what) const {
    fail(fmt::format("entry {}: {}", printable(name_), what));
  }

 private:
  using File = std::unique_ptr<std::FILE, decltype([](std::FILE* file) { std::fclose(file); })>;

  // The end of a Zip64 archive has a 64-bit number of entries, for which libzip allocates memory
  // before it looks at the entries. libzip believes it if the end of the archive, which lies in the
  // last 64 KiB, has a locator directly in front of it.
  void refuse_zip64(std::FILE* file) const {
    constexpr std::string_view kLocator = "PK\6\7", kEnd = "PK\5\6";
    constexpr std::size_t kLocatorSize = 20, kEndSize = 22, kLongestComment = 0xffff;
    const std::uint64_t size =
        std::min<std::uint64_t>(size_, kLocatorSize + kEndSize + kLongestComment);
    std::string tail(size, '\0');
    if (fseeko(file, static_cast<off_t>(size_ - size), SEEK_SET) != 0)
      throw FileError(path_, errno);
    if (std::fread(tail.data(), 1, size, file) != size) fail("the file cannot be read");
    std::rewind(file);
    for (std::size_t at = 0; (at = tail.find(kLocator, at)) != std::string::npos; ++at) {
      if (tail.compare(std::min(at + kLocatorSize, tail.size()), kEnd.size(), kEnd) == 0) {
        fail("this is an archive in the format Zip64, which is not supported");
      }
    }
  }

  // Not const because libzip keeps the message in the error.
  [[noreturn]] void fail(zip_error_t& error) const {
    const int code = zip_error_code_zip(&error);
    if (code == ZIP_ER_NOZIP) fail("this is not an .npz archive, or it is truncated");
    const std::string what = zip_error_strerror(&error);
    zip_error_fini(&error);
    fail("the archive is damaged: " + what);
  }

  std::string path_;
  std::uint64_t size_ = 0;  // of the file
  std::uint64_t left_ = 0;  // what the entries that are not yet open can have at most
  ZipArchive zip_;
  ZipFile file_;  // the open entry; it must be closed before the archive
  std::string name_;
  std::uint64_t unread_ = 0;
};

NpzArray read_array(ZipReader& zip) {
  NpzArray out;
  out.name = zip.name().substr(0, zip.name().size() - kArrayEnding.size());
  const std::string start = zip.read_text(kNpyMagic.size() + 2);
  if (!start.starts_with(kNpyMagic)) zip.fail_entry("it is not an array of NumPy");
  const char version = start[kNpyMagic.size()];
  if (version < 1 || version > 3) zip.fail_entry("this version of NumPy's format is unknown");
  std::uint32_t length = 0;
  zip.read(&length, version == 1 ? 2 : 4);
  const std::string description = zip.read_text(length);
  try {
    out.shape = read_npy_description(description);
  } catch (const Error& error) {
    zip.fail_entry(error.what());
  }
  const std::optional<std::uint64_t> count = npy_values(out.shape);
  if (!count || zip.unread() % sizeof(float) != 0 || *count != zip.unread() / sizeof(float)) {
    zip.fail_entry("the shape of the array does not fit its size");
  }
  out.values.resize(*count);
  zip.read(out.values.data(), zip.unread());
  return out;
}

}  // namespace

void write_npz(const std::string& path, const NpzArchive& archive) {
  OutputFile file(path);  // opened first: a missing folder is noticed before the work
  std::vector<std::string> headers;
  std::set<std::string_view> names;
  std::uint64_t bytes = archive.manifest.size();
  for (const NpzArray& array : archive.arrays) {
    INEQ_CHECK(!array.name.empty() && names.insert(array.name).second);
    INEQ_CHECK(npy_values(array.shape) == array.values.size());
    headers.push_back(npy_header(array.shape));
    bytes += headers.back().size() + array.values.size() * sizeof(float) + 2 * array.name.size();
  }
  if (bytes > kMostArchiveBytes || archive.arrays.size() >= kMostEntries) {
    throw Error(path + ": an archive has less than 4 GiB and 65534 arrays");
  }
  ZipWriter zip;
  zip.add(std::string(kManifestEntry), "", archive.manifest);
  for (std::size_t i = 0; i < headers.size(); ++i) {
    const NpzArray& array = archive.arrays[i];
    const std::string_view values(reinterpret_cast<const char*>(array.values.data()),
                                  array.values.size() * sizeof(float));
    zip.add(array.name + std::string(kArrayEnding), headers[i], values);
  }
  zip.finish([&](std::string_view part) { file.write(part); });
  file.commit();
}

NpzArchive read_npz(const std::string& path) {
  ZipReader zip(path);
  NpzArchive out;
  bool has_manifest = false;
  std::set<std::string> names;
  for (zip_uint64_t i = 0; i < zip.entries(); ++i) {
    zip.open(i);
    if (!names.insert(zip.name()).second) zip.fail_entry("there are two of this name");
    if (zip.name() == kManifestEntry) {
      out.manifest = zip.read_text(zip.unread());
      has_manifest = true;
    } else if (zip.name().ends_with(kArrayEnding) && zip.name() != kArrayEnding) {
      out.arrays.push_back(read_array(zip));
    } else {
      zip.fail_entry("it is neither an array nor the manifest");
    }
    zip.finish_entry();
  }
  if (!has_manifest) zip.fail(fmt::format("there is no {} in it", kManifestEntry));
  return out;
}

}  // namespace ineq
