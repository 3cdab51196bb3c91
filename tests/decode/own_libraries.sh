#!/usr/bin/env bash
# own_libraries.sh BIN: each decoder in the folder BIN needs the library of its formats and none of the others': libraries take
# time to load, and run code of theirs before the confinement closes.
set -euo pipefail
cd "$1"
of_formats='^lib(avif|gif|heif|jxl|png16|tbb|tiff|webp|webpdemux)\.so'
expect() {
    local needed
    needed=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | { grep -E "$of_formats" || true; } | sed 's/\.so.*//' |
        sort | xargs)
    [ "$needed" = "$2" ] || { echo "$1 needs '$needed' instead of '$2'" >&2; exit 1; }
}
expect huedrift-decode libpng16
expect huedrift-decode-avif libavif
expect huedrift-decode-gif libgif
expect huedrift-decode-heif libheif
expect huedrift-decode-jxl libjxl
expect huedrift-decode-tiff libtiff
expect huedrift-decode-webp 'libwebp libwebpdemux'
