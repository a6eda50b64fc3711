// The setting DATABASE_URL: one URL for all servers of a database, as libpq and its clients write it.
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS

export interface DatabaseServer {
  /** Host and port, for messages. */
  name: string
  /** A URL with this server only. */
  url: string
}

/** Returns one URL for each server, with the user, database and options of all; `undefined` for an invalid text. */
export function databaseServers(text: string): DatabaseServer[] | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^/?#]+(?:\?[^#]*)?)$/.exec(text)
  const [, start, hosts, end] = parts ?? []
  if (start === undefined || hosts === undefined || end === undefined) return undefined
  const servers = hosts.split(',').map((host) => ({ name: host || 'localhost', url: start + host + end }))
  return servers.every(({ url }) => isValid(url)) ? servers : undefined
}

function isValid(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null) return false
  try {
    // The driver decodes them.
    for (const part of [parsed.username, parsed.password, parsed.pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
