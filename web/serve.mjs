// serve.mjs FOLDER [PORT]: serves the page on localhost. Prints its address.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const [folder, port = '0'] = process.argv.slice(2);
const types = {html: 'text/html', css: 'text/css', mjs: 'text/javascript', js: 'text/javascript', wasm: 'application/wasm', svg: 'image/svg+xml'};
// The workers of a page do not have the policy of its document, but that of their own answers.
const policy = fs.readFileSync(path.join(folder, 'index.html'), 'utf8').match(/Security-Policy" content="([^"]*)"/)[1];

const server = http.createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
  const file = path.join(folder, path.normalize(name));
  fs.readFile(file, (error, bytes) => {
    response.writeHead(error ? 404 : 200, {'Content-Type': types[path.extname(file).slice(1)] ?? 'application/octet-stream',
                                           'Content-Security-Policy': policy});
    response.end(bytes);
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/`));
