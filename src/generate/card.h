#pragma once
// The README of a dataset, with the YAML header that Hugging Face reads.

#include <cstdint>
#include <string>
#include <vector>

#include "generate/dataset_writer.h"

namespace ineq {

struct CardFile {
  std::string config;  // data of one kind; `default` if there is no other
  std::string split;   // train, test, …
  std::string path;    // relative to the card
};

// `text` is what is special about the dataset, in Markdown.
std::string dataset_card(const std::string& title, const std::vector<CardFile>& files,
                         std::uint64_t theorems, const std::string& text);

// Of one file that was generated; `path` is where the card will be.
std::string dataset_card(const DatasetRequest& request, const std::string& path);

}  // namespace ineq
