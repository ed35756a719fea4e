#pragma once
// Makes the README of a dataset, with the YAML header that Hugging Face reads.

#include <cstdint>
#include <string>
#include <vector>

#include "generate/dataset_writer.h"

namespace ineq {

struct CardFile {
  std::string config;  // Hugging Face configuration; `default` if there is only one
  std::string split;   // train, test, …
  std::string path;    // relative to the card
};

// `text` describes what is specific to the dataset, in Markdown.
std::string dataset_card(const std::string& title, const std::vector<CardFile>& files,
                         std::uint64_t theorems, const std::string& text);

// The card of one generated file. `path` is where the card will be stored.
std::string dataset_card(const DatasetRequest& request, const std::string& path);

}  // namespace ineq
