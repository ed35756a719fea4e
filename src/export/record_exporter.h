#pragma once
// Writes records in the format of another system. Proofs are checked first. A proof under int-2021
// may divide by what could be 0; it is exported only if premises x!=0 may be added, with which it
// is valid under `standard`.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "export/exporter.h"
#include "export/theorem_name.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"

namespace ineq {

struct ExportOptions {
  bool add_nonzero = false;                  // the premises x!=0 that proofs under int-2021 lack
  std::optional<std::uint64_t> damage = {};  // introduce one error into each proof, by this seed
};

class RecordExporter {
 public:
  // Throws Error if there is no such format, or the options do not go with it.
  RecordExporter(std::string_view format, const ExportOptions& options);

  const Exporter& exporter() const { return exporter_; }
  const ExportFormat& format() const { return exporter_.format(); }

  struct Exported {
    std::string name = {};
    std::string text = {};
    std::string left_out = {};  // why there is no text; otherwise empty
    bool has_premises = false;  // premises were added
  };
  // Names are distinct, and do not depend on which records were left out. Throws Error if the
  // record cannot be read.
  Exported add(const Record& record);

 private:
  void name(const Record& record, ExportTheorem& out);
  std::string prove(RuleSet set, const Proven& given, ExportTheorem& out, bool& has_premises);

  const ExportOptions options_;
  const RulesBySet rules_;
  const Lemmas lemmas_;
  const Exporter exporter_;
  DistinctNames names_;
  Bank bank_;
  std::uint64_t records_ = 0;
};

}  // namespace ineq
