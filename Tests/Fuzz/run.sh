#!/usr/bin/env bash
# run.sh DIRECTORY RUNS: fuzzes the grammar of -F by libFuzzer of the toolchain, beginning with the seeds of
# Fixtures/fuzz. What is found new stays in DIRECTORY/corpus, what traps in DIRECTORY/crash-….
#
# The sources of the grammar and the encoder are compiled outside the package, so that none of its products
# needs unsafe flags.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/seeds" "$1/corpus"
cd "$1"
swiftc=${SWIFTC:-swiftc}
flags=(-swift-version 6 -O -wmo -parse-as-library -package-name formpost -I . -sanitize=fuzzer)
syntax=$root/Sources/formpost/Form
$swiftc "${flags[@]}" -module-name FormEncoding -emit-module -emit-object \
    "$root"/Sources/FormEncoding/*/*.swift -o FormEncoding.o
$swiftc "${flags[@]}" -module-name FormFuzz -o form-fuzz FormEncoding.o "$root/Tests/Fuzz/FormFuzz.swift" \
    "$root/Tests/Fuzz/Sentences.swift" "$syntax"/{FilePattern,FileTree,FormBuilder,FormBuilder+Parts,HeaderFile}.swift \
    "$root"/Sources/formpost/System/{FileIdentity,Paths,SmallFile,Suggestion,TextReader}.swift \
    "$root"/Sources/formpost/Arguments/{FormField,Values/FormScanner}.swift
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
