// The network of an address: one customer, as the rate limit counts it.
import { isIPv6, SocketAddress } from 'node:net'
import { RecentMap } from '../recent-map.ts'

// The networks of IPv6 addresses, which are slow to parse.
const networks = new RecentMap<string>(10_000)

/** The address as the rate limit counts it; one network for all addresses of an IPv6 customer. */
export function getNetwork(address: string): string {
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
