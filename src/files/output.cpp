#include "files/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <filesystem>

#include "base/error.h"
#include "files/file_error.h"
#include "files/standard_output.h"

namespace ineq {

class OutputFile::Compressor {
 public:
  Compressor() {
    INEQ_CHECK(stream_ != nullptr);
    // Without a checksum, many damaged files can be decompressed to other contents.
    INEQ_CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1)));
  }
  ~Compressor() { ZSTD_freeCStream(stream_); }

  // Passes the compressed bytes to `write`. Some may stay in the compressor unless `end` is set.
  template <typename Write>
  void compress(std::string_view bytes, bool end, const Write& write) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (bool done = false; !done;) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left =
          ZSTD_compressStream2(stream_, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
      INEQ_CHECK(!ZSTD_isError(left));
      write(std::string_view(buffer_).substr(0, out.pos));
      done = end ? left == 0 : in.pos == in.size;
    }
  }

 private:
  ZSTD_CStream* stream_ = ZSTD_createCStream();
  std::string buffer_ = std::string(ZSTD_CStreamOutSize(), '\0');
};

namespace {

// Follows symbolic links, also to a file that does not exist.
std::string without_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path);
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, std::uint64_t size) : path_(path) {
  if (path.ends_with(".zst")) compressor_ = std::make_unique<Compressor>();
  if (path == "-") {
    file_.reset(stdout);
    return;
  }
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind == std::filesystem::file_type::regular ||
      kind == std::filesystem::file_type::not_found) {
    target_ = without_links(path);
    partial_ = target_ + ".partial";
    open_partial(size);
  } else {
    file_.reset(std::fopen(path.c_str(), "wb"));
    if (!file_) fail();
  }
}

void OutputFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

// The lock keeps a second run from writing to the same file. The system releases it when the
// process ends.
void OutputFile::open_partial(std::uint64_t size) {
  struct stat opened, named;
  do {
    const int create = size == 0 ? O_CREAT : 0;
    // A link of this name was not made by a run. Whoever can write to the folder could use one to
    // have another file overwritten.
    const int descriptor = open(partial_.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | create, 0666);
    if (descriptor < 0 && errno == ELOOP) {
      throw Error(partial_ + ": this is a symbolic link, which is not followed");
    }
    if (descriptor < 0 && size > 0) throw FileError(partial_, errno);
    if (descriptor < 0) fail();
    file_.reset(fdopen(descriptor, "r+b"));
    if (!file_) fail();
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      throw Error(path_ + ": another run is writing this file");
    }
    if (fstat(descriptor, &opened) != 0) fail();
    // Between `open` and `flock` another run may have finished and renamed the opened file.
  } while (stat(partial_.c_str(), &named) != 0 || opened.st_ino != named.st_ino);
  if (static_cast<std::uint64_t>(opened.st_size) < size) {
    throw Error(fmt::format("{}: the file has fewer than the expected {} bytes", partial_, size));
  }
  kept_ = size > 0;
  open_frame_ = !kept_;
  if (ftruncate(fileno(file_.get()), static_cast<off_t>(size)) != 0) fail();
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) fail();
}

OutputFile::~OutputFile() {
  if (!partial_.empty() && !kept_) std::remove(partial_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (!compressor_) return write_plain(bytes);
  open_frame_ = open_frame_ || !bytes.empty();
  compressor_->compress(bytes, false, [&](std::string_view part) { write_plain(part); });
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

void OutputFile::sync() {
  if (compressor_ && open_frame_) {
    compressor_->compress({}, true, [&](std::string_view part) { write_plain(part); });
    open_frame_ = false;
  }
  flush();
  // After a power failure there must not be a file with the final name but without its bytes.
  if (!partial_.empty() && fdatasync(fileno(file_.get())) != 0) fail();
}

std::optional<std::uint64_t> OutputFile::checkpoint() {
  sync();
  if (partial_.empty()) return std::nullopt;
  kept_ = true;
  const long size = std::ftell(file_.get());
  if (size < 0) fail();
  return static_cast<std::uint64_t>(size);
}

void OutputFile::commit() {
  sync();
  if (file_.get() == stdout) return;
  // The file is renamed before it is closed, because closing it releases the lock.
  if (!partial_.empty()) {
    if (std::rename(partial_.c_str(), target_.c_str()) != 0) fail();
    partial_.clear();
  }
  if (std::fclose(file_.release()) != 0) fail();
}

void OutputFile::write_plain(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail();
}

void OutputFile::fail() const {
  if (path_ == "-") fail_standard_output(errno);
  throw FileError(path_, errno);
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void require_absent(const std::string& path) {
  std::error_code unknown;
  if (path != "-" && std::filesystem::is_regular_file(path, unknown)) {
    throw Error(path + ": the file exists already; --force overwrites it");
  }
}

}  // namespace ineq
