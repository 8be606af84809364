#include "experiments/report/svg_canvas.hpp"

#include <fmt/format.h>

#include "experiments/report/markup.hpp"

namespace mikpoly::lab {
namespace {

std::string stroke_text(const Stroke& stroke) {
  std::string text = fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"", stroke.colour, stroke.width);
  if (!stroke.dash.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", stroke.dash);
  return text;
}

std::string_view anchor_text(Anchor anchor) {
  switch (anchor) {
    case Anchor::start:
      return "start";
    case Anchor::middle:
      return "middle";
    case Anchor::end:
      return "end";
  }
  return "";
}

// A closed path around the place, about 5 units wide.
std::string_view outline(Mark mark) {
  switch (mark) {
    case Mark::disc:
      return "m-2.5,0a2.5,2.5 0 1 0 5,0a2.5,2.5 0 1 0 -5,0z";
    case Mark::square:
      return "m-2.3,-2.3h4.6v4.6h-4.6z";
    case Mark::triangle:
      return "m0,-3l2.9,5h-5.8z";
    case Mark::diamond:
      return "m0,-3.2l3.2,3.2l-3.2,3.2l-3.2,-3.2z";
    case Mark::cross:
      return "m-0.8,-3h1.6v2.2h2.2v1.6h-2.2v2.2h-1.6v-2.2h-2.2v-1.6h2.2z";
  }
  return "";
}

}  // namespace

void SvgCanvas::line(Place from, Place to, const Stroke& stroke) {
  body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", from.x, from.y, to.x,
                       to.y, stroke_text(stroke));
}

void SvgCanvas::polyline(const std::vector<Place>& places, const Stroke& stroke) {
  std::string points;
  for (const Place& place : places) points += fmt::format(" {:.1f},{:.1f}", place.x, place.y);
  if (!points.empty()) body_ += fmt::format("<polyline points=\"{}\" {}/>\n", points.substr(1), stroke_text(stroke));
}

void SvgCanvas::rect(Place corner, double width, double height, std::string_view colour) {
  body_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", corner.x,
                       corner.y, width, height, colour);
}

void SvgCanvas::marks(const std::vector<Place>& places, Mark mark, std::string_view colour) {
  std::string path;
  for (const Place& place : places) path += fmt::format("M{:.1f},{:.1f}{}", place.x, place.y, outline(mark));
  if (!path.empty()) body_ += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.65\"/>\n", path, colour);
}

void SvgCanvas::text(Place place, std::string_view words, Anchor anchor, std::string_view colour) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", place.x, place.y,
                       anchor_text(anchor), colour, escaped(words));
}

void SvgCanvas::rotated_text(Place place, std::string_view words) {
  body_ += fmt::format(
      "<text transform=\"translate({:.1f},{:.1f}) rotate(-90)\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
      place.x, place.y, kInk, escaped(words));
}

std::string SvgCanvas::svg(std::string_view title, std::string_view description) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\" width=\"{:g}\" height=\"{:g}\" role=\"img\" "
      "font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" font-size=\"12\">\n<title>{}</title>\n<desc>{}</desc>\n"
      "{}</svg>\n",
      width_, height_, width_, height_, escaped(title), escaped(description), body_);
}

}  // namespace mikpoly::lab
