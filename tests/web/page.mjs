// page.mjs PAGE HUEDRIFT_CLI [SCREENSHOTS]: uses the page in a browser, and compares what it gives with the command line. With a folder
// it also takes screenshots of three widths and both themes.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser} from './browser.mjs';

const [page, cli, screenshots] = process.argv.slice(2);
const {decodePng, encodePng} = await import(pathToFileURL(path.resolve(page, 'huedrift/png.mjs')));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
const inFolder = name => path.join(folder, name);
const server = spawn('node', [new URL('../../web/serve.mjs', import.meta.url).pathname, page], {stdio: ['ignore', 'pipe', 'inherit']});
const address = await new Promise(resolve => server.stdout.once('data', text => resolve(String(text).trim())));
const browser = await Browser.start();

/** Writes a PNG file of soft colours; partly transparent ones with `alpha`. */
async function writePicture(name, width, height, alpha = 255) {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; ++i) {
    const x = i % width / width, y = (i / width | 0) / height;
    pixels[4 * i] = 255 * x;
    pixels[4 * i + 1] = 200 * y + 20 * Math.sin(20 * x);
    pixels[4 * i + 2] = 128 + 120 * Math.sin(9 * x * y);
    pixels[4 * i + 3] = x < 0.5 ? 255 : alpha;
  }
  fs.writeFileSync(inFolder(name), await encodePng({width, height, palette: new Uint8Array(4 * 257).fill(alpha), pixels}));
}

async function choose(name) {
  const {root} = await browser.call('DOM.getDocument');
  const {nodeId} = await browser.call('DOM.querySelector', {nodeId: root.nodeId, selector: '#file'});
  await browser.call('DOM.setFileInputFiles', {nodeId, files: [inFolder(name)]});
}
const drop = name => browser.value(`{
  const bytes = Uint8Array.from(atob('${fs.readFileSync(inFolder(name)).toString('base64')}'), letter => letter.charCodeAt());
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], '${name}', {type: 'image/png'}));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true}));
}`);
const exact = what => browser.until(`document.body.dataset.state === 'exact' && ${what}`);
const says = text => browser.until(`document.getElementById('message').textContent.includes(${JSON.stringify(text)})`);
const set = (id, value) => browser.value(`{
  const control = document.getElementById('${id}');
  control.value = '${value}';
  control.dispatchEvent(new Event('input', {bubbles: true}));
}`);
const click = selector => browser.value(`document.querySelector('${selector}').click()`);

