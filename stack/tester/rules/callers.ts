// Rules about callers and their tokens.
import { needsToken } from '../contract/operations.ts'
import type { Rule } from './rule.ts'

export const callerRules: Rule[] = [
  {
    name: 'items of another caller',
    check: 'ownership',
    sentence: 'If a … belongs to someone else, you get the same 404 as for a … that does not exist.',
    fits: ({ get, list, create }) => get !== undefined && list !== undefined && needsToken(create),
    needs: ['neighbourToken'],
    async run({ caller, neighbour, collection }) {
      const { id, etag } = await caller.create()
      await neighbour.create()
      // The path of the first caller, with the token of the second one.
      const values = { ...caller.values, token: neighbour.values.token ?? '' }
      await neighbour.send('get', { id, values }, 404)
      await neighbour.send('get', { id, values, headers: { 'If-None-Match': etag } }, 404)
      if (collection.update) await neighbour.send('update', { id, values, body: caller.patch(id) }, 404)
      if (collection.delete) await neighbour.send('delete', { id, values }, 404)
      await caller.read(id)
      for (const one of [caller, neighbour]) {
        await one.list({ filter: one.own })
        await one.list({ limit: 100 })
      }
    },
  },
  {
    name: 'token for reading only',
    check: 'ignored_auth',
    sentence: 'The scope `…` allows reading.',
    fits: ({ get, create }) =>
      get !== undefined && create.scopes.some((scope) => !create.contract.scopes.read.includes(scope)),
    needs: ['readToken'],
    async run({ caller, collection, session }) {
      const token = session.target.values.readToken ?? ''
      const { id } = await caller.create()
      await caller.send('get', { id, token }, 200)
      await caller.send('create', { body: caller.body(), token }, 403)
      if (collection.update) await caller.send('update', { id, body: caller.patch(id), token }, 403)
      if (collection.delete) await caller.send('delete', { id, token }, 403)
      await caller.read(id)
      if (collection.list) await caller.list({ filter: caller.own })
    },
  },
]
