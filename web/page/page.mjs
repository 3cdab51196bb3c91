import {Picture, decodePng, encodeGif, encodePng, settings} from './huedrift/huedrift.mjs';

const $ = id => document.getElementById(id);
const formats = ['gpl', 'hex', 'json', 'pal', 'act', 'ase', 'css'];
const most_shown = 80_000; // pixels of a preview, few enough to follow a slider
const rest = 250; // ms without a change after which the exact result begins

let image; // {width, height, data}
let losses = []; // what opening it lost
let name = 'picture';
let exact, small; // Pictures; `small` is null where the picture itself is as small as a preview
let result; // shown, exact or a preview
let stop, timer, wanted, busy = false;
let recolored = new Map(); // from colours of the picture, "rrggbb", to others

// ---- Settings, which are also the address ----

const number = () => Math.round(2 ** $('colors').value);
const chosen = group => document.querySelector(`input[name="${group}"]:checked`).value;

function given() {
  const made = {};
  if ($('look').value !== 'auto') made.look = $('look').value;
  if (chosen('by') === 'colors') made.colors = number();
  if (chosen('by') === 'radius') made.radius = Number($('radius').value);
  if ($('dither').value !== 'auto') made.dither = $('dither').value;
  if (recolored.size) made.recolor = [...recolored].map(([from, to]) => `${from}=${to}`);
  return made;
}

function writeAddress() {
  const text = new URLSearchParams(Object.entries(given()).map(([word, value]) => [word, String(value)])).toString();
  history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
}

function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const id of ['look', 'dither']) {
    const known = [...$(id).options].some(option => option.value === words.get(id));
    $(id).value = known ? words.get(id) : 'auto';
  }
  const by = words.has('radius') ? 'radius' : words.has('colors') ? 'colors' : 'auto';
  document.querySelector(`input[name="by"][value="${by}"]`).checked = true;
  $('colors').value = Math.log2(Number(words.get('colors')) || 32);
  $('radius').value = Number(words.get('radius')) || 0.03;
  recolored = new Map((words.get('recolor') ?? '').split(',').map(pair => pair.split('=')).filter(pair => pair.length === 2));
  showSettings();
}

function showSettings() {
  $('colors-row').hidden = chosen('by') !== 'colors';
  $('radius-row').hidden = chosen('by') !== 'radius';
  $('colors-text').value = number();
  $('radius-text').value = Number($('radius').value).toFixed(3);
  $('undo').hidden = !recolored.size;
}

// ---- Opening ----

/** Whether a file that browsers decode is an animation, of which they give the first frame. */
function isAnimated(bytes) {
  const text = new TextDecoder('latin1').decode(bytes);
  return text.startsWith('GIF8') ? text.split('\x21\xf9\x04').length > 2 : text.startsWith('RIFF') && text.slice(0, 64).includes('ANIM');
}

async function decode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return decodePng(bytes); // a canvas would alter soft alpha and colours
  const bitmap = await createImageBitmap(file, {premultiplyAlpha: 'none'}).catch(() => {
    throw Error(`This browser cannot read ${file.name || 'this'} as a picture.`);
  });
  const {width, height} = bitmap, context = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
  if (!context) throw Error('memory ran out');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const notes = isAnimated(bytes) ? ['of the animation, the first frame was taken'] : [];
  return {width, height, data: context.getImageData(0, 0, width, height).data, notes};
}

function shrunk({width, height, data}) {
  const scale = Math.sqrt(most_shown / (width * height));
  if (scale >= 1) return null;
  const whole = new OffscreenCanvas(width, height), [w, h] = [width, height].map(side => Math.max(1, Math.round(side * scale)));
  whole.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data.buffer), width, height), 0, 0);
  const context = new OffscreenCanvas(w, h).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, w, h);
  return context.getImageData(0, 0, w, h);
}

async function open(file) {
  if (!file) return;
  say('Opening …');
  try {
    const {notes, ...opened} = await decode(file);
    const preview = shrunk(opened);
    stop?.abort();
    for (const picture of [exact, small]) picture?.close();
    image = opened;
    result = undefined;
    name = (file.name || 'picture').replace(/\.[^.]*$/, '');
    exact = new Picture(image);
    small = preview && new Picture(preview);
    draw($('before'), image.width, image.height, image.data);
    $('empty').hidden = true;
    $('view').hidden = $('bar').hidden = false;
    losses = notes;
    say(sentence(losses.join('; ')));
    update();
  } catch (error) {
    fail(error);
  }
}

// ---- Reducing ----

function changed() {
  showSettings();
  writeAddress();
  if (image) update();
}

