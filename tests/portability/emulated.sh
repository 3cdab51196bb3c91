#!/usr/bin/env bash
# emulated.sh TREE COMPILER EMULATOR [WORD...]: makes the command line and the decoders in TREE, an unpacked archive, start in
# the emulator (qemu-user). Running the command line in the emulator would not be enough, as it starts the decoders.
# qemu-user cannot load system-call filters. COMPILER makes a library that only claims to load one, so the decoders run
# unconfined. image.*CallFilter* checks the filter itself, also for the other architecture.
set -euo pipefail
tree=$(realpath -- "$1") compiler=$2
shift 2
"$compiler" -shared -fPIC -o "$tree/without_seccomp.so" -x c - <<'END'
void* seccomp_init(unsigned action) { return action == 0x80000000u ? "a filter" : 0; }
void seccomp_release(void* filter) { (void)filter; }
int seccomp_rule_add_array(void* filter, unsigned action, int call, unsigned count, const void* conditions) {
    return filter && action == 0x7fff0000u && (count == 0 || conditions) && call >= 0 ? 0 : -22;
}
int seccomp_load(const void* filter) { return filter ? 0 : -22; }
END
start() { # PROGRAM EMULATOR-WORD...
    local program=$1
    shift
    mv "$program" "$program.real"
    printf '#!/bin/sh\nexec %s%q "$@"\n' "$(printf '%q ' "$@")" "$program.real" >"$program"
    chmod +x "$program"
}
start "$tree/bin/huedrift-cli" "$@"
for program in "$tree"/libexec/huedrift/*; do start "$program" "$@" -E "LD_PRELOAD=$tree/without_seccomp.so"; done
