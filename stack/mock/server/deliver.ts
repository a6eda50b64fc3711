// Delivers responses slowly, or cuts their connection, as a scenario says.
import type { RequestListener, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Response } from 'express'
import type { Delivery } from '../core/control.ts'
import { chunkEveryMs, toChunks } from '../core/delivery.ts'

export function deliver(
  handle: RequestListener,
  takeDelivery: (requestId: string) => Delivery | undefined,
): RequestListener {
  return (req, res) => {
    const { end } = res
    // The app sends each body with this call.
    res.end = (content?: unknown) => {
      res.end = end
      // Express adds it before the first middleware.
      const { locals } = res as Response
      const delivery = takeDelivery(locals.requestId)
      if (delivery === undefined) return res.end(content)
      // Node leaves the body out for HEAD.
      const body = req.method === 'HEAD' ? '' : (content ?? '')
      void send(res, body instanceof Uint8Array ? body : Buffer.from(String(body)), delivery)
      return res
    }
    handle(req, res)
  }
}

async function send(res: ServerResponse, bytes: Uint8Array, delivery: Delivery): Promise<void> {
  if (delivery.cut === 'before') return void res.destroy()
  // Without a body, the head has to be incomplete.
  if (delivery.cut === 'middle' && bytes.length === 0)
    return void res.socket?.end(`HTTP/1.1 ${res.statusCode} ${res.statusMessage}\r\nDate: `, () => res.destroy())
  res.flushHeaders()
  for (const chunk of toChunks(bytes, delivery)) {
    if (res.destroyed) return
    res.write(chunk)
    if (delivery.bytesPerSecond !== undefined) await sleep(chunkEveryMs)
  }
  if (delivery.cut === undefined) return void res.end()
  // What is written must reach the kernel first.
  res.socket?.end(() => res.destroy())
}
