// Random requests of a few callers about a few plants, from a seed: valid ones, ones with conditions that may be false, and
// ones that are refused.
import { uuidOf } from '../../support/fixed-parts.ts'
import { type Random, seededRandom } from '../../support/seeded-random.ts'
import { texts } from './texts.ts'

/** What a caller learns from the responses of one service. */
export interface Seen {
  /** Of plants and lists, in the order of the responses. */
  tags: string[]
  /** The targets of `Link`. */
  links: string[]
}

export interface EngineRequest {
  caller: 'ann' | 'bob'
  method: string
  /** The rest depends on what was seen: both services get the same request, with their own entity tags of lists. */
  of: (seen: Seen) => { target: string; headers: Record<string, string>; body?: string }
}

const keys = ['k', 'K', 'k ', '"quoted"', '!#-~', 'a'.repeat(255)]
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '{}',
  '{"name":1}',
  '{"name":""}',
  '{"name":"a","name":"b"}',
  '{"name":"a","x":1}',
]

export function randomRequests(seed: number, count: number): EngineRequest[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => randomRequest(random))
}

function randomRequest(random: Random): EngineRequest {
  const caller = random.pick(['ann', 'ann', 'bob'] as const)
  const plant = `/plants/${random.pick([uuidOf(Math.floor(random() * 40)), uuidOf(Math.floor(random() * 400)), 'x'])}`
  const conditions = randomConditions(random)
  const method = random.pick([
    'POST',
    'POST',
    'POST',
    'GET',
    'GET',
    'LIST',
    'LIST',
    'LIST',
    'PATCH',
    'PATCH',
    'DELETE',
    'PUT',
    'HEAD',
  ])
  const json = { 'Content-Type': 'application/json' }
  const target = randomList(random)
  const key: Record<string, string> = random() < 0.4 ? { 'Idempotency-Key': random.pick(keys) } : {}
  const body = randomBody(random, method)
  switch (method) {
    case 'LIST':
      return { caller, method: 'GET', of: (seen) => ({ target: target(seen), headers: conditions(seen) }) }
    case 'POST':
      return { caller, method, of: () => ({ target: '/plants', headers: { ...json, ...key }, body }) }
    case 'PATCH':
    case 'PUT':
      return { caller, method, of: (seen) => ({ target: plant, headers: { ...json, ...conditions(seen) }, body }) }
    default:
      return { caller, method, of: (seen) => ({ target: plant, headers: conditions(seen) }) }
  }
}

function randomBody(random: Random, method: string): string {
  if (random() < 0.1) return random.pick([...bodies, ...texts.refused])
  const name = random.pick(texts.names)
  const tag = random() < 0.2 ? undefined : random.pick(['', ...texts.tags])
  if (method === 'POST') return JSON.stringify({ name, tag })
  return JSON.stringify(random.pick([{ name }, { tag }, { name, tag }, { tag: null }, {}]))
}

function randomConditions(random: Random): (seen: Seen) => Record<string, string> {
  const name = random.pick([
    'If-Match',
    'If-Match',
    'If-None-Match',
    'If-None-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    '',
  ])
  const isRecent = random() < 0.8
  const position = random()
  const value = random.pick(['tag', 'tag', 'tag', 'weak tag', 'list', '*', '"x"'])
  if (name === '') return () => ({})
  if (name.endsWith('Since')) {
    const date = new Date(Date.UTC(2025, 10, 20, 9, Math.floor(position * 20))).toUTCString()
    return () => ({ [name]: date })
  }
  return ({ tags }) => {
    const tag = (isRecent ? tags.slice(-5) : tags)[
      Math.floor(position * Math.min(isRecent ? 5 : Infinity, tags.length))
    ]
    if (tag === undefined || value === '*' || value === '"x"') return { [name]: value }
    return { [name]: value === 'list' ? `"x", ${tag}` : value === 'tag' ? tag : `W/${tag}` }
  }
}

function randomList(random: Random): (seen: Seen) => string {
  const position = random()
  if (random() < 0.3) return ({ links }) => links[Math.floor(position * links.length)] ?? '/plants'
  const query = new URLSearchParams()
  const [tag, limit] = [random.pick(['', ...texts.tags]), random.pick(['1', '2', '3', '20', '100', '0', '101', 'x'])]
  const after = random.pick([uuidOf(Math.floor(random() * 400)), uuidOf(10_000), 'x'])
  for (const [name, value] of Object.entries({ tag, limit, after })) if (random() < 0.4) query.set(name, value)
  return () => `/plants${query.size > 0 ? '?' : ''}${query}`
}
