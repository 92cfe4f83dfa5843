#!/bin/sh
# make demo: starts the receiver on a free port of loopback, uploads the picture, stops it.
set -eu

formpost=$1
receiver=$2
directory=$(mktemp -d)
trap 'kill "$receiving" 2>/dev/null || true; rm -rf "$directory"' EXIT INT TERM

"$receiver" "$directory/port" 1 file Fixtures/img.png &
receiving=$!
while [ ! -s "$directory/port" ]; do
    kill -0 "$receiving" || exit 1
    sleep 0.05
done
url=http://127.0.0.1:$(cat "$directory/port")/upload

echo "\$ formpost -F reqtype=fileupload -F file=@Fixtures/img.png $url"
"$formpost" -F reqtype=fileupload -F file=@Fixtures/img.png "$url"
wait "$receiving"
