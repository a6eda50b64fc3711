// What is measured: kinds of requests, each repeated (asked before) and fresh (more owners and pages than any cache holds).
import { changedOwners, idOf, plantsPerOwner, readOwners, tokensPerOwner } from './data.ts'
import type { Request } from './load.ts'

export interface Workload {
  name: string
  /** The measured requests of one round. */
  count: number
  /** The name of the bad request (check.ts) that this is. Only contenders that refuse it run the workload. */
  refused?: string
  writes?: true
  request: (target: Target) => Request
}

/** What one request is about. All targets of fresh reads in one process differ in owner or position. */
export interface Target {
  token: string
  owner: number
  /** 0 to 28: where a page starts. */
  position: number
  /** Different for each request of a process. */
  number: number
  isRepeated: boolean
  /** The entity tag that the caller has of the page. */
  tag: string
  /** A plant that may be deleted. */
  created: string
}

export const variants = ['repeated', 'fresh'] as const
export type Variant = (typeof variants)[number]

/** Create, change and delete stay in this order: the last one deletes what the first one created. */
export const workloads: Workload[] = [
  { name: 'list 20', count: 800, request: (target) => get(target, page(target, 20)) },
  { name: 'list 100', count: 400, request: (target) => get(target, page(target, 100)) },
  {
    name: 'unchanged list',
    count: 600,
    request: (target) => ({
      ...get(target, page(target, unchangedLimit(target.number))),
      headers: { ...authorized(target), 'If-None-Match': target.tag },
      status: 304,
    }),
  },
  { name: 'get', count: 1_000, request: (target) => get(target, `/plants/${idOf(target.owner, target.position + 1)}`) },
  {
    name: 'create',
    count: 500,
    writes: true,
    request: (target) => write(target, 'POST', '/plants', 201, { name: 'Monstera deliciosa', tag: 'Araceae' }),
  },
  {
    name: 'patch',
    count: 500,
    writes: true,
    // Each name is new, or there would be nothing to write. No measured page contains the first plant of a fresh owner.
    request: (target) =>
      write(target, 'PATCH', `/plants/${idOf(target.owner, 0)}`, 200, { name: nameOf(target.number) }),
  },
  {
    name: 'delete',
    count: 500,
    writes: true,
    request: (target) => write(target, 'DELETE', `/plants/${target.created}`, 204),
  },
  {
    name: '401 no token',
    count: 800,
    refused: 'no token',
    request: () => ({ method: 'GET', path: '/plants?limit=20', headers: {}, status: 401 }),
  },
  {
    name: '401 forged token',
    count: 800,
    refused: 'forged token',
    request: (target) => ({ ...get({ ...target, token: forged(target.token) }, page(target, 20)), status: 401 }),
  },
  {
    name: '400 limit',
    count: 800,
    refused: '`limit=0`',
    request: (target) => ({ ...get(target, '/plants?limit=0'), status: 400 }),
  },
  {
    name: '400 parameter',
    count: 800,
    refused: 'unknown parameter',
    request: (target) => ({ ...get(target, `${page(target, 20)}&unknown=1`), status: 400 }),
  },
  {
    name: '404 plant',
    count: 800,
    refused: 'unknown plant',
    request: (target) => ({ ...get(target, `/plants/${idOf(target.owner, plantsPerOwner)}`), status: 404 }),
  },
  {
    name: '404 path',
    count: 800,
    refused: 'unknown path',
    request: (target) => ({
      ...get(target, target.isRepeated ? '/nothing' : `/nothing/${target.number}`),
      status: 404,
    }),
  },
]

/** Half of the unchanged lists have 20 plants, half 100. */
export function unchangedLimit(number: number): number {
  return number % 2 === 0 ? 20 : 100
}

/** The request for a page, whose response has the tag for `unchanged list`. */
export function pageRequest(target: Target): Request {
  return get(target, page(target, unchangedLimit(target.number)))
}

/** Who asks for what in the fresh read or write with this number. @throws {Error} if a read would repeat. */
export function freshTarget(number: number, writes: boolean): Pick<Target, 'owner' | 'position'> & { slot: number } {
  const owners = writes ? changedOwners : readOwners
  const cycle = Math.floor(number / owners)
  if (!writes && cycle > plantsPerOwner - 102) {
    throw new Error('There are not enough plants for so many requests. Use fewer ROUNDS.')
  }
  const owner = 1 + (number % owners) + (writes ? readOwners : 0)
  return { owner, position: writes ? 0 : cycle, slot: cycle % tokensPerOwner }
}

function page({ isRepeated, owner, position }: Target, limit: number): string {
  return `/plants?limit=${limit}${isRepeated ? '' : `&after=${idOf(owner, position)}`}`
}

function get(target: Target, path: string): Request {
  return { method: 'GET', path, headers: authorized(target), status: 200 }
}

function write(target: Target, method: string, path: string, status: number, body?: object): Request {
  if (body === undefined) return { method, path, headers: authorized(target), status }
  const headers = { ...authorized(target), 'Content-Type': 'application/json' }
  return { method, path, headers, body: JSON.stringify(body), status }
}

function authorized({ token }: Target): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

function nameOf(number: number): string {
  return `Monstera deliciosa ${String(number).padStart(7, '0')}`
}

/** The token with another signature. */
export function forged(token: string): string {
  return `${token.slice(0, -8)}AAAAAAAA`
}
