// Replaces globals of Node with those of happy-dom, whose Headers keep the case of the names.
import { Window } from 'happy-dom'

const window = new Window({ url: 'https://plants.test' })
const names = ['AbortController', 'AbortSignal', 'Headers', 'Request', 'Response', 'document', 'fetch', 'location']
for (const name of names) {
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true })
}
