// Rules about callers and their tokens.
import type { Rule } from './rule.ts'

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
  {
    name: 'token with plants:read only',
    check: 'ignored_auth',
    sentence: 'The scope `plants:read` allows reading.',
    needs: ['plants_readToken'],
    async run({ caller, session, unique }) {
      const token = session.target.values.plants_readToken ?? ''
      const { id } = await caller.create({ name: 'A plant', tag: unique })
      await caller.send('getPlant', { id, token }, 200)
      await caller.send('createPlant', { body: { name: 'Another', tag: unique }, token }, 403)
      await caller.send('updatePlant', { id, body: { name: 'Changed' }, token }, 403)
      await caller.send('deletePlant', { id, token }, 403)
      await caller.read(id)
      await caller.list({ tag: unique })
    },
  },
]
