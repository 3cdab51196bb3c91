// types.mjs MODULE TEMPLATE OUT: writes huedrift.d.ts with a member for each setting that the module has.
import {readFile, writeFile} from 'node:fs/promises';
import {Module} from './module.mjs';

const [wasm, template, out] = process.argv.slice(2);
const types = {number: 'number | string', 'whole number': 'number | string', flag: 'boolean', text: 'string | number',
               list: 'string | readonly string[]'};
const members = new Module(await WebAssembly.compile(await readFile(wasm))).settings().map(({word, help, kind, names}) => {
  const name = word.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const isMask = word === 'importance' || word === 'dither-mask';
  const type = isMask ? 'Image' : names ? names.map(one => `'${one}'`).join(' | ') : types[kind];
  return `  /** ${help.replaceAll('*/', '* /')} */\n  ${name}?: ${type} | null;\n`;
});
await writeFile(out, (await readFile(template, 'utf8')).replace('  // settings\n', members.join('')));
