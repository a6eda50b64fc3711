// The walk through all families: from a seed, every request that it makes is sent to the service and to the mock.
import * as fc from 'fast-check'
import type { DevelopmentIssuer } from '../../../server/auth/development-issuer.ts'
import { bytesOf, type Draft, type Facts, firstOutcome } from '../requests/draft.ts'
import type { Family } from '../requests/families.ts'
import { prepare } from '../requests/set-up.ts'
import { tokensOf } from '../requests/tokens.ts'
import { exchange, Faces } from './exchange.ts'

export interface Walk {
  urls: { service: string; mock: string }
  /** Where the service has its data, and its key. */
  folder: string
  /** The issuer of another service. */
  foreign: DevelopmentIssuer
  seed: number
  requestsPerFamily: number
  /** What else is to be done with a request that both have answered. */
  onRequest?: (draft: Draft, facts: Facts, family: string) => Promise<void>
}

export interface Walked {
  family: string
  requests: number
  /** How often each occurred. */
  differences: Map<string, number>
  /** Of the first request on which something was wrong, made as small as it can be. */
  failure?: string
}

export async function walk(walk: Walk, family: Family): Promise<Walked> {
  using faces = new Faces(walk.urls)
  const tokens = await tokensOf(walk.folder, walk.foreign)
  const walked: Walked = { family: family.name, requests: 0, differences: new Map() }
  const property = fc.asyncProperty(family.drafts, async (draft) => {
    const facts = await prepare(draft, tokens, { connection: faces.service, host: faces.hosts.service, base: '' })
    const { wrong, differences } = await exchange(draft, facts, faces)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    walked.requests++
    for (const name of differences) walked.differences.set(name, (walked.differences.get(name) ?? 0) + 1)
    await walk.onRequest?.(draft, facts, family.name)
  })
  const { seed, requestsPerFamily: numRuns } = walk
  const { failed, counterexample, errorInstance, counterexamplePath } = await fc.check(property, { seed, numRuns })
  if (!failed) return walked
  return { ...walked, failure: told(counterexample?.[0], errorInstance, `${seed}:${counterexamplePath}`) }
}

function told(draft: Draft | undefined, error: unknown, place: string): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  if (draft === undefined) return message
  const { status, type, because } = firstOutcome(draft.outcomes)
  const request = bytesOf(draft, {}).toString('latin1').replaceAll('\r\n', '\n')
  const shown = request.length > 800 ? `${request.slice(0, 800)}… (${request.length} bytes)` : request
  const expected = [status, type, because && `because of ${because}`].filter(Boolean).join(' ')
  return `${message}\n  expected: ${expected}; set-up: ${draft.setUp}; found at ${place}\n${shown.replaceAll(/^/gm, '  | ')}`
}
