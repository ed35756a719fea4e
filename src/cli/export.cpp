// `ineq export`: theorems and proofs for other systems.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/values.h"
#include "export/record_exporter.h"
#include "files/file_error.h"
#include "files/make_folder.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "proof/record.h"

namespace ineq {
namespace {

struct ExportCommand {
  std::vector<std::string> files;
  std::string format;
  std::string out = "-";
  bool each = false;
  bool force = false;
  ExportOptions options;
};

// Writes to one file, or to one file per theorem in a folder. Standard output gets everything at
// the end, so that bad input does not leave half of a file there.
class Sink {
 public:
  Sink(const ExportCommand& options, const Exporter& exporter)
      : exporter_(exporter), folder_(options.each ? options.out : "") {
    if (options.each) return;
    if (options.out == "-") {
      spool_ = open_spool();
    } else {
      file_.emplace(options.out);
    }
    write(exporter.library());
  }

  void add(const std::string& name, const std::string& text) {
    if (folder_.empty()) {
      if (++written_ > 1 && !exporter_.format().takes_many) {
        throw Error("a file of this format holds one theorem: use --each and a folder");
      }
      if (written_ > 1) write(exporter_.format().between);
      write(text);
    } else {
      if (++written_ == 1) begin_folder();
      write_file(folder_ + "/" + name + std::string(exporter_.format().extension),
                 exporter_.load_library() + text + std::string(exporter_.format().end));
    }
  }

  void commit() {
    if (!folder_.empty()) return;
    write(exporter_.format().end);
    if (file_) file_->commit();
    if (spool_) copy_to_output();
  }

 private:
  using Close = decltype([](std::FILE* file) { std::fclose(file); });
  using Spool = std::unique_ptr<std::FILE, Close>;

  // A file that has no name any more: nothing of it remains if a signal ends the program, as it
  // does when the reader of a pipe has seen enough.
  static Spool open_spool() {
    const TemporaryFolder folder;
    const std::string path = folder.path("output");
    Spool out(std::fopen(path.c_str(), "w+b"));
    if (!out) throw FileError(path, errno);
    return out;
  }

  void write(std::string_view text) {
    if (file_) return file_->write(text);
    if (std::fwrite(text.data(), 1, text.size(), spool_.get()) != text.size()) fail_spool();
  }

  void copy_to_output() const {
    if (std::fflush(spool_.get()) != 0 || std::fseek(spool_.get(), 0, SEEK_SET) != 0) fail_spool();
    OutputFile out("-");
    std::string part(std::size_t{1} << 20, '\0');
    while (const auto size = std::fread(part.data(), 1, part.size(), spool_.get())) {
      out.write(std::string_view(part).substr(0, size));
    }
    if (std::ferror(spool_.get()) != 0) fail_spool();
    out.commit();
  }

  [[noreturn]] static void fail_spool() { throw FileError("a temporary file", errno); }

  void begin_folder() const {
    make_folder(folder_);
    if (exporter_.format().library_file.empty()) return;
    write_file(folder_ + "/" + std::string(exporter_.format().library_file), exporter_.library());
  }

  const Exporter& exporter_;
  const std::string folder_;
  Spool spool_;  // of what goes to standard output
  std::optional<OutputFile> file_;
  std::size_t written_ = 0;
};

class Export {
 public:
  explicit Export(const ExportCommand& command)
      : command_(command),
        records_(command.format, command.options),
        sink_(command, records_.exporter()) {}

  // Returns the exit code.
  int run() {
    for (const std::string& path : command_.files) {
      LineReader lines(path);
      FileProgress progress("exporting", path);
      for_each_line(lines, [&](std::string_view line) {
        if (const std::string reason = add(line); !reason.empty()) {
          progress.wipe();
          say(stderr, "{}:{}: left out: {}\n", lines.name(), lines.number(), reason);
          ++left_out_;
        }
        progress.update(lines, exported_ + left_out_);
      });
    }
    sink_.commit();
    fmt::print(stderr, "exported {}, left out {}\n", exported_, left_out_);
    if (with_added_ > 0) fmt::print(stderr, "{} theorems have added premises\n", with_added_);
    return left_out_ == 0 ? 0 : 1;
  }

 private:
  // Returns why it is left out, if it is.
  std::string add(std::string_view line) {
    const auto exported =
        records_.add(records_.format().has_proofs ? read_record(line) : read_unproven_record(line));
    with_added_ += exported.has_premises;
    if (!exported.left_out.empty()) return exported.left_out;
    sink_.add(exported.name, exported.text);
    ++exported_;
    return "";
  }

  const ExportCommand& command_;
  RecordExporter records_;
  Sink sink_;
  std::size_t exported_ = 0;
  std::size_t left_out_ = 0;
  std::size_t with_added_ = 0;
};

int export_all(const ExportCommand& options) {
  if (options.each && options.out == "-") throw Error("--each requires a folder (--out)");
  for (const std::string& file : options.files) refuse_overwriting(file, options.out);
  if (!options.force) {
    namespace fs = std::filesystem;
    require_absent(options.out);
    if (options.each && fs::is_directory(options.out) && !fs::is_empty(options.out)) {
      throw Error(options.out + ": the folder is not empty; --force overwrites files in it");
    }
  }
  return Export(options).run();
}

}  // namespace

void add_export(CLI::App& app, Command& run) {
  const auto options = std::make_shared<ExportCommand>();
  CLI::App* command = app.add_subcommand("export", "Write theorems and proofs for other systems");
  command->add_option("files", options->files, "JSON Lines, plain or .zst; - is standard input")
      ->required();
  command->add_option("--to", options->format, "The system to write for")
      ->check(one_of(export_formats()))
      ->type_name("NAME")
      ->required();
  command
      ->add_option("--out", options->out,
                   "The file to write, or with --each the folder; - is standard output")
      ->capture_default_str();
  command->add_flag("--each", options->each, "Write one file per theorem");
  add_force(*command, options->force);
  command->add_flag("--add-nonzero", options->options.add_nonzero,
                    "Add the premises x!=0 that proofs under int-2021 lack");
  command
      ->add_option("--damage", options->options.damage,
                   "To test a checker: introduce one error, drawn with this seed, into each proof")
      ->check(whole_number())
      ->type_name("SEED");
  command->footer(
      "Proofs are checked first; those that the kernel rejects are left out. Theorems are named\n"
      "after the ids of their records. SMT-LIB and TPTP files contain only the statements. The "
      "run\n"
      "ends at the first record that cannot be read.\n"
      "Exit code: 0 all were exported, 1 some were left out, 2 bad input.\n"
      "Examples:\n"
      "  ineq export --to coq examples/theorems.jsonl --out theorems.v\n"
      "  ineq generate -n 1000 --out - | ineq export --to metamath - --out theorems.mm\n"
      "  ineq export --to tptp --each test.jsonl.zst --out problems");
  command->callback([options, &run] { run = [options] { return export_all(*options); }; });
}

}  // namespace ineq
