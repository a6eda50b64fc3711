// Rate limits per address and per principal, with the fields of draft-ietf-httpapi-ratelimit-headers-08.
import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import { Problem } from '../../core/problem.ts'

export interface RateLimits {
  countAddress: Count
  /** Counts a request with a valid credential towards the limit of its principal. */
  countPrincipal: Count
  reset: () => void
}

/** Counts requests towards a limit, and adds its fields to the headers. @param requests Default: 1. @throws {Problem} 429 */
type Count = (key: string, headers: Record<string, string>, requests?: number) => void

// Many principals can share one address. This limit also stops clients without a token.
const principalsPerAddress = 10
const windowSeconds = 60
const windowMs = windowSeconds * 1000
/**
 * @param perMinute Requests per principal. Returns `undefined` for 0: no limits at all.
 * @param now In milliseconds. Counts end with a window of 60 seconds, or when the clock is set back.
 */
export function createRateLimits(perMinute: number, now = () => performance.now()): RateLimits | undefined {
  if (perMinute === 0) return undefined
  const addressLimit = createLimit('address', perMinute * principalsPerAddress, now)
  const principalLimit = createLimit('caller', perMinute, now)
  return {
    countAddress: (address, ...rest) => addressLimit.count(getNetwork(address), ...rest),
    countPrincipal: principalLimit.count,
    reset() {
      addressLimit.reset()
      principalLimit.reset()
    },
  }
}

/** All keys share one window, so its end resets all counts. */
function createLimit(name: 'address' | 'caller', limit: number, clock: () => number) {
  const counts = new Map<string, { requests: number; policy: string }>()
  // There are so few addresses that anyone could find the one behind a hash without a secret key.
  const hmacKey = randomBytes(16)
  let endsAt = 0

  function reset(now = clock()): void {
    counts.clear()
    endsAt = now + windowMs
  }

  const count: Count = (key, headers, requests = 1) => {
    const now = clock()
    if (now >= endsAt || now < endsAt - windowMs) reset(now)
    const policy = () => {
      // Distinguishes the counts of one limit until the service restarts, and reveals neither address nor principal.
      const partitionKey = createHmac('sha256', hmacKey).update(key).digest('base64').slice(0, 16)
      return `"${name}"; q=${limit}; w=${windowSeconds}; pk=:${partitionKey}:`
    }
    const counter = counts.get(key) ?? { requests: 0, policy: policy() }
    counts.set(key, counter)
    counter.requests += requests
    const remaining = limit - counter.requests
    const seconds = Math.ceil((endsAt - now) / 1000)
    append(headers, 'RateLimit', `"${name}"; r=${Math.max(remaining, 0)}; t=${seconds}`)
    append(headers, 'RateLimit-Policy', counter.policy)
    if (remaining >= 0) return
    const detail = `Too many requests from this ${name}. Retry in ${seconds} seconds.`
    throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(seconds) } })
  }
  return { count, reset }
}

function append(headers: Record<string, string>, name: string, value: string): void {
  const existing = headers[name]
  headers[name] = existing === undefined ? value : `${existing}, ${value}`
}

/** Returns the key of an address: the first 56 bits of an IPv6 address (one customer), or the IPv4 address. */
function getNetwork(text: string): string {
  const address = text.includes(':') ? withoutPort(text) : text
  if (!isIPv6(address)) return address
  // Normalises an address: without leading zeros, and with dots if it contains an IPv4 address.
  const { address: normalized } = new SocketAddress({ address, family: 'ipv6' })
  if (normalized.includes('.')) return normalized.slice(normalized.lastIndexOf(':') + 1)
  const [start = [], end = []] = normalized.split('::').map((part) => part.split(':'))
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
  const [first, second, third, fourth = 0] = groups.map((group) => Number.parseInt(group || '0', 16))
  return [first, second, third, fourth >> 8].join(':')
}

// Some gateways write ports into X-Forwarded-For.
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
