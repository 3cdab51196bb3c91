// GIF files of one frame (GIF89a).
import {HuedriftError} from './module.mjs';

/** The indices as codes of Lempel, Ziv and Welch, in blocks of 255 bytes. */
function packed(indices, bits) {
  const bytes = [], clear = 1 << bits;
  let table = new Map(), next = clear + 2, width = bits + 1, held = 0, count = 0;
  const put = code => {
    held |= code << count;
    for (count += width; count >= 8; count -= 8, held >>>= 8) bytes.push(held & 255);
  };
  put(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; ++i) {
    const key = prefix << 8 | indices[i], known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next < 4096) {
      if (next === 1 << width) ++width;
      table.set(key, next++);
    } else {
      put(clear);
      table = new Map();
      next = clear + 2;
      width = bits + 1;
    }
    prefix = indices[i];
  }
  put(prefix);
  if (next === 1 << width && width < 12) ++width; // the reader adds an entry after each code
  put(clear + 1);
  if (count) bytes.push(held & 255);
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return blocks;
}

/** A GIF file of a result with at most 256 entries, of which one may be transparent. */
export function encodeGif({width, height, palette, indices}) {
  const entries = palette.length / 4, alphas = palette.filter((_, i) => i % 4 === 3), clear = alphas.indexOf(0);
  if (entries > 256) throw new HuedriftError('a GIF file has at most 256 colours', 4);
  if (alphas.some(alpha => alpha > 0 && alpha < 255)) throw new HuedriftError('a GIF file has no partly transparent pixels', 4);
  let bits = 1;
  while (1 << bits < entries) ++bits;
  const colors = new Uint8Array(3 << bits);
  for (let i = 0; i < entries; ++i) colors.set(palette.subarray(4 * i, 4 * i + 3), 3 * i);
  const size = value => [value & 255, value >> 8];
  const control = clear < 0 ? [] : [0x21, 0xf9, 4, 1, 0, 0, clear, 0];
  const code = Math.max(bits, 2);
  const parts = [[...'GIF89a'].map(letter => letter.charCodeAt()), size(width), size(height), [0x80 | bits - 1, 0, 0], colors,
                 control, [0x2c, 0, 0, 0, 0], size(width), size(height), [0, code], packed(indices, code), [0, 0x3b]];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (file.set(part, at), at + part.length), 0);
  return file;
}
