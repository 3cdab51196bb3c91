// golden.mjs PACKAGE GOLDEN PROGRAM: every row of golden.txt, by the module in the folder PACKAGE on the pictures that PROGRAM writes.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, golden, program] = process.argv.slice(2);
const pictures = fs.mkdtempSync(path.join(os.tmpdir(), 'golden-'));
process.on('exit', () => fs.rmSync(pictures, {recursive: true}));
execFileSync(program, [pictures]);
const {Module} = await import(pathToFileURL(path.resolve(folder, 'module.mjs')));
const module = new Module(await WebAssembly.compile(fs.readFileSync(path.join(folder, 'huedrift.wasm'))));

/** The 64-bit FNV-1a hash of these bytes. */
function digest(...parts) {
  let high = 0xcbf29ce4, low = 0x84222325;
  for (const part of parts)
    for (const byte of new Uint8Array(part.buffer, part.byteOffset, part.byteLength)) {
      low = (low ^ byte) >>> 0; // times 2^40 + 0x1b3
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  return [high, low].map(half => half.toString(16).padStart(8, '0')).join('');
}

function readPam(name) {
  const file = fs.readFileSync(path.join(pictures, name + '.pam')), end = file.indexOf('ENDHDR\n') + 7;
  const field = key => Number(file.toString('latin1', 0, end).match(new RegExp(`${key} (\\d+)`))[1]);
  const [width, height, depth] = ['WIDTH', 'HEIGHT', 'DEPTH'].map(field), data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; ++i)
    for (let c = 0; c < depth; ++c) data[4 * i + c] = file[end + depth * i + c];
  if (depth < 3) throw Error(`${name} is grey`);
  return {width, height, data};
}

function result(form, name, words) {
  const settings = {};
  for (const [word, value] of words)
    settings[word] = ['importance', 'dither-mask'].includes(word) ? readPam(value) : [...(settings[word] ?? []), value];
  const picture = module.openPicture(readPam(name));
  try {
    const {width, height, palette, indices, pixels} = module.reduce(picture, settings);
    const size = entries => Uint32Array.of(width, height, entries);
    return form === 'truecolor' ? digest(size(0), pixels) : digest(size(palette.length / 4), palette, Uint32Array.from(indices));
  } catch (error) {
    if (error.code) return `refused:${error.code}`;
    throw error;
  } finally {
    module.closePicture(picture);
  }
}

let rows = 0, wrong = 0;
for (const line of fs.readFileSync(golden, 'utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue;
  const [expected, form, name, ...rest] = line.split(' ');
  const found = result(form, name, rest.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
  ++rows;
  if (found === expected) continue;
  ++wrong;
  console.error(`${found} in place of ${line}`);
}
console.log(`${rows - wrong} of ${rows} rows have the bytes of golden.txt`);
process.exitCode = wrong || !rows ? 1 : 0;
