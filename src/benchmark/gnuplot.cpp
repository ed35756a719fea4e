#include "benchmark/gnuplot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "base/error.h"
#include "base/printable.h"
#include "benchmark/process.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/temporary_folder.h"

namespace ineq {
namespace {

// Okabe and Ito's palette, which people with any colour vision can tell apart, the darkest first.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#000000", "#F0E442"};
constexpr int kPoints[] = {7, 5, 9, 13, 11, 15};  // filled: circle, square, triangle, …

constexpr std::size_t kLevelName = 8;  // longer names of tics are written aslant

// The look of all pictures.
constexpr const char* kStyle = R"(set encoding utf8
set border 3 linecolor rgb '#606060'
set tics nomirror out textcolor rgb 'black'
set grid linetype 1 linewidth 0.6 linecolor rgb '#dddddd'
set key outside right top Left reverse samplen 2
set style fill solid
)";

// Scaled so that both show the same picture.
constexpr struct {
  const char* ending;
  const char* terminal;
} kKinds[] = {
    {"svg", "svg size 800,500 dynamic noenhanced background 'white' font 'sans,12'"},
    {"png",
     "pngcairo size 1600,1000 noenhanced background 'white' font 'sans,24' linewidth 2 pointscale "
     "2"},
};

// A newline would end a text, and whatever follows would be a command.
const std::string& without_control(const std::string& text) {
  if (printable(text) != text) {
    throw Error("'" + printable(text) + "': a picture has no control characters in its texts");
  }
  return text;
}

// Gnuplot reads the names of tics as formats.
enum class Kind { kText, kTic };

std::string quoted(const std::string& text, Kind kind = Kind::kText) {
  std::string out = "'";
  for (const char c : without_control(text)) {
    out += c;
    if (c == '\'' || (c == '%' && kind == Kind::kTic)) out += c;
  }
  return out + "'";
}

std::string find_gnuplot() {
  if (const auto found = find_program("gnuplot")) return *found;
  throw Error("pictures need gnuplot, which is not installed");
}

std::string file_of(const std::string& name, const char* ending) { return name + "." + ending; }

// The SVG is the first kind.
std::size_t count_of(PictureFiles files) {
  return files == PictureFiles::kSvg ? 1 : std::size(kKinds);
}

// The names of the tics 1, 2, …
std::string tics(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted(names[i], Kind::kTic), i + 1);
  }
  return out;
}

// One gnuplot process that draws all files from the settings and the plot command.
class Drawing {
 public:
  std::string add_data(std::string_view lines) {
    const std::string name = fmt::format("data{}", data_++);
    write_file(folder_.path(name), lines);
    return name;
  }

  void draw(const std::string& settings, const std::string& plot, const std::string& name,
            PictureFiles files) {
    without_control(name);
    const std::span kinds(kKinds, count_of(files));
    const std::string gnuplot = find_gnuplot();
    std::string script = kStyle + settings;
    for (const auto& [ending, terminal] : kinds) {
      script += fmt::format("set terminal {}\nset output 'picture.{}'\n{}\nset output\n", terminal,
                            ending, plot);
    }
    write_file(folder_.path("script"), script);
    const ProcessResult result =
        run_process({gnuplot, "script"}, "", {.seconds = 60, .folder = folder_.path()});
    if (result.exit_code != 0) throw Error(name + ": gnuplot cannot draw it: " + result.output);
    for (const auto& [ending, terminal] : kinds) {
      write_file(file_of(name, ending), read_file(folder_.path(std::string("picture.") + ending)));
    }
  }

 private:
  TemporaryFolder folder_;
  std::size_t data_ = 0;
};

}  // namespace

void draw(const Picture& picture, const std::string& name, PictureFiles files) {
  if (picture.curves.empty()) throw Error(name + ": there is nothing to draw");
  Drawing drawing;
  std::string settings = fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\nset yrange [0:{}]\n", quoted(picture.title),
      quoted(picture.x), quoted(picture.y), picture.y_max ? fmt::to_string(*picture.y_max) : "*");
  if (picture.whole_x) settings += "set xtics 1\n";
  if (picture.logarithmic_x) settings += "set logscale x\n";
  if (!picture.x_names.empty()) {
    const bool is_long = std::ranges::any_of(
        picture.x_names, [](const std::string& tic) { return tic.size() > kLevelName; });
    settings += fmt::format("set xtics ({}){}\nset xrange [0.7:{}.3]\n", tics(picture.x_names),
                            is_long ? " rotate by -20" : "", picture.x_names.size());
  }
  if (!picture.x_marks.empty()) {
    settings += fmt::format("set xtics ({})\nset offsets graph 0.05, graph 0.05\n",
                            fmt::join(picture.x_marks, ", "));
  }
  std::string plot;
  for (std::size_t i = 0; i < picture.curves.size(); ++i) {
    const Curve& curve = picture.curves[i];
    std::string data;
    for (const auto& [x, y] : curve.points) data += fmt::format("{} {}\n", x, y);
    plot += fmt::format(
        "{} '{}' with linespoints linewidth 2 linecolor rgb '{}' dashtype {} pointtype {} "
        "pointsize 0.7 title {}",
        i == 0 ? "plot" : ",", drawing.add_data(data), kColours[i % std::size(kColours)],
        1 + i / std::size(kColours) % 5, kPoints[i % std::size(kPoints)], quoted(curve.name));
  }
  drawing.draw(settings, plot, name, files);
}

void draw(const Bars& bars, const std::string& name, PictureFiles files) {
  if (bars.bars.empty()) throw Error(name + ": there is nothing to draw");
  Drawing drawing;
  std::string data;
  std::vector<std::string> names;
  for (const auto& [bar, length] : bars.bars) {
    names.push_back(bar);
    data += fmt::format("{} {}\n", names.size(), length);
  }
  const std::string settings = fmt::format(
      "set title {}\nset xlabel {}\nset grid noytics\nunset key\nset yrange [{}:0]\n"
      "set xrange [0:*]\nset ytics ({})\n",
      quoted(bars.title), quoted(bars.x), bars.bars.size() + 1, tics(names));
  const std::string plot =
      fmt::format("plot '{}' using ($2/2):1:($2/2):(0.35) with boxxyerror linecolor rgb '{}'",
                  drawing.add_data(data), kColours[0]);
  drawing.draw(settings, plot, name, files);
}

void require_drawable(const std::string& name, bool force) {
  without_control(name);
  find_gnuplot();
  if (force) return;
  for (const auto& [ending, terminal] : kKinds) require_absent(file_of(name, ending));
}

}  // namespace ineq
