#include "proof/output.h"

#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace ineq {

class OutputFile::Compressor {
 public:
  ~Compressor() { ZSTD_freeCStream(stream_); }

  // Gives what comes out of the compressor to `write`, at the end all of it.
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

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path.ends_with(".zst")) compressor_ = std::make_unique<Compressor>();
  if (path == "-") {
    file_ = stdout;
    return;
  }
  std::error_code unknown;
  const auto kind = std::filesystem::status(path, unknown).type();
  if (kind == std::filesystem::file_type::regular ||
      kind == std::filesystem::file_type::not_found) {
    target_ = std::filesystem::weakly_canonical(path, unknown);
    temporary_ = target_ + "." + std::to_string(getpid()) + ".tmp";
  }
  file_ = std::fopen(temporary_.empty() ? path.c_str() : temporary_.c_str(), "wb");
  if (!file_) fail();
}

OutputFile::~OutputFile() {
  if (file_ && file_ != stdout) std::fclose(file_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (!compressor_) return write_plain(bytes);
  compressor_->compress(bytes, false, [&](std::string_view part) { write_plain(part); });
}

void OutputFile::commit() {
  if (compressor_)
    compressor_->compress({}, true, [&](std::string_view part) { write_plain(part); });
  if (std::fflush(file_) != 0) fail();
  if (file_ == stdout) return;
  std::FILE* const file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) fail();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
}

void OutputFile::write_plain(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
}

void OutputFile::fail() const {
  throw Error((path_ == "-" ? "standard output" : path_) + ": " + std::strerror(errno));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace ineq
