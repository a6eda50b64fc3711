// Removes globals that React Native 0.8x does not have with the polyfills that the README names. Its signals are those of the
// package abort-controller, without a reason, and its responses those of whatwg-fetch, without a body.
const { abort } = AbortController.prototype
AbortController.prototype.abort = function () {
  abort.call(this)
}
Object.defineProperty(Response.prototype, 'body', { value: undefined })
Object.defineProperty(navigator, 'product', { value: 'ReactNative' })
remove(AbortSignal, 'abort', 'any', 'timeout')
remove(AbortSignal.prototype, 'reason', 'throwIfAborted')
remove(Headers.prototype, 'getSetCookie')
remove(Object.getPrototypeOf(crypto), 'randomUUID', 'subtle')
// React Native lacks more, but the fetch of Node needs it.
remove(globalThis, 'DOMException', 'structuredClone')

function remove(holder: object, ...names: string[]): void {
  for (const name of names) {
    if (!Reflect.has(holder, name)) throw new Error(`There is no ${name} to remove.`)
    Reflect.deleteProperty(holder, name)
  }
}
