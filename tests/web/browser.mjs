// A browser without a window, driven over pipes by the DevTools protocol.
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export class Browser {
  static async start() {
    const browser = new Browser();
    browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
    browser.process = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', '--no-first-run',
                                         '--disable-dev-shm-usage', `--user-data-dir=${browser.folder}`],
                            {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    [, , , browser.out, browser.in] = browser.process.stdio;
    let text = '';
    browser.in.on('data', bytes => {
      const messages = (text += bytes).split('\0');
      text = messages.pop();
      for (const message of messages) browser.receive(JSON.parse(message));
    });
    const {targetId} = await browser.call('Target.createTarget', {url: 'about:blank'});
    browser.session = (await browser.call('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    await browser.call('Page.enable');
    await browser.call('Runtime.enable');
    return browser;
  }

  waiting = new Map();
  complaints = [];
  receive({id, result, error, method, params}) {
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    const {resolve, reject} = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (error) reject?.(Error(error.message));
    else resolve?.(result);
  }
  call(method, params = {}) {
    const id = this.count = (this.count ?? 0) + 1;
    this.out.write(JSON.stringify({id, method, params, sessionId: this.session}) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
  }

  /** The value of an expression in the page, awaited. */
  async value(expression) {
    const {result, exceptionDetails} = await this.call('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  /** Waits until an expression is true, 100 s at most. */
  async until(expression) {
    for (let looks = 0; looks < 1000; ++looks) {
      if (await this.value(`Boolean(${expression})`)) return;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    throw Error(`never true: ${expression}; the page says: ${await this.value('document.getElementById("message").textContent')}`);
  }
  async end() {
    const ended = new Promise(resolve => this.process.once('exit', resolve));
    this.session = undefined;
    this.call('Browser.close');
    await ended;
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 100}); // its processes end after it
  }
}
