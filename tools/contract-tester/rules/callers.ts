// Rules about callers and their tokens.
import type { Rule } from './rule.ts'

const scopes =
  'The scope `plants:read` allows reading. The scope `plants:write` allows creating, changing and deleting.'

/** @param reads The status of requests that read. @param writes The status of requests that write. */
function tokenRule(name: string, sentence: string, token: string, reads: number, writes?: number): Rule {
  const run: Rule['run'] = async ({ caller, session, unique }) => {
    const sent = { token: session.target.values[token] ?? '' }
    const { id } = await caller.create({ name: 'A plant', tag: unique })
    await caller.send('getPlant', { id, ...sent }, reads)
    await caller.send('listPlants', sent, reads)
    if (writes !== undefined) {
      await caller.send('createPlant', { body: { name: 'Another', tag: unique }, ...sent }, writes)
      await caller.send('updatePlant', { id, body: { name: 'Changed' }, ...sent }, writes)
      await caller.send('deletePlant', { id, ...sent }, writes)
    }
    await caller.read(id)
    await caller.list({ tag: unique })
  }
  return { name, check: 'ignored_auth', sentence, needs: [token], run }
}

export const callerRules: Rule[] = [
  {
    name: 'plants of another caller',
    check: 'ownership',
    sentence: 'If a plant belongs to someone else, you get the same 404 as for a plant that does not exist.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, unique }) {
      const { id, etag } = await caller.create({ name: 'Mine', tag: unique })
      await neighbour.create({ name: 'Yours', tag: unique })
      await neighbour.send('getPlant', { id }, 404)
      await neighbour.send('getPlant', { id, headers: { 'If-None-Match': etag } }, 404)
      await neighbour.send('updatePlant', { id, body: { name: 'Stolen' } }, 404)
      await neighbour.send('deletePlant', { id }, 404)
      await caller.read(id)
      for (const one of [caller, neighbour]) {
        await one.list({ tag: unique })
        await one.list({ limit: 100 })
      }
    },
  },
  tokenRule('token with plants:read only', scopes, 'plants_readToken', 200, 403),
  tokenRule('token with plants:write only', scopes, 'plants_writeToken', 403),
  tokenRule('expired token', 'The request has no valid token.', 'expiredToken', 401, 401),
]
