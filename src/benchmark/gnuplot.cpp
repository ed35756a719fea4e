#include "benchmark/gnuplot.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "base/error.h"
#include "files/output.h"

namespace ineq {
namespace {

// In single quotes, with what stands for a single quote in them.
std::string quoted(const std::string& text, std::string_view quote) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += quote;
    } else {
      out += c;
    }
  }
  return out + "'";
}
std::string quoted(const std::string& text) { return quoted(text, "''"); }
std::string shell_quoted(const std::string& text) { return quoted(text, "'\\''"); }

// From a file rather than through a pipe: where gnuplot is missing, writing into a pipe would end
// the program.
void run_gnuplot(const std::string& script, const std::string& output) {
  const std::string path = output + ".gnuplot";
  write_file(path, script);
  std::FILE* pipe = popen(("gnuplot " + shell_quoted(path) + " 2>&1").c_str(), "r");
  if (!pipe) throw Error("gnuplot cannot be started");
  std::string said(4096, '\0');
  said.resize(std::fread(said.data(), 1, said.size(), pipe));
  const int status = pclose(pipe);
  std::remove(path.c_str());
  constexpr int kNotFound = 127;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound) {
    throw Error("pictures need gnuplot, which is not installed");
  }
  if (status != 0) throw Error(output + ": gnuplot cannot draw it: " + said);
}

// Draws under another name first, so that no half picture is ever there.
void draw_both(const std::string& script, const std::string& name, int font_size) {
  constexpr struct {
    const char* ending;
    const char* terminal;
    int scale;
  } kKinds[] = {
      {"svg", "svg size 800,500 dynamic background 'white'", 1},
      {"png", "pngcairo size 1600,1000 background 'white'", 2},
  };
  for (const auto& [ending, terminal, scale] : kKinds) {
    const std::string path = name + "." + ending;
    const std::string partial = path + ".partial";
    run_gnuplot(fmt::format("set terminal {} font 'sans,{}'\nset output {}\n{}", terminal,
                            font_size * scale, quoted(partial), script),
                path);
    if (std::rename(partial.c_str(), path.c_str()) != 0) throw Error(path + ": cannot be written");
  }
}

}  // namespace

void draw(const Picture& picture, const std::string& name) {
  std::string script = fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\nset grid\nset yrange [0:*]\nset key outside "
      "right top\n",
      quoted(picture.title), quoted(picture.x), quoted(picture.y));
  if (picture.whole_x) script += "set xtics 1\n";
  if (picture.logarithmic_x) script += "set logscale x\n";
  std::string plot = "plot";
  std::size_t most = 0;
  for (const Curve& curve : picture.curves) {
    script += fmt::format("$data{} << END\n", most);
    for (const auto& [x, y] : curve.points) script += fmt::format("{} {}\n", x, y);
    script += "END\n";
    plot +=
        fmt::format("{} $data{} with linespoints linewidth 2 pointtype 7 pointsize 0.4 title {}",
                    most == 0 ? "" : ",", most, quoted(curve.name));
    ++most;
  }
  draw_both(script + plot + "\n", name, 12);
}

void draw(const Bars& bars, const std::string& name) {
  std::string script = fmt::format(
      "set title {}\nset xlabel {}\nset grid xtics\nset style fill solid 0.7\nset yrange [{}:0]\n"
      "set xrange [0:*]\nunset key\n$data << END\n",
      quoted(bars.title), quoted(bars.x), bars.bars.size() + 1);
  for (std::size_t i = 0; i < bars.bars.size(); ++i) {
    script += fmt::format("{} {} {}\n", i + 1, bars.bars[i].second, bars.bars[i].first);
  }
  script += "END\nplot $data using ($2/2):1:($2/2):(0.35):ytic(3) with boxxyerror\n";
  draw_both(script, name, 10);
}

}  // namespace ineq
