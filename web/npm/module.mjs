// The functions of huedrift.wasm (src/library/huedrift.h, web/module.cpp), called on the thread of the caller.

/** A failure with a sentence for the user. `code` is that of huedrift_code, such as 2 for a wrong setting. */
export class HuedriftError extends Error {
  constructor(sentence, code) {
    super(sentence);
    this.name = 'HuedriftError';
    this.code = code;
  }
}
const NO_MEMORY = 7, RGBA = 20, kinds = ['number', 'whole number', 'flag', 'name', 'text', 'list'];

/** The word of a setting for a name in JavaScript: minShare is "min-share". */
const wordOf = name => name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());

export class Module {
  /** `compiled` is a WebAssembly.Module; `report` receives the progress of a call, 0 to 1. */
  constructor(compiled, report = () => {}) {
    this.c = new WebAssembly.Instance(compiled, {huedrift: {report}}).exports;
    this.c._initialize();
    this.failure = this.c.malloc(512);
    this.job = this.c.huedrift_web_job();
  }

  get bytes() { return new Uint8Array(this.c.memory.buffer); }
  get view() { return new DataView(this.c.memory.buffer); }

  text(at) {
    if (!at) return '';
    at >>>= 0;
    const bytes = this.bytes;
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** Calls `body` with the address of so many bytes. */
  withMemory(size, body) {
    const at = this.c.malloc(size || 1) >>> 0; // addresses above 2 GB are negative
    if (!at) throw new HuedriftError('memory ran out', NO_MEMORY);
    try {
      return body(at);
    } finally {
      this.c.free(at);
    }
  }
  /** Calls `body` with memory for a copy of `data`, of this many bytes. */
  withCopy(data, body) {
    return this.withMemory(data.length, at => {
      this.bytes.set(data, at);
      return body(at);
    });
  }
  withText(text, body) { return this.withCopy(new TextEncoder().encode(text + '\0'), body); }

  /** Calls a function whose last argument is the failure; throws it. */
  call(name, ...given) {
    let value;
    try {
      value = this.c[name](...given, this.failure);
    } catch (trap) { // such as a stack that is too deep: the module cannot be used again
      throw new HuedriftError('the computation failed: ' + trap.message, 1);
    }
    const code = this.view.getUint32(this.failure, true);
    if (code) throw new HuedriftError(this.text(this.failure + 4), code);
    return value;
  }

  /** Calls `body` with the address of a huedrift_image. */
  withImage({data, width, height}, body) {
    if (!(width > 0 && height > 0) || data?.length !== 4 * width * height)
      throw new HuedriftError('an image has "data" of 4 bytes for each of its width x height pixels', 2);
    return this.withCopy(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), pixels =>
      this.withCopy(new Uint8Array(new Uint32Array([RGBA, width, height, 0, pixels, ...Array(9).fill(0)]).buffer), body));
  }

  openPicture(image) { return this.withImage(image, at => this.call('huedrift_picture_new', at)); }
  closePicture(picture) { this.c.huedrift_picture_free(picture); }

  withSettings(given, body) {
    const settings = this.c.huedrift_settings_new();
    try {
      if (given.recipe) this.withText(given.recipe, text => this.call('huedrift_set_recipe', settings, text));
      for (const [name, value] of Object.entries(given))
        if (name !== 'recipe' && value !== undefined && value !== null) this.set(settings, wordOf(name), value);
      return body(settings);
    } finally {
      this.c.huedrift_settings_free(settings);
    }
  }
  set(settings, word, value) {
    this.withText(word, at => {
      if (value.data) return this.withImage(value, mask => this.call('huedrift_set_mask', settings, at, mask));
      const text = value === true ? 'on' : value === false ? 'off' : String(value); // lists are joined by commas
      this.withText(text, valueAt => this.call('huedrift_set', settings, at, valueAt));
    });
  }