/** The preview follows at once; the exact result begins when nothing has changed for a while. */
function update() {
  wanted = given();
  stop?.abort();
  clearTimeout(timer);
  timer = setTimeout(reduceExactly, small ? rest : 0, wanted);
  if (small) preview();
}

async function preview() {
  if (busy) return; // then it begins again with what is wanted by then
  busy = true;
  for (let last; wanted && last !== wanted;) {
    last = wanted;
    const begun = performance.now(), from = small;
    try {
      const found = await from.reduce(last);
      if (from === small && last === wanted && result?.settings !== last) show(found, last, false, performance.now() - begun);
    } catch (error) {
      if (from === small && last === wanted && error.code === 7) fail(error); // others come with the exact result
    }
    if (!small) break;
  }
  busy = false;
}

async function reduceExactly(settings) {
  const mine = stop = new AbortController(), begun = performance.now();
  $('progress').removeAttribute('value');
  $('progress').hidden = false;
  try {
    const found = await exact.reduce(settings, {signal: mine.signal, files: formats, title: name, distances: true,
                                                onProgress: share => { if (stop === mine) $('progress').value = share; }});
    if (stop === mine) show(found, settings, true, performance.now() - begun);
  } catch (error) {
    if (stop === mine && !mine.signal.aborted) fail(error);
  }
  if (stop === mine) $('progress').hidden = true;
}

// ---- Showing ----

const sentence = text => text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.') : '';

function say(text, isError = false) {
  $('message').textContent = text;
  $('message').classList.toggle('error', isError);
}

function fail(error) {
  const isMemory = error.code === 7 || /memory|allocation/i.test(error.message);
  say(isMemory ? 'Memory ran out: this picture is too large for a tab.' : sentence(error.message), true);
  $('progress').hidden = true;
}

function draw(canvas, width, height, pixels) {
  canvas.width = width;
  canvas.height = height;
  const drawn = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  canvas.getContext('2d').putImageData(new ImageData(drawn, width, height), 0, 0);
  fit();
}

/** Shows both pictures as large as the stage allows, small ones in whole multiples. */
function fit() {
  if (!image) return;
  const style = document.body.classList, room = $('view').getBoundingClientRect(), halves = style.contains('both') ? 2 : 1;
  const height = Math.max(240, innerWidth > 700 ? innerHeight - $('view').offsetTop - 130 : innerHeight * 0.55);
  let scale = Math.min((room.width - 8 * (halves - 1)) / halves / image.width, height / image.height);
  if (scale > 2) scale = Math.min(Math.floor(scale), 16);
  else if (scale > 1) scale = 1;
  for (const canvas of [$('before'), $('after')]) {
    canvas.style.width = Math.round(image.width * scale) + 'px';
    canvas.style.height = Math.round(image.height * scale) + 'px';
    canvas.classList.toggle('large', scale > 1);
  }
}

function show(found, settings, isExact, time) {
  result = {...found, settings, isExact};
  draw($('after'), found.width, found.height, found.pixels);
  const entries = found.palette.length / 4, {distance, notes, recipe} = found.report;
  const error = distance && !Number.isNaN(distance.mean) ? `, mean distance ${distance.mean.toFixed(4)}` : '';
  $('facts').value = `${image.width} × ${image.height}, ${entries} colours${error}, ` +
                     (isExact ? `exact in ${(time / 1000).toFixed(2)} s` : `preview in ${Math.round(time)} ms`);
  if (isExact) say(sentence([...losses, ...notes].join('; ')));
  $('result').hidden = false;
  $('count').value = entries;
  $('recipe').textContent = `huedrift-cli reduce ${name}.png -o out.png ${recipe}`;
  for (const button of document.querySelectorAll('[data-save]')) button.disabled = !isExact;
  showSwatches(found, entries);
  document.body.dataset.state = isExact ? 'exact' : 'preview';
}

const hexAt = (palette, i) => [0, 1, 2].map(c => palette[4 * i + c].toString(16).padStart(2, '0')).join('');

function showSwatches({palette, report}, entries) {
  const pixels = report.counts.reduce((sum, count) => sum + count, 0), order = [...Array(entries).keys()];
  order.sort((one, other) => report.counts[other] - report.counts[one]);
  const items = order.slice(0, 256).map(i => {
    const item = document.createElement('li'), button = document.createElement('button'), share = document.createElement('small');
    const alpha = palette[4 * i + 3], hex = hexAt(palette, i), percent = 100 * report.counts[i] / pixels;
    button.type = 'button';
    button.style.background = `linear-gradient(#${hex}${alpha.toString(16).padStart(2, '0')} 0 0), repeating-conic-gradient(#999 0 25%, #ccc 0 50%) 0 0 / 12px 12px`;
    button.title = `#${hex}${alpha < 255 ? `, alpha ${alpha}` : ''}: ${report.counts[i].toLocaleString('en')} pixels`;
    button.setAttribute('aria-label', button.title);
    button.disabled = alpha === 0;
    button.onclick = () => recolor(i, hex);
    share.textContent = percent >= 9.95 ? `${Math.round(percent)} %` : percent >= 0.05 ? `${percent.toFixed(1)} %` : '< 0.1 %';
    item.append(button, share);
    return item;
  });
  $('swatches').replaceChildren(...items);
}

