#pragma once
// Draws pictures with gnuplot, all in the same style.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ineq {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
};
struct Picture {
  std::string title;
  std::string x, y;  // what the axes show
  std::vector<Curve> curves;
  std::optional<double> y_max = {};       // the end of the y axis, which starts at 0
  bool whole_x = false;                   // the x axis has whole numbers
  bool logarithmic_x = false;             // the x axis has numbers above 0
  std::vector<std::string> x_names = {};  // if not empty: what 1, 2, … of the x axis stand for
  std::vector<double> x_marks = {};       // if not empty: the only numbers that the x axis shows
};

// Horizontal bars, the first one at the top.
struct Bars {
  std::string title;
  std::string x;
  std::vector<std::pair<std::string, double>> bars;
};

enum class PictureFiles { kSvg, kSvgAndPng };

// As NAME.svg and NAME.png. Throw Error, also if gnuplot is not installed, or if a text or the name
// of the picture contains control characters. (gnuplot runs in a temporary folder and sees no name
// from outside.)
void draw(const Picture& picture, const std::string& name,
          PictureFiles files = PictureFiles::kSvgAndPng);
void draw(const Bars& bars, const std::string& name, PictureFiles files = PictureFiles::kSvgAndPng);

// For commands that compute for a long time before they draw. Throws Error if no picture can have
// this name, if gnuplot is not installed, or, without `force`, if a file would be overwritten.
void require_drawable(const std::string& name, bool force);

}  // namespace ineq