async function download(kind, file) {
  await click(`[data-save="${kind}"]`);
  for (let looks = 0; looks < 300; ++looks) {
    if (fs.existsSync(inFolder(file))) return new Uint8Array(fs.readFileSync(inFolder(file)));
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw Error(`${file} was not downloaded`);
}

/** The entries and the pixels of an indexed PNG file. */
async function contents(bytes) {
  const chunk = type => {
    const at = Buffer.from(bytes).indexOf(type);
    return at < 0 ? '' : Buffer.from(bytes.subarray(at + 4, at + 4 + Buffer.from(bytes).readUInt32BE(at - 4))).toString('hex');
  };
  return {colors: chunk('PLTE'), alphas: chunk('tRNS'), pixels: createHash('sha256').update((await decodePng(bytes)).data).digest('hex')};
}

async function sameAsCommandLine(picture, options) {
  execFileSync(cli, ['reduce', inFolder(picture + '.png'), '-o', inFolder('cli.png'), '--force', '--indexed', '--engine', 'cpu', ...options]);
  const saved = await contents(await download('png', `${picture}-reduced.png`));
  assert.deepEqual(saved, await contents(new Uint8Array(fs.readFileSync(inFolder('cli.png')))));
  fs.rmSync(inFolder(`${picture}-reduced.png`));
}

try {
  await browser.call('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
  await writePicture('soft.png', 700, 500);
  await browser.call('Page.navigate', {url: address});
  await browser.until(`document.body?.dataset.state === 'ready'`);

  // Drop a picture, move the slider, download.
  await drop('soft.png');
  await exact(`document.getElementById('count').value === '32'`);
  await sameAsCommandLine('soft', []);
  await click('input[name="by"][value="colors"]');
  await set('colors', Math.log2(9));
  await exact(`document.getElementById('count').value === '9'`);
  assert.equal(await browser.value('location.hash'), '#colors=9');
  assert.equal(await browser.value(`document.querySelectorAll('#swatches li').length`), 9);
  await set('dither', 'everywhere');
  await exact(`document.getElementById('recipe').textContent.includes('--dither everywhere')`);
  await sameAsCommandLine('soft', ['--colors', '9', '--dither', 'everywhere']);
  assert.match(Buffer.from(await download('gif', 'soft-reduced.gif')).toString('latin1'), /^GIF89a/);
  assert.match(Buffer.from(await download('palette', 'soft-reduced.gpl')).toString(), /^GIMP Palette\nName: soft/);
  if (screenshots) await takeScreenshots();

  // Another colour in place of one.
  await browser.value(`{
    document.querySelector('#swatches button').click();
    const color = document.getElementById('color');
    color.value = '#123456';
    color.dispatchEvent(new Event('change'));
  }`);
  await exact(`[...document.querySelectorAll('#swatches button')].some(button => button.title.startsWith('#123456'))`);
  assert.match(await browser.value('location.hash'), /recolor=[0-9a-f]{6}%3D123456/);
  await click('#undo');

  // A link is a recipe.
  await browser.value(`location.hash = '#look=poster&radius=0.1'`);
  await exact(`document.getElementById('recipe').textContent.includes('--radius 0.1')`);
  assert.equal(await browser.value(`document.getElementById('look').value`), 'poster');

  // The modes of the view, and the original while a key is held.
  for (const mode of ['wipe', 'both', 'one']) {
    await click(`input[value="${mode}"]`);
    assert.ok(await browser.value(`document.body.classList.contains('${mode}')`));
  }
  await browser.value(`document.getElementById('view').dispatchEvent(new KeyboardEvent('keydown', {key: ' '}))`);
  assert.equal(await browser.value(`getComputedStyle(document.getElementById('before')).visibility`), 'visible');
  await browser.value(`dispatchEvent(new KeyboardEvent('keyup', {key: ' '}))`);
  assert.equal(await browser.value(`getComputedStyle(document.getElementById('before')).visibility`), 'hidden');

  // Soft alpha stays as it is in the file.
  await browser.value(`location.hash = '#colors=5'`);
  await writePicture('alpha.png', 200, 100, 77);
  await choose('alpha.png');
  await exact(`document.getElementById('facts').value.startsWith('200 × 100')`);
  await sameAsCommandLine('alpha', ['--colors', '5', '--alpha', 'keep']); // files of the command line join alphas unasked

  // A sentence for what cannot be opened or is not all there.
  fs.writeFileSync(inFolder('broken.png'), fs.readFileSync(inFolder('soft.png')).subarray(0, 5000));
  await choose('broken.png');
  await says('The PNG file is damaged: it ends too early.');
  fs.writeFileSync(inFolder('text.jpg'), 'no picture');
  await choose('text.jpg');
  await says('This browser cannot read text.jpg as a picture.');
  const frame = '21f904000a000000' + '2c00000000010001000002024401' + '00';
  fs.writeFileSync(inFolder('two.gif'), Buffer.from('474946383961' + '01000100800000' + 'ff00000000ff' + frame + frame + '3b', 'hex'));
  await choose('two.gif');
  await says('Of the animation, the first frame was taken.');
  await writePicture('large.png', 6000, 4000);
  await choose('large.png');
  await exact(`document.getElementById('facts').value.startsWith('6000 × 4000, 5 colours')`);
  await browser.value(`import('./huedrift/huedrift.mjs').then(({Picture, HuedriftError}) => {
    Picture.prototype.reduce = () => Promise.reject(new HuedriftError('memory ran out', 7));
  })`);
  await choose('alpha.png');
  await says('Memory ran out: this picture is too large for a tab.');

  // Without the server the page still loads.
  await browser.until(`navigator.serviceWorker.controller ?? navigator.serviceWorker.ready`);
  server.kill();
  await browser.call('Page.navigate', {url: address + '?again'});
  await browser.until(`document.body?.dataset.state === 'ready'`);
  assert.deepEqual(browser.complaints, []);
} finally {
  server.kill();
  await browser.end();
  fs.rmSync(folder, {recursive: true});
}

async function takeScreenshots() {
  for (const theme of ['light', 'dark'])
    for (const width of [390, 768, 1440]) {
      await browser.call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: theme}]});
      await browser.call('Emulation.setDeviceMetricsOverride', {width, height: 900, deviceScaleFactor: 1, mobile: width < 500});
      await browser.value('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      const {data} = await browser.call('Page.captureScreenshot', {captureBeyondViewport: width < 1000});
      fs.writeFileSync(path.join(screenshots, `${width}-${theme}.png`), Buffer.from(data, 'base64'));
    }
  await browser.call('Emulation.clearDeviceMetricsOverride');
}
