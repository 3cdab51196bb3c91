// Keeps the page for visits without a network; a new version of the files comes with the next visit that has one.
const kept = 'huedrift';
const files = ['./', 'page.mjs', 'page.css', 'icon.svg', ...['huedrift.mjs', 'worker.mjs', 'module.mjs', 'png.mjs', 'gif.mjs', 'huedrift.wasm']
  .map(name => 'huedrift/' + name)];

self.addEventListener('install', event => event.waitUntil(caches.open(kept).then(cache => cache.addAll(files))));
self.addEventListener('fetch', event => event.respondWith((async () => {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(event.request, {cache: 'no-cache'});
    if (response.ok && event.request.method === 'GET') await cache.put(event.request, response.clone());
    return response;
  } catch {
    return (await cache.match(event.request, {ignoreSearch: true})) ?? Response.error();
  }
})()));
