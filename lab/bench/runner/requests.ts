// The requests of the workloads.
import { randomUUID } from 'node:crypto'
import type { Request } from './load.ts'
import type { Subject, Workload } from './rounds.ts'

export function get(token: string, path: string, status = 200): Request {
  return { method: 'GET', path, headers: authorize(token), status }
}

/** Lists plants. @param query Query parameters, in the order in which they are sent. */
export function list(token: string, query: Record<string, string | number>, plants: number): Request {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return { ...get(token, `/plants?${parameters.join('&')}`), plants }
}

export function ifChanged({ path, method, headers }: Request, tag: string): Request {
  return { path, method, headers: { ...headers, 'If-None-Match': tag }, status: 304 }
}

export function write(token: string, method: string, path: string, status: number, body: object): Request {
  const headers = { ...authorize(token), 'Content-Type': 'application/json' }
  return { method, path, headers, body: JSON.stringify(body), status }
}

export function remove(token: string, path: string): Request {
  return { ...get(token, path, 204), method: 'DELETE' }
}

function authorize(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

/** The token of a caller, and the path of one of its plants. */
export interface Target {
  token: string
  plant: string
}

/**
 * Returns workloads that create plants, rename existing plants, and then delete the created ones.
 * @param suffix Suffix of the names of the workloads.
 * @param targets Returns the callers of a batch.
 */
export function writeWorkloads<S extends Subject & { created: Request[] }>(
  suffix: string,
  count: number,
  targets: (subject: S, count: number) => Target[] | Promise<Target[]>,
): Workload<S>[] {
  return [
    {
      name: `create${suffix}`,
      count,
      async batch(subject, count) {
        const callers = await targets(subject, count)
        return {
          requests: callers.map(({ token }) =>
            write(token, 'POST', '/plants', 201, { name: 'Monstera deliciosa', tag: 'Araceae' }),
          ),
          onResponse(index, { headers }) {
            subject.created.push(remove(callers[index]?.token ?? '', `/${headers.location}`))
          },
        }
      },
    },
    {
      name: `patch${suffix}`,
      count,
      // The name is new each time, because otherwise there would be nothing to write.
      batch: async (subject, count) => ({
        requests: (await targets(subject, count)).map(({ token, plant }) =>
          write(token, 'PATCH', plant, 200, { name: `Monstera ${randomUUID()}` }),
        ),
      }),
    },
    { name: `delete${suffix}`, count, batch: ({ created }, count) => ({ requests: created.splice(0, count) }) },
  ]
}
