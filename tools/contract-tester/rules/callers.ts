// Rules about callers and their tokens.
import type { Rule } from './rule.ts'

const scopes =
  'The scope `plants:read` allows reading. The scope `plants:write` allows creating, changing and deleting.'

export const callerRules: Rule[] = [
  {
    name: 'plants of another caller',
    check: 'ownership',
    sentence: 'If a plant belongs to someone else, you get the same 404 as for a plant that does not exist.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, check, unique }) {
      const { plant, etag } = await caller.create({ name: 'Mine', tag: unique })
      await neighbour.create({ name: 'Yours', tag: unique })
      const { id } = plant
      await neighbour.send('getPlant', { id }, 404, check)
      await neighbour.send('getPlant', { id, headers: [['If-None-Match', etag]] }, 404, check)
      await neighbour.send('updatePlant', { id, body: { name: 'Stolen' } }, 404, check)
      await neighbour.send('deletePlant', { id }, 404, check)
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
    sentence: scopes,
    needs: ['plants_readToken'],
    async run({ caller, target, check, unique }) {
      const token = target.values.plants_readToken ?? ''
      const { plant } = await caller.create({ name: 'A plant', tag: unique })
      const { id } = plant
      await caller.send('getPlant', { id, token }, 200, check)
      await caller.send('listPlants', { token }, 200, check)
      await caller.send('createPlant', { body: { name: 'Another', tag: unique }, token }, 403, check)
      await caller.send('updatePlant', { id, body: { name: 'Changed' }, token }, 403, check)
      await caller.send('deletePlant', { id, token }, 403, check)
      await caller.read(id)
      await caller.list({ tag: unique })
    },
  },
  {
    name: 'token with plants:write only',
    check: 'ignored_auth',
    sentence: scopes,
    needs: ['plants_writeToken'],
    async run({ caller, target, check }) {
      const token = target.values.plants_writeToken ?? ''
      const { plant } = await caller.create({ name: 'A plant' })
      await caller.send('getPlant', { id: plant.id, token }, 403, check)
      await caller.send('listPlants', { token }, 403, check)
    },
  },
  {
    name: 'expired token',
    check: 'ignored_auth',
    sentence: 'The request has no valid token.',
    needs: ['expiredToken'],
    async run({ caller, target, check }) {
      const token = target.values.expiredToken ?? ''
      const { plant } = await caller.create({ name: 'A plant' })
      await caller.send('getPlant', { id: plant.id, token }, 401, check)
      await caller.send('createPlant', { body: { name: 'Another' }, token }, 401, check)
      await caller.send('deletePlant', { id: plant.id, token }, 401, check)
      await caller.read(plant.id)
    },
  },
]
