// PNG files (PNG specification, third edition), by the streams that browsers and node have.
import {HuedriftError} from './module.mjs';

const signature = [137, 80, 78, 71, 13, 10, 26, 10], most_pixels = 2 ** 28;
const crcs = Uint32Array.from({length: 256}, (_, n) => {
  for (let bit = 0; bit < 8; ++bit) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
function crc(bytes) {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) sum = crcs[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
const damaged = reason => new HuedriftError('the PNG file is damaged: ' + reason, 3);

function chunk(type, data) {
  const bytes = new Uint8Array(12 + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; ++i) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** Calls `take` with the pieces that a stream makes of the bytes, as long as it returns true. */
async function stream(transform, bytes, take) {
  const writer = transform.writable.getWriter(), reader = transform.readable.getReader();
  writer.write(bytes).then(() => writer.close()).catch(() => {}); // the reader gets the same failure
  for (let piece; !(piece = await reader.read()).done;)
    if (!take(piece.value)) return reader.cancel().catch(() => {});
}

async function deflated(bytes) {
  const pieces = [];
  await stream(new CompressionStream('deflate'), bytes, piece => pieces.push(piece));
  return joined(pieces);
}

function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
  return bytes;
}

/** A PNG file of a result: with a palette if it has at most 256 entries, else in RGB or RGBA. It holds the recipe. */
export async function encodePng({width, height, palette, indices, pixels, report}) {
  const entries = palette.length / 4, header = new Uint8Array(13), view = new DataView(header.buffer);
  const isIndexed = entries <= 256, isOpaque = palette.every((value, i) => i % 4 !== 3 || value === 255);
  const bits = !isIndexed || entries > 16 ? 8 : entries > 4 ? 4 : entries > 2 ? 2 : 1;
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([bits, isIndexed ? 3 : isOpaque ? 2 : 6], 8);
  const chunks = [Uint8Array.from(signature), chunk('IHDR', header)];
  if (report?.recipe) chunks.push(chunk('iTXt', new TextEncoder().encode('huedrift\0\0\0\0\0' + report.recipe)));
  if (isIndexed) {
    chunks.push(chunk('PLTE', palette.filter((_, i) => i % 4 !== 3)));
    const alphas = palette.filter((_, i) => i % 4 === 3); // may end where opacity begins
    if (!isOpaque) chunks.push(chunk('tRNS', alphas.subarray(0, alphas.findLastIndex(alpha => alpha < 255) + 1)));
  }
  const channels = isIndexed ? 1 : isOpaque ? 3 : 4, row = Math.ceil(width * channels * bits / 8);
  const rows = new Uint8Array((row + 1) * height);
  for (let y = 0, at = 0; y < height; ++y) {
    rows[at++] = isIndexed ? 0 : 1; // the filter: none for indices, else the difference from the pixel before
    for (let x = 0, pixel = y * width; x < width; ++x, ++pixel) {
      if (isIndexed) rows[at + (x * bits >> 3)] |= indices[pixel] << 8 - bits - (x * bits & 7);
      else
        for (let c = 0; c < channels; ++c)
          rows[at + x * channels + c] = pixels[4 * pixel + c] - (x ? pixels[4 * pixel - 4 + c] : 0);
    }
    at += row;
  }
  chunks.push(chunk('IDAT', await deflated(rows)), chunk('IEND', new Uint8Array()));
  return joined(chunks);
}

/** The chunks that decide on the pixels. */
function chunksOf(bytes) {
  if (signature.some((value, i) => bytes[i] !== value)) throw new HuedriftError('this is no PNG file', 3);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), found = {data: []};
  for (let at = 8;;) {
    if (at + 12 > bytes.length) throw damaged('it ends too early');
    const size = view.getUint32(at), type = String.fromCharCode(...bytes.subarray(at + 4, at + 8)), end = at + 8 + size;
    if (end + 4 > bytes.length) throw damaged('it ends too early');
    if (type === 'IEND') return found;
    const data = bytes.subarray(at + 8, end), isCritical = type[0] < 'a';
    if (isCritical && crc(bytes.subarray(at + 4, end)) !== view.getUint32(end)) throw damaged('a checksum is wrong');
    if (type === 'IDAT') found.data.push(data);
    else found[type] ??= data;
    at = end + 4;
  }
}

function headerOf(data) {
  if (data?.length !== 13) throw damaged('it has no header');
  const view = new DataView(data.buffer, data.byteOffset), [depth, type, , , interlaced] = data.subarray(8);
  const width = view.getUint32(0), height = view.getUint32(4), channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[type];
  const depths = {0: [1, 2, 4, 8, 16], 3: [1, 2, 4, 8]}[type] ?? [8, 16];
  if (!width || !height || !channels || !depths.includes(depth) || interlaced > 1) throw damaged('its header is wrong');
  if (width * height > most_pixels || Math.max(width, height) > 65535)
    throw new HuedriftError(`a picture of ${width} x ${height} pixels is too large`, 3);
  return {width, height, depth, type, channels, interlaced};
}

/** Undoes the filters of a pass in place; returns where the next one begins. */
function unfilter(bytes, at, row, height, unit) {
  for (let y = 0, above = -1; y < height; ++y, above = at, at += row) {
    const filter = bytes[at++];
    if (filter > 4) throw damaged('its rows are wrong');
    for (let i = 0; i < row && filter; ++i) {
      const left = i < unit ? 0 : bytes[at + i - unit], up = y ? bytes[above + i] : 0;
      let predicted = filter === 1 ? left : filter === 2 ? up : left + up >> 1;
      if (filter === 4) {
        const corner = i < unit || !y ? 0 : bytes[above + i - unit];
        const toLeft = Math.abs(up - corner), toUp = Math.abs(left - corner), toCorner = Math.abs(left + up - 2 * corner);
        predicted = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      }
      bytes[at + i] += predicted;
    }
  }
  return at;
}

/** Whether the bytes are a PNG file. */
export const isPng = bytes => signature.every((value, i) => bytes[i] === value);

/**
 * Decodes a PNG file: {width, height, data} in RGBA, 16 bits rounded to 8, of an animation its default image. Its colours are taken
 * for sRGB; `notes` says where that or more is lost.
 */
export async function decodePng(bytes) {
  const chunks = chunksOf(bytes), {width, height, depth, type, channels, interlaced} = headerOf(chunks.IHDR);
  const bits = channels * depth, unit = Math.max(1, bits >> 3), palette = chunks.PLTE, clear = chunks.tRNS;
  if (type === 3 && !palette) throw damaged('it has no palette');
  const passes = (interlaced ? [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]]
                             : [[0, 0, 1, 1]])
    .map(([x, y, dx, dy]) => ({x, y, dx, dy, columns: Math.ceil((width - x) / dx), rows: Math.ceil((height - y) / dy)}))
    .filter(pass => pass.columns > 0 && pass.rows > 0);
  const rowBytes = pass => Math.ceil(pass.columns * bits / 8);
  const rows = new Uint8Array(passes.reduce((sum, pass) => sum + (rowBytes(pass) + 1) * pass.rows, 0));
  let filled = 0;
  try {
    await stream(new DecompressionStream('deflate'), joined(chunks.data), piece => {
      rows.set(piece.subarray(0, rows.length - filled), filled);
      return (filled += piece.length) < rows.length;
    });
  } catch {
    if (filled < rows.length) throw damaged('its pixels cannot be unpacked');
  }
  if (filled < rows.length) throw damaged('it ends too early');
  const data = new Uint8ClampedArray(4 * width * height), most = 2 ** depth - 1;
  const keyed = clear && type !== 3 ? Array.from({length: channels}, (_, c) => clear[2 * c] << 8 | clear[2 * c + 1]) : null;
  const sample = Array(channels);
  let at = 0;
  for (const pass of passes) {
    const row = rowBytes(pass), begin = at;
    at = unfilter(rows, at, row, pass.rows, unit);
    for (let y = 0; y < pass.rows; ++y) {
      const line = begin + y * (row + 1) + 1;
      for (let x = 0; x < pass.columns; ++x) {
        for (let c = 0; c < channels; ++c) {
          const bit = (x * channels + c) * depth, byte = line + (bit >> 3);
          sample[c] = depth === 16 ? rows[byte] << 8 | rows[byte + 1] : rows[byte] >> 8 - depth - (bit & 7) & most;
        }
        const to = 4 * ((pass.y + y * pass.dy) * width + pass.x + x * pass.dx);
        if (type === 3) {
          const entry = sample[0];
          if (3 * entry >= palette.length) throw damaged('a pixel has no colour');
          for (let c = 0; c < 3; ++c) data[to + c] = palette[3 * entry + c];
          data[to + 3] = clear?.[entry] ?? 255;
          continue;
        }
        const level = value => depth === 8 ? value : Math.round(255 * value / most);
        for (let c = 0; c < 3; ++c) data[to + c] = level(sample[channels < 3 ? 0 : c]);
        data[to + 3] = channels % 2 === 0 ? level(sample[channels - 1]) : keyed?.every((v, c) => v === sample[c]) ? 0 : 255;
      }
    }
  }
  const notes = [];
  if (depth === 16) notes.push('16-bit channels were rounded to 8 bits');
  if ((chunks.iCCP || chunks.cICP) && !chunks.sRGB) notes.push('its colour profile was not used: its colours count as sRGB');
  if (chunks.acTL) notes.push('of the animation, the first frame was taken');
  return {width, height, data, notes};
}
