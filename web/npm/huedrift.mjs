// huedrift in node and in browsers: each picture has a thread of its own, so that a page stays live.
import {HuedriftError} from './module.mjs';
export {HuedriftError};

const isNode = typeof process === 'object' && process.versions?.node;
let compiled; // once for all threads

async function compile() {
  const url = new URL('./huedrift.wasm', import.meta.url);
  if (isNode) return WebAssembly.compile(await (await import('node:fs/promises')).readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new HuedriftError('huedrift.wasm cannot be loaded', 1);
  return WebAssembly.compile(await response.arrayBuffer()); // whatever type the server says it has
}

async function startWorker() {
  if (!isNode) return new Worker(new URL('./worker.mjs', import.meta.url), {type: 'module'});
  const {Worker: Thread} = await import('node:worker_threads');
  return new Thread(new URL('./worker.mjs', import.meta.url));
}

/** A worker that answers one call after the other. */
class Caller {
  static async start() {
    compiled ??= compile();
    const caller = new Caller();
    caller.worker = await startWorker();
    const listen = (name, body) => isNode ? caller.worker.on(name, body)
                                          : (caller.worker['on' + name] = event => body(event.data ?? event));
    listen('message', message => caller.receive(message));
    listen('error', error => caller.receive({failure: {message: error.message || 'the worker failed', code: 1}}));
    if (isNode) caller.worker.unref();
    await caller.call('start', [await compiled]);
    return caller;
  }

  call(call, given, onProgress) {
    const turn = (this.last ?? Promise.resolve()).then(() => new Promise((resolve, reject) => {
      if (!this.worker) throw new HuedriftError('the picture is closed', 2);
      this.waiting = {resolve, reject, onProgress};
      this.worker.ref?.();
      this.worker.postMessage({call, given});
    }));
    this.last = turn.catch(() => {});
    return turn;
  }
  receive({progress, value, failure}) {
    if (!this.waiting) return;
    if (progress !== undefined) return this.waiting.onProgress?.(progress);
    const {resolve, reject} = this.waiting;
    this.waiting = undefined;
    this.worker?.unref?.();
    if (failure) reject(new HuedriftError(failure.message, failure.code));
    else resolve(value);
  }
  end(reason) {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting?.reject(reason);
    this.waiting = undefined;
  }
}

/** Rejects with the reason of `signal` as soon as it aborts, and ends the worker. */
async function untilAborted(signal, caller, work) {
  signal?.throwIfAborted();
  const abort = () => caller.end(signal.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await work;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** A picture that keeps the results of its stages, so that the next reduction with other settings takes less time. */
export class Picture {
  #image;
  #caller;

  constructor(image) { this.#image = {data: image.data, width: image.width, height: image.height}; }

  /** As reduce(). A call that is aborted ends the worker; the next one starts another. */
  async reduce(settings = {}, {signal, onProgress, ...options} = {}) {
    signal?.throwIfAborted();
    if (!this.#caller) {
      this.#caller = Caller.start().then(async caller => {
        await caller.call('open', [this.#image]);
        return caller;
      });
      this.#caller.catch(() => this.close());
    }
    const caller = await this.#caller;
    try {
      return await untilAborted(signal, caller, caller.call('reduce', [settings, options], onProgress));
    } catch (error) {
      if (error.code === 1) caller.end(error); // its module may not be usable any more
      throw error;
    } finally {
      if (!caller.worker) this.#caller = undefined;
    }
  }

  /** Frees its memory and its thread. */
  close() {
    const caller = this.#caller;
    this.#caller = undefined;
    caller?.then(one => one.end(new HuedriftError('the picture is closed', 2)), () => {});
  }
}

/**
 * Reduces an image. The result has its size, an index for each pixel, the palette (4 bytes an entry), the pixels in RGBA, and a
 * report: the recipe that repeats it, sentences about settings that could not be met, and the pixels of each entry.
 */
export async function reduce(image, settings, options) {
  const picture = new Picture(image);
  try {
    return await picture.reduce(settings, options);
  } finally {
    picture.close();
  }
}

async function once(call, ...given) {
  const caller = await Caller.start();
  try {
    return await caller.call(call, given);
  } finally {
    caller.end();
  }
}

/** The colours of a palette file, a text or bytes, as ["rrggbb", ...] for the setting "to". `name` has its extension. */
export async function readPalette(file, name = 'palette') {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file);
  return (await once('readPalette', bytes, name)).split(',');
}

/** A PNG file of a result: with a palette if it has at most 256 entries, else in true colour. It holds the recipe. */
export const encodePng = result => once('encodePng', result);

/** A GIF file of a result with at most 256 entries and no partly transparent pixels. */
export const encodeGif = result => once('encodeGif', result);

/**
 * The picture in a PNG file: {width, height, data, notes} with RGBA, 16 bits rounded to 8, of an animation the default image.
 * Colours count as sRGB; the sentences in `notes` say what was lost.
 */
export const decodePng = bytes => once('decodePng', bytes);

/** Every setting: its word, help, kind, syntax, names and range. */
export const settings = () => once('settings');
