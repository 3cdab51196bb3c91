// package.mjs PACKAGE: packs the package, installs it without a network in an empty folder, and uses it there.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true}));
const npm = (...words) => execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund', '--cache', path.join(folder, 'cache')],
                                       {cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']});
const packed = npm('pack', path.resolve(process.argv[2])).trim().split('\n').at(-1);
fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
npm('install', path.join(folder, packed));
const installed = path.join(folder, 'node_modules/huedrift');
const {HuedriftError, Picture, decodePng, encodeGif, encodePng, readPalette, reduce, settings} =
  await import(pathToFileURL(path.join(installed, 'huedrift.mjs')));

// ---- A result ----
const width = 301, height = 200, data = new Uint8ClampedArray(4 * width * height);
for (let i = 0; i < width * height; ++i)
  data.set([i % width * 255 / width, (i / width | 0) * 255 / height, (i * 7919 >> 5) % 64, i % 50 ? 255 : 100], 4 * i);
const image = {data, width, height}, shares = [];
const result = await reduce(image, {colors: 12, dither: 'everywhere', alpha: 'threshold:128'}, {onProgress: share => shares.push(share)});
assert.equal(result.palette.length / 4, 13);
assert.equal(result.indices.length, width * height);
assert.equal(result.report.counts.reduce((sum, count) => sum + count), width * height);
assert.ok(shares.length > 1 && shares.every((share, i) => !i || share >= shares[i - 1]) && shares.at(-1) === 1);
for (let i = 0; i < width * height; i += 97)
  assert.deepEqual([...result.pixels.subarray(4 * i, 4 * i + 4)], [...result.palette.subarray(4 * result.indices[i], 4 * result.indices[i] + 4)]);
const again = await reduce(image, {recipe: result.report.recipe}, {distances: true, files: ['gpl'], title: 'Mine'});
assert.deepEqual(again.indices, result.indices);
assert.ok(again.report.distance.mean > 0 && again.report.distance.mean < 1);
assert.match(new TextDecoder().decode(again.files.gpl), /^GIMP Palette\nName: Mine/);

// ---- Files ----
for (const one of [result, await reduce(image, {radius: 0.002})]) {
  const read = await decodePng(await encodePng(one));
  assert.deepEqual(read.data, one.pixels);
}
assert.equal(new TextDecoder('latin1').decode(await encodeGif(result)).slice(0, 6), 'GIF89a');
assert.deepEqual(await readPalette('GIMP Palette\n#\n255 0 0 red\n0 0 255 blue\n', 'x.gpl'), ['ff0000', '0000ff']);
await assert.rejects(readPalette('nothing', 'x.gpl'), HuedriftError);
await assert.rejects(decodePng(new Uint8Array(9)), /this is no PNG file/);
await assert.rejects(decodePng((await encodePng(result)).subarray(0, 400)), /is damaged/);
assert.ok((await settings()).some(({word, range}) => word === 'colors' && range[0] === 1));

// ---- Failures and ends ----
await assert.rejects(reduce(image, {colors: 0}), {code: 2, message: /"colors" is a whole number/});
await assert.rejects(reduce(image, {colour: 3}), {code: 2});
await assert.rejects(reduce({data: [], width: 3, height: 3}), {code: 2});
const picture = new Picture(image), stop = new AbortController();
const ended = picture.reduce({radius: 0.05}, {signal: stop.signal, onProgress: () => stop.abort()});
await assert.rejects(ended, {name: 'AbortError'});
assert.deepEqual((await picture.reduce({recipe: result.report.recipe})).indices, result.indices);
picture.close();
await assert.rejects(reduce(image, {}, {signal: AbortSignal.abort()}), {name: 'AbortError'});

// No memory is left for a picture; afterwards there is.
const {Module} = await import(pathToFileURL(path.join(installed, 'module.mjs')));
const module = new Module(await WebAssembly.compile(fs.readFileSync(path.join(installed, 'huedrift.wasm'))));
const taken = [];
for (let size = 2 ** 30; size > 1000; size /= 2)
  for (let at; (at = module.c.malloc(size));) taken.push(at);
assert.throws(() => module.openPicture(image), {code: 7, message: 'memory ran out'});
for (const at of taken) module.c.free(at);
module.closePicture(module.openPicture(image));

// ---- The command ----
fs.writeFileSync(path.join(folder, 'in.png'), await encodePng(result));
const command = words => spawnSync(path.join(folder, 'node_modules/.bin/huedrift'), words, {cwd: folder, encoding: 'utf8'});
const run = command(['in.png', '-o', 'out.png', '--colors', '4', '--dither', 'off']);
assert.equal(run.status, 0, run.stderr);
const made = await decodePng(new Uint8Array(fs.readFileSync(path.join(folder, 'out.png'))));
assert.equal(new Set(new Uint32Array(made.data.buffer)).size, 5);
const refused = command(['in.png', '-o', 'out.png', '--colors', '3']);
assert.equal(refused.status, 4);
assert.match(refused.stderr, /out.png exists; use --force/);
assert.equal(command(['in.png', '-o', 'out.png', '--colors', '3', '--force']).status, 0);
assert.equal(command(['in.png', '-o', 'out.png', '--colour', '4']).status, 2);
assert.equal(command(['package.json', '-o', 'other.png']).status, 3);
assert.match(command(['missing.png', '-o', 'other.png']).stderr, /missing.png cannot be read/);
assert.deepEqual(fs.readdirSync(folder).filter(name => name.endsWith('.part') || name === 'other.png'), []);
assert.match(command(['--help']).stdout, /--colors N/);
assert.match(fs.readFileSync(path.join(installed, 'huedrift.d.ts'), 'utf8'), /dither\?: '\w[^;]*'everywhere'/);
const wasm = fs.readFileSync(path.join(installed, 'huedrift.wasm')), zipped = gzipSync(wasm, {level: 9});
assert.ok(wasm.length <= 1.4e6 && zipped.length <= 480e3, `huedrift.wasm has ${wasm.length} bytes, ${zipped.length} by gzip`);
assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(wasm)),
                 [{module: 'huedrift', name: 'report', kind: 'function'}]);