  /** Reduces an open picture; the palette files in `files`, by their extensions, come with the result. */
  reduce(picture, given, {distances = false, files = [], title = ''} = {}) {
    return this.withSettings(given, settings => {
      const result = this.call('huedrift_reduce', picture, settings, this.job);
      try {
        return this.read(result, distances, files, title);
      } finally {
        this.c.huedrift_result_free(result);
      }
    });
  }

  read(result, distances, files, title) {
    const c = this.c, width = c.huedrift_result_width(result), height = c.huedrift_result_height(result);
    const entries = c.huedrift_result_entries(result), palette = c.huedrift_result_palette(result) >>> 0;
    const counts = this.call('huedrift_result_counts', result, 0) >>> 0;
    const report = {recipe: this.text(c.huedrift_result_recipe(result)), notes: [],
                    counts: Array.from({length: entries}, (_, i) => Number(this.view.getBigUint64(counts + 8 * i, true)))};
    for (let i = 0, at; (at = c.huedrift_result_note(result, i)); ++i) report.notes.push(this.text(at));
    if (distances) {
      const measured = measure => this.withCopy(new Uint8Array(8), at => {
        this.call('huedrift_result_distance', result, measure, at, 0);
        return this.view.getFloat64(at, true);
      });
      report.distance = {mean: measured(0), p95: measured(1), largest: measured(2)};
    }
    const Index = entries <= 256 ? Uint8Array : entries <= 65536 ? Uint16Array : Uint32Array;
    const copied = (Type, bytes, write) => this.withMemory(width * height * bytes, at => {
      write(at);
      return new Type(c.memory.buffer.slice(at, at + width * height * bytes));
    });
    return {
      width, height,
      palette: this.bytes.slice(palette, palette + 4 * entries),
      indices: copied(Index, Index.BYTES_PER_ELEMENT,
                      at => this.call('huedrift_result_indices', result, Index.BYTES_PER_ELEMENT, at, 0, 0)),
      pixels: copied(Uint8ClampedArray, 4, at => this.call('huedrift_result_pixels', result, RGBA, at, 0, 0)),
      report,
      ...(files.length && {files: Object.fromEntries(files.map(format => [format, this.paletteFile(result, format, title)]))}),
    };
  }

  paletteFile(result, format, title) {
    return this.withText(format, formatAt => this.withText(title, titleAt => this.withCopy(new Uint8Array(4), size => {
      const file = this.call('huedrift_web_write_palette', result, formatAt, titleAt, size) >>> 0;
      const bytes = this.bytes.slice(file, file + this.view.getUint32(size, true));
      this.c.free(file);
      return bytes;
    })));
  }

  /** The colours of a palette file, "rrggbb,rrggbb". `name` has its extension. */
  readPalette(bytes, name) {
    return this.withCopy(bytes, at => this.withText(name, nameAt => {
      const list = this.call('huedrift_web_read_palette', at, bytes.length, nameAt), colors = this.text(list);
      this.c.free(list);
      return colors;
    }));
  }

  /** All settings as data, but those that choose threads and devices. */
  settings() {
    const rows = [];
    for (let at, i = 0; (at = this.c.huedrift_setting_at(i) >>> 0); ++i) {
      const view = this.view, word = i => view.getUint32(at + 4 * i, true), names = [];
      for (let name = word(4), text; name && (text = view.getUint32(name, true)); name += 4) names.push(this.text(text));
      if (['device', 'engine', 'threads'].includes(this.text(word(0)))) continue;
      const row = {word: this.text(word(0)), help: this.text(word(1)), kind: kinds[word(2)], syntax: this.text(word(3))};
      if (names.length) row.names = names;
      if (row.kind.endsWith('number')) row.range = [view.getFloat64(at + 24, true), view.getFloat64(at + 32, true)];
      rows.push(row);
    }
    return rows;
  }

  get version() { return this.text(this.c.huedrift_version()); }
}
