// Shows the app without a connection. It keeps the files of one build. Plants are never in its cache.
// The build declares `files`. Their names change with their content, except that of the icon.

const { scope } = self.registration
const prefix = `app at ${scope} `
const name = prefix + files.join()
const urls = files.map((file) => new URL(file, scope).href)

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll([scope, ...urls])))
})

self.addEventListener('activate', (event) => {
  const isOld = (cacheName) => cacheName.startsWith(prefix) && cacheName !== name
  const removeOld = (all) => Promise.all(all.filter(isOld).map((cacheName) => caches.delete(cacheName)))
  event.waitUntil(caches.keys().then(removeOld))
})

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  const [address] = url.split(/[?#]/)
  const find = (file) => caches.match(file, { cacheName: name, ignoreVary: true })
  if (urls.includes(address)) event.respondWith(find(address).then((cached) => cached ?? fetch(event.request)))
  // Online, the page comes from the service, perhaps from a newer build.
  else if (mode === 'navigate' && address === scope) {
    event.respondWith(fetch(event.request).catch(async (error) => (await find(scope)) ?? Promise.reject(error)))
  }
})