/** The colour of the picture that most pixels of this entry have: edits name colours of the picture. */
function sourceOf(entry) {
  const counts = new Map(), {data} = image;
  for (let i = 0; i < result.indices.length; ++i) {
    if (result.indices[i] !== entry) continue;
    const code = data[4 * i] << 16 | data[4 * i + 1] << 8 | data[4 * i + 2];
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [code] = [...counts].reduce((one, other) => other[1] > one[1] ? other : one);
  return code.toString(16).padStart(6, '0');
}

/** Asks for another colour in place of one that is shown. */
function recolor(entry, shown) {
  if (!result.isExact) return;
  const own = [...recolored].find(([, to]) => to === shown)?.[0] ?? sourceOf(entry);
  $('color').value = '#' + shown;
  $('color').onchange = () => {
    const to = $('color').value.slice(1);
    recolored.set(own, to);
    changed();
  };
  $('color').click();
}

// ---- Saving ----

async function save(kind) {
  try {
    const made = kind === 'png' ? await encodePng(result) : kind === 'gif' ? await encodeGif(result) : result.files[$('format').value];
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([made]));
    link.download = `${name}-reduced.${kind === 'palette' ? $('format').value : kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    fail(error);
  }
}

// ---- Pointer, keys, drop and paste ----

function hold(isHeld) { document.body.classList.toggle('held', isHeld); }

function setMode() {
  const style = document.body.classList;
  style.remove('one', 'wipe', 'both');
  style.add(chosen('mode'));
  $('compare').hidden = chosen('mode') !== 'one';
  fit();
}

function wipeTo(x) {
  const {left, width} = $('after').getBoundingClientRect();
  $('view').style.setProperty('--at', `${Math.min(100, Math.max(0, 100 * (x - left) / width))}%`);
}

$('view').onpointerdown = event => {
  if (chosen('mode') === 'one') hold(true);
  if (chosen('mode') === 'wipe') wipeTo(event.clientX);
  $('view').setPointerCapture(event.pointerId);
};
$('view').onpointermove = event => { if (chosen('mode') === 'wipe' && event.buttons) wipeTo(event.clientX); };
$('view').onkeydown = event => {
  const step = {ArrowLeft: -0.05, ArrowRight: 0.05}[event.key], {left, width} = $('after').getBoundingClientRect();
  if (event.key === ' ') hold(true), event.preventDefault();
  if (step && chosen('mode') === 'wipe') wipeTo(left + width * (parseFloat($('view').style.getPropertyValue('--at') || '50') / 100 + step));
};
$('compare').onpointerdown = () => hold(true);
$('compare').onkeydown = event => { if (event.key === ' ' || event.key === 'Enter') hold(true); };
for (const name of ['pointerup', 'pointercancel', 'keyup', 'blur']) addEventListener(name, () => hold(false));

$('open').onclick = $('choose').onclick = () => $('file').click();
$('file').onchange = () => open($('file').files[0]);
addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('dropping'); });
addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
addEventListener('drop', event => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  open(event.dataTransfer.files[0]);
});
addEventListener('paste', event => open([...event.clipboardData.files].find(file => file.type.startsWith('image/'))));
addEventListener('resize', fit);
addEventListener('hashchange', () => { readAddress(); if (image) update(); });
$('panel').onsubmit = event => event.preventDefault();
$('panel').addEventListener('input', event => { if (event.target !== $('color') && event.target !== $('format')) changed(); });
$('undo').onclick = () => { recolored.clear(); changed(); };
$('mode').onchange = setMode;
for (const button of document.querySelectorAll('[data-save]')) button.onclick = () => save(button.dataset.save);

// ---- The beginning ----

$('format').append(...formats.map(format => new Option('.' + format, format)));
setMode();
try {
  for (const {word, names} of await settings())
    if (word === 'look' || word === 'dither')
      $(word).append(new Option('automatic', 'auto'), ...names.filter(one => one !== 'auto').map(one => new Option(one, one)));
  readAddress();
  document.body.dataset.state = 'ready';
} catch (error) {
  fail(error);
}
navigator.serviceWorker?.register('sw.js').catch(() => {}); // without it, the page needs a network
