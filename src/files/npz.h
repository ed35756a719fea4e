#pragma once
// Arrays of 32-bit floating-point numbers with a manifest, in NumPy's format `.npz`: a zip archive
// that holds each array as an entry NAME.npy, in C order and little-endian, and the manifest as the
// entry `manifest.json`. In Python, numpy.load(path)[NAME] is the array.
//
// Entries are stored without compression, because trained weights hardly shrink. The bytes of the
// file depend only on the contents: all time stamps are the same.
//
// Archives of other programs are read if they follow this description. Other types of numbers, the
// order of Fortran, compressed entries and Zip64 (archives beyond 4 GiB) are refused. The manifest
// is only a text here: whether it is JSON, and whether it matches the arrays, is up to the caller.

#include <cstdint>
#include <string>
#include <vector>

namespace ineq {

struct NpzArray {
  std::string name;                 // may contain '/' and '.', as in `weights/round0.norm.gain`
  std::vector<std::int64_t> shape;  // empty for a single number
  std::vector<float> values;        // in C order
};

struct NpzArchive {
  std::string manifest;
  std::vector<NpzArray> arrays;  // in the order of the file
};

// Replaces the file as a whole, as OutputFile does. Names must be different and not empty, and each
// shape must fit the number of its values. Throws Error if the file cannot be written.
void write_npz(const std::string& path, const NpzArchive& archive);

// Throws Error if the file is missing, damaged or not such an archive. The arrays together take no
// more memory than the file has bytes, whatever the file claims about their sizes.
NpzArchive read_npz(const std::string& path);

}  // namespace ineq
