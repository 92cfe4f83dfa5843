#!/usr/bin/env bash
# run.sh DIRECTORY RUNS: fuzzes the grammar of -F, beginning with the seeds of Fixtures/fuzz.
# What is found new stays in DIRECTORY/corpus, what traps in DIRECTORY/crash-….
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/Tests/Fuzz/build.sh" fuzz "$1"
cd "$1"
mkdir -p seeds corpus
number=0
while IFS= read -r line; do
    [[ $line = '#'* ]] && continue
    number=$((number + 1))
    printf %b "$line" >"seeds/$number"
done <"$root/Fixtures/fuzz/seeds.txt"
# libFuzzer is to see a trap, and to save the input of it.
export SWIFT_BACKTRACE=enable=no
exec ./form-fuzz -runs="$2" -max_len=160 -timeout=10 -print_final_stats=1 \
    -dict="$root/Fixtures/fuzz/form.dict" corpus seeds
