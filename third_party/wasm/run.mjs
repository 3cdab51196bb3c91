// run.mjs MODULE [WORD...]: runs a program for WASI in node, for programs that the build runs itself.
import fs from 'node:fs';
import {WASI} from 'node:wasi';
const wasi = new WASI({version: 'preview1', args: process.argv.slice(2)});
const module = await WebAssembly.compile(fs.readFileSync(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
