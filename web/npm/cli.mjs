#!/usr/bin/env node
// The command huedrift: reads and writes PNG files. Its options are the settings of the library.
import {access, link, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {HuedriftError, decodePng, encodePng, readPalette, reduce, settings} from './huedrift.mjs';

const usage = 'usage: huedrift IN.png -o OUT.png [--force] [--colors N] [--SETTING VALUE]...   (huedrift --help lists the settings)';

class UsageError extends Error {}

const read = name => readFile(name).catch(({code}) => { throw new HuedriftError(`${name} cannot be read: ${code}`, 3); });
const exists = name => access(name).then(() => true, () => false);
const refusal = name => new HuedriftError(`${name} exists; use --force to replace it`, 4);

/** Writes a file, whole or not at all; replaces one only with `replaces`. */
async function write(name, bytes, replaces) {
  const part = `${name}.${process.pid}.part`;
  try {
    await writeFile(part, bytes, {flag: 'wx'});
    await (replaces ? rename : link)(part, name);
  } catch ({code}) {
    throw code === 'EEXIST' ? refusal(name) : new HuedriftError(`${name} cannot be written: ${code}`, 4);
  } finally {
    await rm(part, {force: true});
  }
}

/** The words of the command line as {input, output, replaces, given}. */
function parse(words, rows) {
  const given = {}, files = [];
  let output, replaces = false;
  while (words.length) {
    const word = words.shift(), row = rows.find(({word: known}) => word === '--' + known);
    if (!word.startsWith('-')) files.push(word);
    else if (word === '-o') output = words.shift();
    else if (word === '--force') replaces = true;
    else if (!row) throw new UsageError(`there is no option ${word}`);
    else if (row.kind === 'flag') given[row.word] = true;
    else if (!words.length) throw new UsageError(`${word} needs a value: ${row.syntax || row.names.join('|')}`);
    else given[row.word] = [...(given[row.word] ?? []), words.shift()];
  }
  if (files.length !== 1 || !output) throw new UsageError(usage);
  return {input: files[0], output, replaces, given};
}

async function run(words) {
  const rows = await settings();
  if (words.includes('--help')) {
    console.log(usage + '\n');
    for (const {word, kind, syntax, names, help} of rows)
      console.log(`  --${word}${kind === 'flag' ? '' : ' ' + (names?.join('|') ?? syntax)}\n        ${help}`);
    return;
  }
  const {input, output, replaces, given} = parse(words, rows);
  if (!replaces && await exists(output)) throw refusal(output);
  for (const [word, [value]] of Object.entries(given)) {
    if (word === 'to' && /\.\w+$/.test(value)) given.to = await readPalette(await read(value), value);
    if (word === 'importance' || word === 'dither-mask') given[word] = await decodePng(await read(value));
  }
  const {notes, ...image} = await decodePng(await read(input));
  const result = await reduce(image, given);
  await write(output, await encodePng(result), replaces);
  for (const note of [...notes, ...result.report.notes]) console.error(`huedrift: ${note}`);
}

process.stdout.on('error', () => process.exit()); // of the help, nobody reads the rest
run(process.argv.slice(2)).catch(error => {
  console.error(`huedrift: ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : error instanceof HuedriftError && error.code < 6 ? error.code : 1;
});
