#pragma once
// The subcommands, one file each. Each function adds its options to the app and, when the user asks
// for it, sets `run` to what it does. Exit codes: 0 yes, 1 a legitimate no, 2 bad input or usage.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "axioms/axioms.h"
#include "files/fields.h"

namespace ineq {

using Command = std::function<int()>;

void add_axioms(CLI::App& app, Command& run);
void add_check(CLI::App& app, Command& run);
void add_episode(CLI::App& app, Command& run);
void add_evaluate(CLI::App& app, Command& run);
void add_experiment(CLI::App& app, Command& run);
void add_export(CLI::App& app, Command& run);
void add_generate(CLI::App& app, Command& run);
void add_orders(CLI::App& app, Command& run);
void add_play(CLI::App& app, Command& run);
void add_prove(CLI::App& app, Command& run);
void add_score(CLI::App& app, Command& run);
void add_split(CLI::App& app, Command& run);
void add_stats(CLI::App& app, Command& run);
void add_train(CLI::App& app, Command& run);

// Throws Error if both paths name the same file.
void refuse_overwriting(const std::string& input, const std::string& output);

// Throws Error if two options name the same file, which need not exist yet. An empty path names
// none.
void refuse_same_file(const std::string& option, const std::string& path,
                      const std::string& other_option, const std::string& other_path);

// `--force`: overwrite existing files, which is refused otherwise.
void add_force(CLI::App& command, bool& force);

// `--markdown`: print tables in Markdown also on a terminal.
void add_markdown(CLI::App& command, bool& markdown);

// Throws Error if standard output cannot be written, for example because the disk is full.
void flush_output();

// An option that takes a whole number. (CLI11 takes -1 for 2^64-1.)
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& help, const WholeRange& range = {});

// `--threads`; the default is the number of hardware threads.
void add_threads(CLI::App& command, unsigned& threads, const std::string& help);

// `--rules standard|int-2021|full`
CLI::Option* add_rules_option(CLI::App& command, std::string& name, const std::string& help);

}  // namespace ineq
