// Loopback addresses, which only this machine can reach.
/** @param host An address or a name, as in HOST=, without a port. */
export function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** @param host As in a Host header: with or without a port, IPv6 in brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = /^(?:\[(?<six>[^\]]+)\]|(?<plain>[^:]*))(?::\d{0,5})?$/.exec(host.toLowerCase())?.groups
  return isLoopbackAddress(name?.six ?? name?.plain ?? '')
}

/** @param origin As in an Origin header: scheme, host and perhaps a port. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(/^https?:\/\/(?<host>[^/]+)$/.exec(origin)?.groups?.host ?? '')
}
