// The CPU time of a request in proportion to its length.
import { expect } from 'vitest'
import type { Product } from '../support/product.ts'
import type { Service } from '../support/service.ts'

export interface SentRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** @param request Of about this number of bytes. */
export type LinearCase = [name: string, status: number, request: (bytes: number) => SentRequest]

const shortBytes = 65_536
const factor = 4
/** Linear time is `factor`, and quadratic time its square. */
const maxRatio = 8
const maxRepetitions = 6

/** For the contract of a test. */
export const longLimits = 'x-limits: { bodyBytes: 400000, headBytes: 400000, targetBytes: 400000, bodyChunks: 9000 }'

/** The operations that need a handler return an empty object. */
export function withHandlers(product: Product): Product {
  const { operations, standardOperations } = product.contract
  const others = operations.filter(({ id }) => !standardOperations.includes(id))
  const handlers = others.map(({ id }) => [id, async () => ({ status: 200, body: {} })])
  return { ...product, handlers: Object.fromEntries(handlers) }
}

/** Expects that four times the length takes at most eight times the CPU time, in this process. */
export async function expectLinear(send: Service['request'], status: number, request: LinearCase[2]): Promise<void> {
  const measure = async (bytes: number) => {
    const { path, ...init } = request(bytes)
    const start = process.cpuUsage()
    const response = await send(path, init)
    const text = await response.text()
    const { user, system } = process.cpuUsage(start)
    expect(response.status, text.slice(0, 500)).toBe(status)
    return user + system
  }
  // A process first has to warm up, and other work takes time.
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let repetition = 0; repetition < maxRepetitions && !(repetition > 2 && long <= maxRatio * short); repetition++) {
    short = Math.min(short, await measure(shortBytes))
    long = Math.min(long, await measure(factor * shortBytes))
  }
  expect(long, `${shortBytes} bytes take ${short} µs`).toBeLessThanOrEqual(maxRatio * short)
}

/** Parts with a separator, up to this length. */
export function joined(bytes: number, separator: string, part: (index: number) => string): string {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += separator.length + (parts.at(-1)?.length ?? 0)) {
    parts.push(part(parts.length))
  }
  return parts.join(separator)
}

export const list = (item: (index: number) => string) => (bytes: number) => `[${joined(bytes, ',', item)}]`
export const object = (member: (index: number) => string) => (bytes: number) => `{${joined(bytes, ',', member)}}`
