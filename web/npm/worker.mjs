// The thread on which huedrift.mjs computes: it answers one call after the other.
import {encodeGif} from './gif.mjs';
import {Module} from './module.mjs';
import {decodePng, encodePng} from './png.mjs';

const isNode = typeof process === 'object' && process.versions?.node;
const port = isNode ? (await import('node:worker_threads')).parentPort : self;
let module, picture = 0, told = 0;

function report(share) {
  if (share - told < 0.01 && share < 1) return; // a message takes time
  told = share;
  port.postMessage({progress: share});
}

const calls = {
  start(compiled) { module = new Module(compiled, report); },
  open(image) {
    calls.close();
    picture = module.openPicture(image);
  },
  close() {
    module.closePicture(picture);
    picture = 0;
  },
  reduce(settings, options) {
    told = 0;
    return module.reduce(picture, settings, options);
  },
  readPalette: (bytes, name) => module.readPalette(bytes, name),
  settings: () => module.settings(),
  encodePng,
  encodeGif,
  decodePng,
};

async function answer({call, given}) {
  try {
    const value = await calls[call](...given);
    port.postMessage({value}, [value?.indices, value?.pixels, value?.data].filter(Boolean).map(array => array.buffer));
  } catch (error) {
    port.postMessage({failure: {message: error instanceof RangeError ? 'memory ran out' : error.message, code: error.code ?? 1}});
  }
}
if (isNode) port.on('message', answer);
else port.onmessage = event => answer(event.data);
