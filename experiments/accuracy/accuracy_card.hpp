// accuracy/v1: what a validation found, as a small YAML file beside the hardware file it is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/accuracy/validation.hpp"

namespace mikpoly::lab {

/// The card's text.
std::string card_text(const Validation& validation);

/// Where the card of a table stands: the folder `accuracy/HARDWARE` beside the hardware file.
std::string card_path(const HardwareFile& hardware, const std::string& table);

/// The cards of a machine, as text, in the order of their names. Files that cannot be read are left out.
std::vector<std::string> cards_of(const HardwareFile& hardware);

/// Work that a machine's cards cover.
struct ValidatedRange {
  double least_flop = 0.0;
  double most_flop = 0.0;

  [[nodiscard]] bool covers(const GemmShape& shape) const;
};

/// From the least to the most that any card covers; nothing without a card.
std::optional<ValidatedRange> validated_range(const HardwareFile& hardware);

}  // namespace mikpoly::lab
