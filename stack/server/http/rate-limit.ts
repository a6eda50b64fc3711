// Rate limits per address and per caller, with the fields of draft-ietf-httpapi-ratelimit-headers-08.
import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import { Problem } from '../../core/problem.ts'
import { RecentMap } from '../recent-map.ts'

export interface RateLimits {
  /** Counts a request, whatever its path. */
  countAddress: Count
  /** Counts a request whose token is verified, for the owner of the token. */
  countCaller: Count
  /** Forgets all counts. */
  reset: () => void
}

/** Requests of one caller or address, as one process tells the others. */
export interface Usage {
  limit: 'address' | 'caller'
  /** Names the caller or address. */
  partition: string
  /** When the count ends, on the clock of the machine. */
  endsAt: number
  requests: number
}

/** For several processes of one machine that share a limit: each counts its own requests, and tells the others. */
export interface SharedCounts {
  processes: number
  /** The same for all processes, so that a partition has one name. */
  salt: Buffer
  /** Tells the others. */
  report: (usage: Usage) => void
  /** Calls `add` with the reports of the others. */
  onReport: (add: (usage: Usage) => void) => void
}

/** The same for all processes of a machine, in milliseconds. */
export function machineClock(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** Adds the fields of the limit to the headers of the response. @throws {Problem} 429 */
type Count = (key: string, headers: Record<string, string>) => void

// Many callers can share one address. This limit also stops callers without a token.
const callersPerAddress = 10
const windowSeconds = 60
const windowMs = windowSeconds * 1000
/**
 * A process reports its requests as soon as they are this part of what is left for all: what the others do not know
 * never uses up the limit, and a limit of 6,000 costs about a hundred reports.
 */
const reportedPart = 1 / 8

/**
 * @param perMinute Requests per caller. Returns `undefined` for 0: no limits at all.
 * @param now In milliseconds. Counts end 60 seconds later, or when the clock is set back.
 * @param shared Default: the counts of this process are all counts. With it, `now` must be `machineClock`.
 */
export function createRateLimits(
  perMinute: number,
  now = () => performance.now(),
  shared?: SharedCounts,
): RateLimits | undefined {
  if (perMinute === 0) return undefined
  const ofAddress = createLimit('address', perMinute * callersPerAddress, now, shared)
  const ofCaller = createLimit('caller', perMinute, now, shared)
  shared?.onReport((usage) => (usage.limit === 'address' ? ofAddress : ofCaller).add(usage))
  return {
    countAddress: (address, headers) => ofAddress.count(getNetwork(address), headers),
    countCaller: ofCaller.count,
    reset() {
      ofAddress.reset()
      ofCaller.reset()
    },
  }
}

interface Counted {
  requests: number
  /** Of these, those that the other processes do not know yet. */
  unreported: number
  partition: string
  policy: string
}

/** All keys share one window, so its end forgets all counts. */
function createLimit(name: Usage['limit'], limit: number, clock: () => number, shared?: SharedCounts) {
  const counts = new Map<string, Counted>()
  /** With shared counts only, because other processes do not know the keys. */
  const byPartition = new Map<string, Counted>()
  // There are so few addresses that anyone could find the one behind a hash without a salt.
  const salt = shared?.salt ?? randomBytes(16)
  const mostUnreported = reportedPart / (shared?.processes ?? 1)
  let endsAt = 0

  function getCount(key: string): Counted {
    const known = counts.get(key)
    if (known !== undefined) return known
    const partition = partitionKey(key, salt)
    const counted = byPartition.get(partition) ?? newCount(partition)
    counts.set(key, counted)
    return counted
  }

  function newCount(partition: string): Counted {
    const policy = `"${name}"; q=${limit}; w=${windowSeconds}; pk=:${partition}:`
    const counted = { requests: 0, unreported: 0, partition, policy }
    if (shared !== undefined) byPartition.set(partition, counted)
    return counted
  }

  function reset(now = clock()): void {
    counts.clear()
    byPartition.clear()
    // Without a message, all processes have the same windows.
    endsAt = shared === undefined ? now + windowMs : (Math.floor(now / windowMs) + 1) * windowMs
  }

  function resetIfOver(now: number): void {
    if (now >= endsAt || now < endsAt - windowMs) reset(now)
  }

  function report(counted: Counted): void {
    const { partition, unreported: requests } = counted
    counted.unreported = 0
    shared?.report({ limit: name, partition, endsAt, requests })
  }

  const count: Count = (key, headers) => {
    const now = clock()
    resetIfOver(now)
    const counted = getCount(key)
    counted.requests++
    counted.unreported++
    const left = limit - counted.requests
    // Of requests beyond the limit, the others need not know.
    if (shared !== undefined && left >= 0 && counted.unreported >= left * mostUnreported) report(counted)
    const seconds = Math.ceil((endsAt - now) / 1000)
    append(headers, 'RateLimit', `"${name}"; r=${Math.max(left, 0)}; t=${seconds}`)
    append(headers, 'RateLimit-Policy', counted.policy)
    if (left >= 0) return
    const detail = `Too many requests from this ${name}. Retry in ${seconds} seconds.`
    throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(seconds) } })
  }
  return {
    count,
    /** Adds requests that another process has counted. */
    add({ partition, endsAt: window, requests }: Usage): void {
      resetIfOver(clock())
      if (window === endsAt) (byPartition.get(partition) ?? newCount(partition)).requests += requests
    },
    reset,
  }
}

// Tells apart the counts of one limit, until the service starts again, and reveals neither address nor caller.
function partitionKey(key: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(key).digest('base64').slice(0, 16)
}

function append(headers: Record<string, string>, name: string, value: string): void {
  const earlier = headers[name]
  headers[name] = earlier === undefined ? value : `${earlier}, ${value}`
}

// The networks of IPv6 addresses, which are slow to parse.
const networks = new RecentMap<string>(10_000)

/** The address as the rate limit counts it; one network for all addresses of an IPv6 customer. */
function getNetwork(address: string): string {
  if (!address.includes(':')) return address
  const plain = withoutPort(address)
  const known = networks.get(plain)
  if (known !== undefined) return known
  const network = parseNetwork(plain)
  networks.set(plain, network)
  return network
}

/** Returns the first 56 bits of an IPv6 address, which are one customer, or the IPv4 address in it. */
function parseNetwork(address: string): string {
  if (!isIPv6(address)) return address
  // Spells an address in one way: without leading zeros, and with dots if it contains an IPv4 address.
  const { address: spelled } = new SocketAddress({ address, family: 'ipv6' })
  if (spelled.includes('.')) return spelled.slice(spelled.lastIndexOf(':') + 1)
  const [start = [], end = []] = spelled.split('::').map((part) => part.split(':'))
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
  const [first, second, third, fourth = 0] = groups.map((group) => Number.parseInt(group || '0', 16))
  return [first, second, third, fourth >> 8].join(':')
}

// Some gateways write ports into X-Forwarded-For.
function withoutPort(address: string): string {
  const [, six, four] = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address) ?? []
  return six ?? four ?? address
}
