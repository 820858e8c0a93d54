// SPDX-License-Identifier: MIT
// A game that uses the names of headers and namespaces before version 0.1.
#include "kalah_threshold.hpp"

#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/game_model.hpp>

template zermelo::experiment::game_entry zermelo::experiment::entry_of<kalah_threshold>();
