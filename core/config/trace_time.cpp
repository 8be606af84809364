#include <charconv>
#include <chrono>
#include <cmath>

#include "core/config/trace_reader.hpp"

namespace mikpoly {
namespace {

constexpr std::int64_t kPerSecond = 1'000'000'000;
constexpr double kMostSeconds = 4e9;  // 126 years: differences of two fit 64 bits of nanoseconds

// Takes `digits` digits and what follows them off the front.
bool take_number(std::string_view& text, std::size_t digits, std::string_view after, int& number) {
  if (text.size() < digits) return false;
  const auto [end, status] = std::from_chars(text.data(), text.data() + digits, number);
  if (status != std::errc{} || end != text.data() + digits || number < 0) return false;
  text.remove_prefix(digits);
  if (after.empty()) return true;
  if (text.empty() || after.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// `.9799600` as nanoseconds; what stands behind the ninth digit is below one.
std::int64_t take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  std::int64_t fraction = 0;
  std::int64_t unit = kPerSecond;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    unit /= 10;
    fraction += (text.front() - '0') * unit;
    text.remove_prefix(1);
  }
  return fraction;
}

std::optional<std::int64_t> parse_date(std::string_view text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  const bool complete = take_number(text, 4, "-", year) && take_number(text, 2, "-", month) &&
                        take_number(text, 2, " T", day) && take_number(text, 2, ":", hour) &&
                        take_number(text, 2, ":", minute) && take_number(text, 2, "", second);
  if (!complete || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const std::int64_t fraction = take_fraction(text);
  if (!text.empty() && text != "Z" && text != "+00:00") return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || year < 1970 || year > 2096) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * kPerSecond + fraction;
}

}  // namespace

std::optional<std::int64_t> parse_trace_time(std::string_view text, TraceClock clock) {
  if (clock == TraceClock::date) return parse_date(text);
  double number = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  const double seconds = clock == TraceClock::seconds ? number : number / 1e3;
  if (seconds < 0.0 || seconds > kMostSeconds) return std::nullopt;
  return std::llround(seconds * static_cast<double>(kPerSecond));
}

}  // namespace mikpoly
