#!/usr/bin/env bash
# Builds the sources of the grammar and the encoder with a program that calls them, outside the
# package, so that none of its products needs unsafe flags.
#   build.sh fuzz DIRECTORY     the fuzz target, with libFuzzer of the toolchain: form-fuzz
#   build.sh measure DIRECTORY  the figures of large forms: form-measure
set -euo pipefail
kind=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2"
cd "$2"
swiftc=${SWIFTC:-swiftc}
flags=(-swift-version 6 -O -wmo -parse-as-library -package-name formpost -I .)
if [ "$kind" = fuzz ]; then
    flags+=(-sanitize=fuzzer)
    program=$root/Tests/Fuzz/FormFuzz.swift
else
    program=$root/Tests/Benchmarks/LargeForms.swift
fi
syntax=$root/Sources/formpost/Form
$swiftc "${flags[@]}" -module-name FormEncoding -emit-module -emit-object \
    "$root"/Sources/FormEncoding/*/*.swift -o FormEncoding.o
$swiftc "${flags[@]}" -module-name FormFuzz -o "form-$kind" FormEncoding.o "$program" \
    "$syntax"/{FileTree,FormBuilder,FormProblem,HeaderFile}.swift \
    "$syntax"/Globs/*.swift \
    "$root"/Sources/formpost/System/{Directory,Paths,SmallFile,Suggestion}.swift \
    "$root"/Sources/formpost/Arguments/{FormField,Values/FormScanner}.swift
