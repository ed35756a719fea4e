#pragma once
// Pictures through gnuplot, as NAME.svg and NAME.png.

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
  bool whole_x = false;        // the x axis has whole numbers
  bool logarithmic_x = false;  // of numbers above 0
};

// Horizontal, from the top.
struct Bars {
  std::string title;
  std::string x;
  std::vector<std::pair<std::string, double>> bars;
};

// Throw Error where gnuplot is not installed or fails.
void draw(const Picture& picture, const std::string& name);
void draw(const Bars& bars, const std::string& name);

}  // namespace ineq
