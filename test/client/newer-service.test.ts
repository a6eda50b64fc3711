// The client with a service whose contract is a minor version ahead of it: new properties, headers, statuses and types
// of problems. Code that was complete stays complete, and says of what is new that it is.

import type { Result } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { fern, monstera, problem } from '../support/contract-examples.ts'
import { type Scripted, scriptedService } from '../support/scripted-service.ts'

const path = { id: monstera.id }

/** Knows every answer there is, as the compiler sees to. */
function said(result: Result<'getPlant'>): string {
  switch (result.status) {
    case 200:
      return result.body.name
    case 304:
      return 'unchanged'
    case 'unexpected':
      return `unexpected: ${result.problem?.type ?? result.detail}`
    case 400:
    case 401:
    case 403:
    case 404:
    case 406:
    case 429:
    case 500:
    case 503:
      switch (result.problem.type) {
        case '/problems/invalid-request':
          return result.problem.errors.map(({ detail }) => detail).join()
        case '/problems/unauthorized':
        case '/problems/insufficient-scope':
        case '/problems/not-found':
        case '/problems/not-acceptable':
        case '/problems/too-many-requests':
        case '/problems/internal-error':
        case '/problems/unavailable':
          return result.problem.title
        default:
          return result.problem satisfies never
      }
    default:
      return result satisfies never
  }
}

describe('complete code', () => {
  it.each<[string, Scripted, string]>([
    ['a property', { status: 200, body: { ...monstera, wateredAt: null } }, monstera.name],
    ['a header', { status: 200, headers: { 'Last-Watered': 'never' }, body: monstera }, monstera.name],
    [
      'a parameter of a media type',
      { status: 200, headers: { 'Content-Type': 'application/json; v=2' }, body: fern },
      fern.name,
    ],
    ['a property of a problem', { status: 404, body: { ...problem(404, '/problems/not-found'), hint: 1 } }, 'A title'],
    [
      'a header of a problem',
      { status: 401, headers: { 'X-New': '1' }, body: problem(401, '/problems/unauthorized') },
      'A title',
    ],
    ['a success', { status: 203, body: monstera }, 'unexpected: 203 is not a documented status'],
    ['an empty success', { status: 204 }, 'unexpected: 204 is not a documented status'],
    ['a problem of a new status', { status: 410, body: problem(410, '/problems/gone') }, 'unexpected: /problems/gone'],
    [
      'a problem of a known status',
      { status: 403, body: problem(403, '/problems/frozen') },
      'unexpected: /problems/frozen',
    ],
    ['a status and form of error', { status: 451, body: 'no' }, 'unexpected: 451 is not a documented status'],
  ])('stays so when the service has %s that is new', async (_, answer, words) => {
    const { client } = await scriptedService([answer])
    expect(said(await client.getPlant({ path }))).toBe(words)
  })

  it('walks pages that have more than it knows', async () => {
    const headers = { Link: '<?cursor=a>; rel="next"; type="application/json", </about>; rel=about' }
    const { client } = await scriptedService([
      { status: 200, headers, body: [{ ...monstera, wateredAt: null }] },
      { status: 200, headers: { Link: '</about>; rel=about' }, body: [fern] },
    ])
    expect(await Array.fromAsync(client.allPlants())).toMatchObject([monstera, fern])
  })
})
